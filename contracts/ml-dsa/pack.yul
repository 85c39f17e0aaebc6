// w1 of S, 6 bits each, to 0x0c0. With x = (w + γ2) mod q, HighBits(w) = ⌈⌈x/2^11⌉/93⌉ − 1, and 0 for x = 0. Here
// x = q − 1 − u, and the second quotient is a product with 45100/2^22.
function pack() {
  datacopy(0xc0, dataoffset("digits"), 256)
  let offset := mload(0xc0)
  let quotient := mload(0xe0)
  let six := mload(0x100)
  let gather := mload(0x120)
  let group := mload(0x140)
  let join := mload(0x160)
  let half := mload(0x180)
  let first := mload(0x1a0)
  let u := 0x980
  let w := 0xc0
  let a
  let b
  let x
  //! include steps/digit-blocks.yul
  //! include steps/digit-blocks.yul
  //! include steps/digit-blocks.yul
  //! include steps/digit-blocks.yul
}
