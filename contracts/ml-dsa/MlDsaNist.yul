// ML-DSA-44 with an empty context: FIPS 204, algorithm 3, with G = SHAKE128 and H = SHAKE256.
//
// Calldata, without selector or ABI encoding:
//
//   offset  bytes  content
//   0       2420   signature in the standard encoding: c~ of 32 bytes, z of 2304, hints of 84
//   2420    20     address of the account with the public key
//   2440    ...    message
//
// Code of that account, 20545 bytes, made of the public key rho | t1 of 1312 bytes:
//
//   offset  bytes  content
//   0       1      zero, so that nobody can call it
//   1       64     tr = H(rho | t1, 64)
//   65      16384  A[r][s], r = 0..3 outermost, s = 0..3: 256 elements each
//   16449   4096   -NTT(2^13 * t1[r]), r = 0..3: 256 elements each
//
// Elements are 4 bytes, big endian, in [0, q), q = 8380417. Element i of a transform is the value at psi^(2*brv(i) + 1),
// psi = 1753, brv the reversal of 8 bits: the order of FIPS 204 and of NTT_FW. A[r][s] is sampled in that order, from
// the stream G(rho | s | r) with s and r of one byte each: 3 bytes, little endian, less their highest bit; values of q and
// more are skipped. t1[r] is 256 integers of 10 bits, little endian, of bytes 32 + 320*r and following.
//
// Returns 32 bytes: 1 if the signature is valid for the message and the key in that account, 0 for anything else, such as
// a calldata below 2440 bytes, an account whose code has another length, or a chain without the precompiles or with ones
// that take non-canonical elements. Whose key it is, and that the code was made as above, is the caller's to know.
object "MlDsaNist" {
  code {
    {
      let at := 2420
      let bytes := 20545
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

    // mu = H(tr | 0 | 0 | message, 64)
    function message(key) {
      extcodecopy(key, 0x3180, 1, 64)
      let length := sub(calldatasize(), 2440)
      mstore(0x31c0, 0)
      calldatacopy(0x31c2, 2440, length)
      absorb(0x3180, add(66, length))
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
    //! include challenge.yul
    //! include hints.yul
    //! include unpack-loop.yul
    //! include pack.yul
  }
  //! include tables.yul
}
