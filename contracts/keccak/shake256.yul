// SHAKE256 (FIPS 202), functions to be included in a contract.
//
// SHAKE256_STATE = 1216 bytes of memory at st. Give st as a literal: the compiler then writes the permutation for that
// address. With a variable, or a second literal, the result is the same and a permutation costs half as much again, or
// the code holds a second copy.
//
// shake256_absorb(st, src, len)   starts anew, absorbs len bytes at src and pads. Reads up to 24 bytes after the
//                                 message, writes nothing outside the state.
// shake256_squeeze(st, dst)       writes the next 136 bytes at dst and scribbles on the 24 bytes after them. The
//                                 permutation runs before the second and every later block only.
//
// Between permutations the first 200 bytes hold the state as the string of FIPS 202, the bytes of each group of four
// reversed; that leaves one step of three of the change of byte order undone.

//! include permutation.yul

function shake256_absorb(st, src, len) {
  keccak_constants(st)
  for { let i := 0 } lt(i, 200) { i := add(i, 32) } { mstore(add(st, i), 0) }
  for {} gt(len, 135) { len := sub(len, 136) } {
    keccak_absorb_block(st, src)
    keccak_permute(st)
    src := add(src, 136)
  }
  // the last block is made behind the lanes of the state, among the rows of the permutation
  let last := add(st, 200)
  for { let i := 0 } lt(i, 160) { i := add(i, 32) } { mstore(add(last, i), 0) }
  mcopy(last, src, len)
  mstore8(add(last, len), 0x1f)
  mstore8(add(last, 135), xor(0x80, byte(0, mload(add(last, 135)))))
  keccak_absorb_block(st, last)
  keccak_permute(st)
  mstore8(add(st, 1192), 0)
}

// The byte at 1192 tells whether the present block has been read.
function shake256_squeeze(st, dst) {
  switch byte(0, mload(add(st, 1192)))
  case 0 { mstore8(add(st, 1192), 1) }
  default { keccak_permute(st) }
  keccak_squeeze_block(st, dst)
}
