// UseHint by rewriting: one byte takes a coefficient of S into the middle of the interval of its digit's neighbour, so
// that `pack` need not know of hints. The parity of ⌊u/γ2⌋ says on which side of its interval u lies.
// Hints ascend within a row, rows end at ascending counts of at most 80, and zeros fill the rest.
function hints() -> ok {
  datacopy(0x4c0, dataoffset("hinted"), 89)
  ok := 1
  let p := 2336
  let s := 0x981
  // a coefficient is read as the first 3 bytes of a word
  let gamma := shl(232, 95232)
  let i
  let h
  let k
  for { let row := 2416 } lt(row, 2420) { row := add(row, 1) } {
    let end := add(2336, byte(0, calldataload(row)))
    if or(lt(end, p), gt(end, 2416)) {
      ok := 0
      leave
    }
    let last := not(0)
    for {} gt(sub(end, p), 3) { p := add(p, 4) } {
      h := calldataload(p)
      k := 0
      //! include steps/hint.yul
      //! include steps/hint.yul
      //! include steps/hint.yul
      //! include steps/hint.yul
    }
    h := calldataload(p)
    k := 0
    let left := sub(end, p)
    p := end
    if and(left, 2) {
      //! include steps/hint.yul
      //! include steps/hint.yul
    }
    if and(left, 1) {
      //! include steps/hint.yul
    }
    s := add(s, 0x400)
  }
  calldatacopy(0x3e0, 2336, 80)
  calldatacopy(0x430, calldatasize(), 96)
  p := sub(p, 1344)
  ok := and(ok, iszero(or(or(mload(p), mload(add(p, 32))), mload(add(p, 64)))))
}
