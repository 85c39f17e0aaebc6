// ML-DSA-44 with Keccak-256 by the text of EIP-8051: mu = H(tr | message, 64), tr of 32 bytes, without the two zeros of FIPS 204's
// empty context. The EIP's known answers are of the other form, and of MlDsaEth.yul.
//
// Calldata and result are those of MlDsaEth.yul. Code of the account, 20513 bytes, made of the public key rho | t1:
//
//   offset  bytes  content
//   0       1      zero, so that nobody can call it
//   1       32     tr = H(rho | t1, 32)
//   33      16384  A
//   16417   4096   -NTT(2^13 * t1[r])
object "MlDsaEthText" {
  code {
    //! include verify-eth.yul
    //! include representative-text.yul
  }
  //! include tables.yul
}
