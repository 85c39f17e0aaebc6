// The key of ML-DSA-44 as it is published, rho | t1, expanded at each call. ../ml-dsa/core.yul has the memory; behind W lie
//
//   0x3980  a stream, or t1 as it is packed
//
// S takes a row of the matrix, Z the coefficients of t1 once the rows are done.

// The words that mu is the hash of: tr = H(rho | t1, 64), two zeros, the message.
function hashed(key, at) -> length {
  extcodecopy(key, at, 1, 1312)
  mstore(0, keccak256(at, 1312))
  mstore(0x20, 0)
  mstore(at, keccak256(0, 40))
  mstore8(0x27, 1)
  mstore(add(at, 32), keccak256(0, 40))
  mstore(add(at, 64), 0)
  length := add(sub(calldatasize(), 2440), 66)
  calldatacopy(add(at, 66), 2440, sub(calldatasize(), 2440))
}

// A polynomial of the matrix, from the stream of the hash at 0, to d: 256 samples below q of 23 bits in 3 bytes. Eight are
// taken at a time, in lanes of 4 bytes; one by one where a sample is refused, or less than eight are wanted.
function polynomial(d) {
  let end := add(d, 0x400)
  let p := 0x3980
  let limit := p
  for { let block := 0 } lt(d, end) {} {
    if lt(limit, add(p, 24)) {
      mstore(0x20, shl(192, block))
      mstore(limit, keccak256(0, 40))
      limit := add(limit, 32)
      block := add(block, 1)
    }
    let x := samples(mload(p))
    p := add(p, 24)
    // The top bit of a lane that is q or more.
    let refused := and(add(x, 0x7f801fff7f801fff7f801fff7f801fff7f801fff7f801fff7f801fff7f801fff), 0x8000000080000000800000008000000080000000800000008000000080000000)
    if or(refused, gt(add(d, 32), end)) {
      for { let i := 8 } and(gt(i, 0), lt(d, end)) { i := sub(i, 1) } {
        if iszero(shr(255, refused)) {
          // Four bytes, and the front of what follows as it was.
          mstore(sub(d, 28), or(shl(32, shr(32, mload(sub(d, 28)))), shr(224, x)))
          d := add(d, 4)
        }
        x := shl(32, x)
        refused := shl(32, refused)
      }
      continue
    }
    mstore(d, x)
    d := add(d, 32)
  }
}

// Lanes of 4 bytes, big endian, of 23 bits in each 3 bytes, little endian, of the first 24.
function samples(x) -> y {
  y := or(and(x, shl(160, sub(shl(96, 1), 1))), and(shr(32, x), sub(shl(128, 1), 1)))
  y := or(and(y, 0xffffffffffff00000000000000000000ffffffffffff00000000000000000000), and(shr(16, y), 0x0000000000000000ffffffffffff00000000000000000000ffffffffffff0000))
  y := or(and(y, 0xffffff0000000000ffffff0000000000ffffff0000000000ffffff0000000000), and(shr(8, y), 0x00000000ffffff0000000000ffffff0000000000ffffff0000000000ffffff00))
  x := and(shr(8, y), 0x0000ff000000ff000000ff000000ff000000ff000000ff000000ff000000ff00)
  x := or(x, and(shr(24, y), 0x000000ff000000ff000000ff000000ff000000ff000000ff000000ff000000ff))
  y := or(x, and(shl(8, y), 0x007f0000007f0000007f0000007f0000007f0000007f0000007f0000007f0000))
}

// A row of the matrix to S. rho is at 0x40.
function sample_row(r) {
  mstore8(0x61, r)
  for { let s := 0 } lt(s, 4) { s := add(s, 1) } {
    mstore8(0x60, s)
    mstore(0, keccak256(0x40, 34))
    polynomial(add(0x980, shl(10, s)))
  }
}

// NTT(t1) to 0x1560, from 4 coefficients in each 5 bytes. The coefficients end 16 bytes before W, which the last of them
// would overwrite.
function transform_high(key) -> ok {
  extcodecopy(key, 0x3980, 33, 1280)
  let d := 0x1970
  for { let p := 0x3980 } lt(p, 0x3e80) { p := add(p, 5) } {
    let v := mload(p)
    let b1 := byte(1, v)
    let b2 := byte(2, v)
    let b3 := byte(3, v)
    let front := or(shl(32, or(byte(0, v), shl(8, and(b1, 3)))), or(shr(2, b1), shl(6, and(b2, 15))))
    let back := or(shl(32, or(shr(4, b2), shl(4, and(b3, 63)))), or(shr(6, b3), shl(2, byte(4, v))))
    mstore(d, or(shl(192, front), shl(128, back)))
    d := add(d, 16)
  }
  ok := 1
  for { let i := 0 } lt(i, 0x1000) { i := add(i, 0x400) } {
    let s := add(0x1950, i)
    mstore(s, 0x10000000000007fe001)
    ok := and(ok, staticcall(4000, NTT_FW, add(s, 20), 1036, add(0x1560, i), 1024))
    ok := and(ok, eq(returndatasize(), 1024))
  }
}

// The function `commitment` of ../ml-dsa/commitment.yul for a key of a seed.
function commitment_of_seed(key) -> ok {
  ok := 1
  extcodecopy(key, 0x40, 1, 32)
  let w := 0x2980
  for { let r := 0 } lt(r, 4) { r := add(r, 1) } {
    sample_row(r)
    //! include ../ml-dsa/steps/row-product.yul
  }
  ok := and(ok, transform_high(key))
  // X by -2^13, then four times
  mstore(0x960, 0x007fc001007fc001007fc001007fc001007fc001007fc001007fc001007fc001)
  mcopy(0x980, 0x960, 0x20)
  mcopy(0x9a0, 0x960, 0x40)
  mcopy(0x9e0, 0x960, 0x80)
  mcopy(0xa60, 0x960, 0x100)
  mcopy(0xb60, 0x960, 0x200)
  mstore(0x540, 0x10000000000007fe001)
  ok := and(ok, staticcall(4000, NTT_VECMULMOD, 0x554, 2060, 0x560, 1024))
  ok := and(ok, eq(returndatasize(), 1024))
  mcopy(0x960, 0x560, 0x400)
  mcopy(0xd60, 0x560, 0x800)
  //! include ../ml-dsa/steps/round.yul
}
