// Falcon-512 with the square of the norm by a precompile at 0x18. In place of transform_s2 and norm_s1 of
// ../falcon/falcon512.yul, whose other functions and places in memory are used; the point has no bias in L.

// Decodes s2 into A0 as the function `decode` there does, each coefficient plus 512.
function decode_biased(lows, highs) {
  for { let p := 0x20 } lt(p, 0x420) { p := add(p, 0x100) } {
    let high := calldataload(highs)
    let low := calldataload(lows)
    mstore(p, or(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(8, high), 0x0300030003000300030003000300030003000300030003000300030003000300)))
    mstore(add(p, 0x20), or(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(6, high), 0x0300030003000300030003000300030003000300030003000300030003000300)))
    low := calldataload(add(lows, 0x20))
    mstore(add(p, 0x40), or(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(4, high), 0x0300030003000300030003000300030003000300030003000300030003000300)))
    mstore(add(p, 0x60), or(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shl(2, high), 0x0300030003000300030003000300030003000300030003000300030003000300)))
    low := calldataload(add(lows, 0x40))
    mstore(add(p, 0x80), or(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(high, 0x0300030003000300030003000300030003000300030003000300030003000300)))
    mstore(add(p, 0xa0), or(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shr(2, high), 0x0300030003000300030003000300030003000300030003000300030003000300)))
    low := calldataload(add(lows, 0x60))
    mstore(add(p, 0xc0), or(and(shr(8, low), 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shr(4, high), 0x0300030003000300030003000300030003000300030003000300030003000300)))
    mstore(add(p, 0xe0), or(and(low, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), and(shr(6, high), 0x0300030003000300030003000300030003000300030003000300030003000300)))
    highs := add(highs, 0x20)
    lows := add(lows, 0x80)
  }
}

// The square of the norm of A0, while A1 is free. The byte before the header of a vector says which norm; it is 0, as all
// of the word before the header.
function norm_of_a0() -> ok, norm {
  mstore(0, 0x000002000000000000003001)
  ok := staticcall(20000, NORM, 0x13, 0x40d, 0x420, 0x20)
  ok := and(ok, eq(returndatasize(), 0x20))
  norm := mload(0x420)
}

// Writes the transform of s2 to A0. Returns 1 if all is well-formed, and the sum of the squares of s2.
function transform_and_norm(patches, count) -> ok, norm {
  decode_biased(2, 514)
  let sound, unused := patch(patches, count)
  fill(0x420, 0x2e012e012e012e012e012e012e012e012e012e012e012e012e012e012e012e01)
  mstore(0, 0x000002000000000000003001)
  sound := and(sound, staticcall(20000, NTT_VECADDMOD, 0x14, 0x80c, 0x20, 0x400))
  sound := and(sound, eq(returndatasize(), 0x400))
  ok, norm := norm_of_a0()
  ok := and(and(ok, sound), staticcall(20000, NTT_FW, 0x14, 0x40c, 0x20, 0x400))
  ok := and(ok, eq(returndatasize(), 0x400))
}

// With the transform of s2 in A0, the point in A1 and L and the negated key in B0: the sum of the squares of c - s2 h.
function norm_of_difference() -> ok, norm {
  //! include ../falcon/difference.yul
  let done
  done, norm := norm_of_a0()
  ok := and(ok, done)
}
