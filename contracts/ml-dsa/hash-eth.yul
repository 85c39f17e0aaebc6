// mu = H(..., 64)
function message(key) {
  mstore(0, keccak256(0x80, hashed(key, 0x80)))
  mstore(0x20, 0)
  mstore(0x80, keccak256(0, 40))
  mstore8(0x27, 1)
  mstore(0xa0, keccak256(0, 40))
}

// Block i of the challenge's stream is the hash of the state, at 0x40, and i as 8 bytes.
function stream() {
  calldatacopy(0x40, 0, 32)
  mstore(0x40, keccak256(0x40, 32))
  mstore(0x60, 0)
  mstore(0x3e0, keccak256(0x40, 40))
  mstore(0x60, shl(192, 1))
  mstore(0x400, keccak256(0x40, 40))
  mstore8(0x420, 0xff)
}

function challenge_at(next) -> at {
  at := next
  if gt(next, 0x400) {
    mstore(0x60, add(mload(0x60), shl(192, 1)))
    mstore(0x400, keccak256(0x40, 40))
    at := 0x3e1
  }
}
