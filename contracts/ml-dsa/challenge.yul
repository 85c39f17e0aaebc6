// SampleInBall, of a stream whose first 8 bytes, at 0x3e0, are the signs; the others follow, up to one byte that is 0xff and
// not of the stream. Byte i of the memory is the last of the word at i − 31, which is how the stream is read. The including
// object supplies
//   challenge_at(next) -> at: next, or where further bytes of the stream are if it was at the end of those at hand.
// Leaves (γ1 − β − 1)·J − c at C: all coefficients then differ in their last byte alone.
function challenge() {
  mstore(0x580, 0x0001ffb10001ffb10001ffb10001ffb10001ffb10001ffb10001ffb10001ffb1)
  mcopy(0x5a0, 0x580, 0x20)
  mcopy(0x5c0, 0x580, 0x40)
  mcopy(0x600, 0x580, 0x80)
  mcopy(0x680, 0x580, 0x100)
  mcopy(0x780, 0x580, 0x200)
  // a byte for every sign, at 0x4c0
  let signs := shr(224, mload(0x3e0))
  signs := and(or(signs, shl(112, signs)), 0xffff0000000000000000000000000000ffff)
  signs := and(or(signs, shl(56, signs)), 0xff00000000000000ff00000000000000ff00000000000000ff)
  mstore(0x4c0, signed(signs))
  mstore(0x4e0, shl(192, signed(byte(4, mload(0x3e0)))))
  let sign := 0x4a1
  let next := 0x3c9
  let top := 0x8c8
  let place
  //! include steps/draws.yul
  //! include steps/draws.yul
  // no byte is too large for the last, so not the one that ends the stream either
  place, next := redraw(next)
  mstore8(0x97f, mload(place))
  mstore8(add(place, 31), mload(sign))
}

// The next place, whatever came before.
function redraw(from) -> place, next {
  next := challenge_at(from)
  place := add(0x564, and(shl(2, mload(next)), 0x3fc))
  next := add(next, 1)
}

// The bytes that stand for −1 and 1, of the bits of a byte in every group of 8 bytes, from the lowest: the sign of −c.
function signed(x) -> y {
  y := and(mul(x, 0x0101010101010101), 0x0102040810204080010204081020408001020408102040800102040810204080)
  y := add(y, 0x7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f)
  y := and(shr(6, y), 0x0202020202020202020202020202020202020202020202020202020202020202)
  y := or(y, 0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0)
}
