// The text of EIP-8051: mu is the hash of tr, of 32 bytes, and the message. FIPS 204 has neither.

// Offset of the matrix in the code of the key's account.
function matrix() -> offset {
  offset := 33
}

// Writes what mu is the hash of.
function hashed(key, at) -> length {
  extcodecopy(key, at, 1, 32)
  length := add(sub(calldatasize(), 2440), 32)
  calldatacopy(add(at, 32), 2440, sub(calldatasize(), 2440))
}
