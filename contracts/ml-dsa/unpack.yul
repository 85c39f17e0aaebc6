// z, 2304 bytes of fields v = γ1 − z of 18 bits, to the four polynomials v − (β + 1) at S. A field of at most β borrows
// from its neighbour and leaves an element above 2^31. Masked parts are joined by xor, because the compiler would move a
// later mask inside an or and so double it.
// All of it without a loop: addresses are literals and masks stay on the stack.
function unpack() {
  datacopy(0x980, dataoffset("fields"), 256)
  let group0 := mload(0x980)
  let group1 := mload(0x9a0)
  let pair0 := mload(0x9c0)
  let pair1 := mload(0x9e0)
  let field0 := mload(0xa00)
  let field1 := mload(0xa20)
  let low := mload(0xa40)
  let least := mload(0xa60)
  let p := 32
  let d := 0x980
  let x
  let y
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
  //! include steps/field-words.yul
}
