// MlDsaEth with keys that are not expanded: the code of the account is a zero byte and the public key, 1313 bytes.
// Calldata and result are those of ../ml-dsa/MlDsaEth.yul.
object "MlDsaEthSeed" {
  code {
    {
      let at := 2420
      let bytes := 1313
      //! include ../keys/account.yul
      if or(lt(calldatasize(), 2440), excess) { reject() }
      message(key)
      unpack()
      if iszero(bounded()) { reject() }
      let ok := transform()
      stream()
      challenge()
      ok := and(ok, uncentre())
      ok := and(ok, commitment_of_seed(key))
      ok := and(ok, hints())
      pack()
      mstore(0, keccak256(0x80, 832))
      mstore(0x20, 0)
      mstore(0, and(ok, eq(keccak256(0, 40), calldataload(0))))
      return(0, 32)
    }

    //! include reject.yul
    //! include ../ml-dsa/hash-eth.yul
    //! include ../ml-dsa/core.yul
    //! include seed.yul
    //! include ../ml-dsa/challenge.yul
    //! include ../ml-dsa/hints.yul
    //! include ../ml-dsa/unpack.yul
    //! include ../ml-dsa/pack.yul
  }
  //! include ../ml-dsa/tables.yul
}
