// FalconNist with SHAKE256 and norms by precompiles.
// Calldata, the account of the key and the result are those of ../falcon/FalconNist.yul.
object "FalconNistShakeNorm" {
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

      // 512 samples take 32 words of the stream at least
      ok := and(ok, stream(tail, length, 1216))
      mstore8(0x420, 0)
      let p := 0x1020
      let r := 0x1480
      for {} lt(r, 0x1880) {} {
        //! include steps/word.yul
        //! include steps/word.yul
        //! include steps/word.yul
        //! include steps/word.yul
      }
      let limit := 0x1940
      for {} lt(p, 0x1420) {} {
        if eq(r, limit) {
          limit := add(limit, 1216)
          ok := and(ok, stream(tail, length, sub(limit, 0x1480)))
          if iszero(ok) { break }
        }
        //! include steps/word.yul
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
    //! include shake256.yul
    //! include stream.yul
  }
}
