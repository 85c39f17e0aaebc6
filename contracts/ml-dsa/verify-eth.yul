// Verification with Keccak-256: the code of an object whose other part says what mu is the hash of.
{
  let at := 2420
  let bytes := add(matrix(), 20480)
  //! include ../keys/account.yul
  if or(lt(calldatasize(), 2440), excess) { reject() }
  message(key)
  unpack()
  if iszero(bounded()) { reject() }
  let ok := transform()
  stream()
  challenge()
  ok := and(ok, uncentre())
  ok := and(ok, commitment(key))
  ok := and(ok, hints())
  pack()
  mstore(0, keccak256(0x80, 832))
  mstore(0x20, 0)
  mstore(0, and(ok, eq(keccak256(0, 40), calldataload(0))))
  return(0, 32)
}

function reject() {
  mstore(0, 0)
  return(0, 32)
}

//! include hash-eth.yul
//! include core.yul
//! include commitment.yul
//! include challenge.yul
//! include hints.yul
//! include unpack.yul
//! include pack.yul
