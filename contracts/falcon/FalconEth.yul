// FalconEth: verification of a Falcon-512 signature whose point is drawn with Keccak-256:
// blocks keccak256(keccak256(message, salt), counter of 64 bits), as in the known answers of EIP-8052.
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
//   + 2e          ...       the message, then the salt of 40 bytes
//
// The account's code is 1025 bytes: a zero byte and 512 elements of 16 bits, the transform of -h, each in [0, q). Nothing
// says that the account is the signer's; that is the caller's to know.
//
// Returns 32 bytes: 1 if the signature is valid, 0 for anything else. Every vector s2 has one encoding.
object "FalconEth" {
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
      let done, more := norm_s1()
      mstore(0, and(and(ok, done), lt(add(norm, more), 34034727)))
      return(0, 0x20)
    }

    //! include falcon512.yul
  }
}
