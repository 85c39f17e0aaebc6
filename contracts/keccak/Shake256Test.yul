// Calldata: the number of blocks to squeeze in one byte, then the message. Returns the blocks.
object "Shake256Test" {
  code {
    {
      let blocks := byte(0, calldataload(0))
      let length := sub(calldatasize(), 1)
      calldatacopy(0x4000, 1, length)
      shake256_absorb(0x1000, 0x4000, length)
      let start := add(0x4000, and(add(length, 31), not(31)))
      let at := start
      for {} blocks { blocks := sub(blocks, 1) } {
        shake256_squeeze(0x1000, at)
        at := add(at, 136)
      }
      return(start, sub(at, start))
    }

    //! include shake256.yul
  }
}
