// ML-DSA-44 with an empty context (FIPS 204, algorithm 3), SHAKE replaced throughout by a generator over Keccak-256, as in
// the ML-DSA-ETH known answers of EIP-8051: G and H, on an input x, are the blocks keccak256(keccak256(x) | i),
// i = 0, 1, ... of 8 bytes, big endian.
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
object "MlDsaEth" {
  code {
    //! include verify-eth.yul
    //! include representative.yul
  }
  //! include tables.yul
}
