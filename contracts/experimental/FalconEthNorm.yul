// FalconEth with norms by a precompile.
// Calldata, the account of the key and the result are those of ../falcon/FalconEth.yul.
object "FalconEthNorm" {
  code {
    {
      let place := byte(0, calldataload(0))
      let count := byte(1, calldataload(0))
      let patches := add(662, mul(876, place))
      let tail := add(patches, shl(1, count))
      let length := sub(calldatasize(), tail)
      // nothing is written yet, so the word at 0x60 is zero
      if or(gt(place, 1), lt(calldatasize(), add(tail, 40))) { return(0x60, 0x20) }

      let ok, norm := transform_and_norm(patches, count)

      // the state and the counter stay at 0x1480; 512 samples take 32 blocks at least
      calldatacopy(0x820, tail, length)
      mstore(0x1480, keccak256(0x820, length))
      mstore(0x14a0, 0)
      mstore8(0x420, 0)
      let p := 0x1020
      let i := 0
      for {} lt(i, 32) {} {
        //! include steps/block.yul
        //! include steps/block.yul
        //! include steps/block.yul
        //! include steps/block.yul
      }
      for {} lt(p, 0x1420) {} {
        //! include steps/block.yul
      }

      switch place
      case 0 {
        let at := 642
        let bytes := 1025
        //! include ../keys/account.yul
        ok := and(ok, iszero(excess))
        extcodecopy(key, 0x820, 1, 0x400)
      }
      default { ok := and(ok, key_from_calldata(642)) }
      let done, more := norm_of_difference()
      mstore(0, and(and(ok, done), lt(add(norm, more), 34034727)))
      return(0, 0x20)
    }

    //! include ../falcon/falcon512.yul
    //! include falcon-norm.yul
  }
}
