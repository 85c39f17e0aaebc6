// The parts of Falcon-512 that do not depend on the hash, for inclusion in a contract.
//
// A vector is 512 elements of 16 bits, big endian, each below q = 12289. Vectors lie so that the operands of a call
// are consecutive and its header fits in the 12 bytes before them. A call is given 20000 gas, far more than it costs,
// so that one that fails does not take the rest of the transaction's. The vectors:
//
//   0x0014  header   0x0020 A0   0x0420 A1   0x0820 B0   0x0c20 B1   0x1020 L   0x1420 64 bytes that L may overrun
//
// The samples t of the hashed point are kept as t = 256 high + low: low + 1024 in L, high in A1. The high bytes are
// stored in place, one byte further, so that reading A1 divides by 256. The result is u = s1 + 1024 mod q, and
// s1 = u - 1024 where u < 2048.

// Squares 256 elements of 32 bits at 0x820, each below 2048, with the modulus of ML-DSA, which is above 2047^2.
// Returns their sums in the eight lanes of a word.
function squares() -> ok, sums {
  mstore(0x800, 0x0000010000000000007fe001)
  mcopy(0xc20, 0x820, 0x400)
  ok := staticcall(20000, NTT_VECMULMOD, 0x814, 0x80c, 0x820, 0x400)
  ok := and(ok, eq(returndatasize(), 0x400))
  sums := add(add(mload(0x820), mload(0x840)), add(mload(0x860), mload(0x880)))
  sums := add(sums, add(add(mload(0x8a0), mload(0x8c0)), add(mload(0x8e0), mload(0x900))))
  sums := add(sums, add(add(mload(0x920), mload(0x940)), add(mload(0x960), mload(0x980))))
  sums := add(sums, add(add(mload(0x9a0), mload(0x9c0)), add(mload(0x9e0), mload(0xa00))))
  sums := add(sums, add(add(mload(0xa20), mload(0xa40)), add(mload(0xa60), mload(0xa80))))
  sums := add(sums, add(add(mload(0xaa0), mload(0xac0)), add(mload(0xae0), mload(0xb00))))
  sums := add(sums, add(add(mload(0xb20), mload(0xb40)), add(mload(0xb60), mload(0xb80))))
  sums := add(sums, add(add(mload(0xba0), mload(0xbc0)), add(mload(0xbe0), mload(0xc00))))
}

// The sum of the sixteen lanes of a word.
function lane_sum(word) -> sum {
  sum := mod(add(and(word, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), and(shr(16, word), 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff)), 0xffffffff)
}

