// MlDsaNist with SHAKE256 by a precompile.
// Calldata, the account of the key and the result are those of ../ml-dsa/MlDsaNist.yul.
object "MlDsaNistShake" {
  code {
    {
      let at := 2420
      let bytes := add(matrix(), 20480)
      //! include ../keys/account.yul
      if or(lt(calldatasize(), 2440), excess) { reject() }
      let ok := message(key)
      unpack()
      if iszero(bounded()) { reject() }
      ok := and(ok, transform())
      ok := and(ok, stream())
      challenge()
      ok := and(ok, uncentre())
      ok := and(ok, commitment(key))
      ok := and(ok, hints())
      pack()
      ok := and(ok, shake256(0x80, 832, 0, 32))
      mstore(0, and(ok, eq(mload(0), calldataload(0))))
      return(0, 32)
    }

    //! include reject.yul
    //! include shake256.yul
    //! include hash-shake.yul
    //! include ../ml-dsa/representative.yul
    //! include ../ml-dsa/core.yul
    //! include ../ml-dsa/commitment.yul
    //! include ../ml-dsa/challenge.yul
    //! include ../ml-dsa/hints.yul
    //! include ../ml-dsa/unpack.yul
    //! include ../ml-dsa/pack.yul
  }
  //! include ../ml-dsa/tables.yul
}
