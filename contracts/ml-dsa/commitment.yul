// u = −w − (γ2 + 1) to S, where w = A·z − c·t1·2^13: products with −z and −c, and J = 1 + X + … + X^255.
function commitment(key) -> ok {
  ok := 1
  let row := matrix()
  let w := 0x2980
  //! include steps/row.yul
  //! include steps/row.yul
  //! include steps/row.yul
  //! include steps/row.yul

  // X four times and the last 4096 bytes of the key
  mcopy(0x960, 0x560, 0x400)
  mcopy(0xd60, 0x560, 0x800)
  extcodecopy(key, 0x1560, row, 4096)
  //! include steps/round.yul
}