// Decodes s2 into A0, each coefficient plus 512 as v. Returns the sums of v^2 in lanes and the sum of v.
//
// Byte 2i and byte 2i + 1 of the k-th 32 low bytes belong to the coefficients 32k + i and 32k + 16 + i; of the k-th
// 32 high bytes the i-th 16 bits hold, lowest first, two bits for each of the coefficients 128k + 16j + i, j = 0..7.
// Half a vector at a time is widened at 0x820: lanes of even index in the first 512 bytes, where they are; those of
// odd index after them, moved by two bytes, which spares a shift. The two parts of v are added because the compiler
// would draw the masks of the wide lanes into an `or`.
function decode(lows, highs) -> ok, sums, total {
  ok := 1
  for { let p := 0x20 } lt(p, 0x420) {} {
    mstore(0xa20, 0)
    for { let wide := 0x820 } lt(wide, 0xa20) { wide := add(wide, 0x100) } {
      let high := calldataload(highs)
      {
        let low := calldataload(lows)
        let v := add(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(8, high), 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(p, v)
        mstore(wide, and(v, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x202), and(v, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        let w := add(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(6, high), 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(add(p, 0x20), w)
        mstore(add(wide, 0x20), and(w, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x222), and(w, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        total := add(total, add(v, w))
      }
      {
        let low := calldataload(add(lows, 0x20))
        let v := add(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(4, high), 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(add(p, 0x40), v)
        mstore(add(wide, 0x40), and(v, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x242), and(v, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        let w := add(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(2, high), 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(add(p, 0x60), w)
        mstore(add(wide, 0x60), and(w, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x262), and(w, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        total := add(total, add(v, w))
      }
      {
        let low := calldataload(add(lows, 0x40))
        let v := add(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(high, 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(add(p, 0x80), v)
        mstore(add(wide, 0x80), and(v, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x282), and(v, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        let w := add(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shr(2, high), 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(add(p, 0xa0), w)
        mstore(add(wide, 0xa0), and(w, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x2a2), and(w, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        total := add(total, add(v, w))
      }
      {
        let low := calldataload(add(lows, 0x60))
        let v := add(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shr(4, high), 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(add(p, 0xc0), v)
        mstore(add(wide, 0xc0), and(v, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x2c2), and(v, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        let w := add(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shr(6, high), 0x0300030003000300030003000300030003000300030003000300030003000300))
        mstore(add(p, 0xe0), w)
        mstore(add(wide, 0xe0), and(w, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x2e2), and(w, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        total := add(total, add(v, w))
      }
      highs := add(highs, 0x20)
      lows := add(lows, 0x80)
      p := add(p, 0x100)
    }
    let done, more := squares()
    ok := and(ok, done)
    sums := add(sums, more)
  }
  total := lane_sum(total)
}

// The coefficients outside [-512, 512), in two bytes each: 2 bits for -2048, -1024, 1024 or 2048 to be added, and
// 9 bits of the index, increasing. Returns 1 if they are well-formed and what they add to the sum of squares.
function patch(at, count) -> ok, more {
  ok := 1
  let next := 0
  for { let end := add(at, shl(1, count)) } lt(at, end) { at := add(at, 2) } {
    let entry := shr(240, calldataload(at))
    let index := and(entry, 0x1ff)
    let p := add(0x02, shl(1, index))
    let word := mload(p)
    let base := sub(and(word, 0xffff), 512)
    let steps := sub(shr(9, entry), 2)
    let s := add(base, shl(10, add(steps, sgt(steps, not(0)))))
    ok := and(ok, and(lt(entry, 0x800), and(iszero(lt(index, next)), lt(add(s, 2047), 4095))))
    next := add(index, 1)
    mstore(p, or(and(word, not(0xffff)), and(add(add(s, 512), mul(12289, slt(s, sub(0, 512)))), 0xffff)))
    more := add(more, sub(mul(s, s), mul(base, base)))
  }
}

// Fills the vector at p with one element, repeated sixteen times in `lanes`.
function fill(p, lanes) {
  mstore(p, lanes)
  mcopy(add(p, 0x20), p, 0x20)
  mcopy(add(p, 0x40), p, 0x40)
  mcopy(add(p, 0x80), p, 0x80)
  mcopy(add(p, 0x100), p, 0x100)
  mcopy(add(p, 0x200), p, 0x200)
}

// Writes the transform of s2 to A0. Returns 1 if all is well-formed, and the sum of the squares of s2.
function transform_s2(patches, count) -> ok, norm {
  let done, sums, total := decode(2, 514)
  ok, norm := patch(patches, count)
  norm := add(norm, add(sub(mod(sums, 0xffffffff), shl(10, total)), 0x8000000))
  fill(0x420, 0x2e012e012e012e012e012e012e012e012e012e012e012e012e012e012e012e01)
  mstore(0, 0x000002000000000000003001)
  ok := and(and(ok, done), staticcall(20000, NTT_VECADDMOD, 0x14, 0x80c, 0x20, 0x400))
  ok := and(ok, eq(returndatasize(), 0x400))
  ok := and(ok, staticcall(20000, NTT_FW, 0x14, 0x40c, 0x20, 0x400))
  ok := and(ok, eq(returndatasize(), 0x400))
}

// Writes the negated transform of the public key to B0, from its standard encoding without the header byte.
function key_from_calldata(at) -> ok {
  for { let p := 0x14c0 } lt(p, 0x18c0) { p := add(p, 0x20) } {
    let w := shr(32, calldataload(at))
    w := or(and(w, 0xffffffffffffffffffffffffffff), shl(16, and(w, 0xffffffffffffffffffffffffffff0000000000000000000000000000)))
    w := or(and(w, 0x000000000000000000ffffffffffffff000000000000000000ffffffffffffff), shl(8, and(w, 0x0000ffffffffffffff000000000000000000ffffffffffffff00000000000000)))
    w := or(and(w, 0x000000000fffffff000000000fffffff000000000fffffff000000000fffffff), shl(4, and(w, 0x00fffffff000000000fffffff000000000fffffff000000000fffffff0000000)))
    w := or(and(w, 0x00003fff00003fff00003fff00003fff00003fff00003fff00003fff00003fff), shl(2, and(w, 0x0fffc0000fffc0000fffc0000fffc0000fffc0000fffc0000fffc0000fffc000)))
    mstore(p, w)
    at := add(at, 28)
  }
  fill(0x18c0, 0x3000300030003000300030003000300030003000300030003000300030003000)
  mstore(0x14a0, 0x000002000000000000003001)
  ok := staticcall(20000, NTT_FW, 0x14b4, 0x40c, 0x14c0, 0x400)
  ok := and(ok, eq(returndatasize(), 0x400))
  ok := and(ok, staticcall(20000, NTT_VECMULMOD, 0x14b4, 0x80c, 0x820, 0x400))
  ok := and(ok, eq(returndatasize(), 0x400))
}

// With the transform of s2 in A0, the point in A1 and L and the negated key in B0: the sum of the squares of
// s1 = c - s2 h. One product of twice the length serves both -s2 h and the weight 256 of the high bytes.
function norm_s1() -> ok, norm {
  //! include difference.yul

  let sums := 0
  let total := 0
  let bits := 0
  for { let p := 0x20 } lt(p, 0x420) {} {
    mstore(0xa20, 0)
    for { let wide := 0x820 } lt(wide, 0xa20) { wide := add(wide, 0x80) } {
      {
        let u := mload(p)
        mstore(wide, and(u, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x202), and(u, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        bits := or(bits, u)
        total := add(total, u)
      }
      {
        let u := mload(add(p, 0x20))
        mstore(add(wide, 0x20), and(u, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x222), and(u, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        bits := or(bits, u)
        total := add(total, u)
      }
      {
        let u := mload(add(p, 0x40))
        mstore(add(wide, 0x40), and(u, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x242), and(u, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        bits := or(bits, u)
        total := add(total, u)
      }
      {
        let u := mload(add(p, 0x60))
        mstore(add(wide, 0x60), and(u, 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff))
        mstore(add(wide, 0x262), and(u, 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000))
        bits := or(bits, u)
        total := add(total, u)
      }
      p := add(p, 0x80)
    }
    let done, more := squares()
    ok := and(ok, done)
    sums := add(sums, more)
  }
  switch and(bits, 0xf800f800f800f800f800f800f800f800f800f800f800f800f800f800f800f800)
  case 0 { norm := add(sub(mod(sums, 0xffffffff), shl(11, lane_sum(total))), 0x20000000) }
  default { norm := norm_of_large() }
}

// The same sum for any u in A0, one element at a time: about one honest signature in three million comes here.
function norm_of_large() -> norm {
  for { let p := 0x02 } lt(p, 0x402) { p := add(p, 2) } {
    let x := addmod(and(mload(p), 0xffff), 11265, 12289)
    if gt(x, 6144) { x := sub(12289, x) }
    norm := add(norm, mul(x, x))
  }
}
