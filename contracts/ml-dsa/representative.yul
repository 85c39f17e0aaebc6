// FIPS 204 with an empty context: mu is the hash of tr, of 64 bytes, two zeros, and the message.

// Offset of the matrix in the code of the key's account.
function matrix() -> offset {
  offset := 65
}

// Writes what mu is the hash of.
function hashed(key, at) -> length {
  extcodecopy(key, at, 1, 64)
  mstore(add(at, 64), 0)
  length := add(sub(calldatasize(), 2440), 66)
  calldatacopy(add(at, 66), 2440, sub(calldatasize(), 2440))
}
