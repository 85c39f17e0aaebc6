// The hashes of ML-DSA by a precompile, each with a result that tells whether the call succeeded.

// mu = H(..., 64)
function message(key) -> ok {
  ok := shake256(0x80, hashed(key, 0x80), 0x80, 64)
}

// A block of the challenge's stream. How many bytes of it there were stays at 0x40.
function stream() -> ok {
  calldatacopy(0x3e0, 0, 32)
  ok := shake256(0x3e0, 32, 0x3e0, 136)
  mstore8(0x468, 0xff)
  mstore(0x40, 136)
}

function challenge_at(next) -> at {
  at := next
  if gt(next, 0x448) {
    let read := mload(0x40)
    calldatacopy(0x29a0, 0, 32)
    if iszero(shake256(0x29a0, 32, 0x29a0, add(read, 136))) { revert(0, 0) }
    mcopy(0x3e0, add(0x29a0, read), 136)
    mstore(0x40, add(read, 136))
    at := 0x3c1
  }
}
