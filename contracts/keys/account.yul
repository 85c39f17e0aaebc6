// The account of a public key, by its address at the offset `at` of the calldata, and by how much its code differs from
// the length `bytes` that it must have: the code of an account that is not there has no bytes, and reads as zeros.
let key := shr(96, calldataload(at))
let excess := sub(extcodesize(key), bytes)
