// Verification with SHAKE: the code of an object whose other part says what mu is the hash of.
{
  let at := 2420
  let bytes := add(matrix(), 20480)
  //! include ../keys/account.yul
  if or(lt(calldatasize(), 2440), excess) { reject() }
  message(key)
  unpack()
  if iszero(bounded()) { reject() }
  let ok := transform()
  calldatacopy(0x3e0, 0, 32)
  absorb(0x3e0, 32)
  squeeze(0x3e0)
  mstore8(0x468, 0xff)
  challenge()
  ok := and(ok, uncentre())
  ok := and(ok, commitment(key))
  ok := and(ok, hints())
  pack()
  absorb(0x80, 832)
  squeeze(0x980)
  mstore(0, and(ok, eq(mload(0x980), calldataload(0))))
  return(0, 32)
}

// One address of the state, and one place that names it: the permutation is compiled for it once.
function absorb(src, len) {
  shake256_absorb(0x2980, src, len)
}

function squeeze(dst) {
  shake256_squeeze(0x2980, dst)
}

function reject() {
  mstore(0, 0)
  return(0, 32)
}

// mu = H(..., 64)
function message(key) {
  absorb(0x3180, hashed(key, 0x3180))
  squeeze(0x80)
}

function challenge_at(next) -> at {
  at := next
  if gt(next, 0x448) {
    squeeze(0x3e0)
    mstore8(0x468, 0xff)
    at := 0x3c1
  }
}

//! include ../keccak/shake256.yul
//! include core.yul
//! include commitment.yul
//! include challenge.yul
//! include hints.yul
//! include unpack-loop.yul
//! include pack.yul
