// FalconNist: verification of a Falcon-512 signature whose point is SHAKE256(salt, message), as in
// the third-round specification of Falcon.
//
// Calldata, without selector or ABI encoding; integers are big endian:
//
//   offset        bytes     content
//   0             1         0: the key is in an account | 1: it is in the calldata
//   1             1         number e of patches
//   2             512       low bytes of s2, see `decode` in falcon512.yul
//   514           128       high bits of s2
//   642           20 | 896  address of the key's account | public key in its standard encoding, less its header byte
//   662 | 1538    2e        patches of s2, see `patch`
//   + 2e          ...       the salt of 40 bytes, then the message
//
// The account's code is 1025 bytes: a zero byte and 512 elements of 16 bits, the transform of -h, each in [0, q). Nothing
// says that the account is the signer's; that is the caller's to know.
//
// Returns 32 bytes: 1 if the signature is valid, 0 for anything else. Every vector s2 has one encoding.
object "FalconNist" {
  code {
    {
      let place := byte(0, calldataload(0))
      let count := byte(1, calldataload(0))
      let patches := add(662, mul(876, place))
      let tail := add(patches, shl(1, count))
      let length := sub(calldatasize(), tail)
      // nothing is written yet, so the word at 0x60 is zero
      if or(gt(place, 1), lt(calldatasize(), add(tail, 40))) { return(0x60, 0x20) }

      let ok, norm := transform_s2(patches, count)

      // the state is at 0x1480; the blocks overwrite the message, once it has been absorbed
      calldatacopy(0x1960, tail, length)
      absorb(length)
      // 512 samples take 8 blocks at least, and of these all but the last 64 bytes
      let limit := 0x1960
      for {} lt(limit, 0x1da0) { limit := add(limit, 136) } { squeeze(limit) }
      mstore8(0x420, 0)
      let p := 0x1020
      let r := 0x1960
      for {} lt(r, 0x1d60) {} {
        //! include steps/word.yul
        //! include steps/word.yul
        //! include steps/word.yul
        //! include steps/word.yul
      }
      for {} lt(p, 0x1420) {} {
        if gt(add(r, 32), limit) {
          squeeze(limit)
          limit := add(limit, 136)
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
      let done, more := norm_s1()
      mstore(0, and(and(ok, done), lt(add(norm, more), 34034727)))
      return(0, 0x20)
    }

    // One call each with a literal state, so that the permutation is compiled for that address.
    function absorb(length) { shake256_absorb(0x1480, 0x1960, length) }
    function squeeze(at) { shake256_squeeze(0x1480, at) }

    //! include falcon512.yul
    //! include ../keccak/shake256.yul
  }
}
