// The place of a coefficient is drawn among those up to `top`, and the coefficient that was there moves to `top`.
place := add(0x564, and(shl(2, mload(next)), 0x3fc))
next := add(next, 1)
for {} gt(place, top) {} { place, next := redraw(next) }
mstore8(add(top, 31), mload(place))
mstore8(add(place, 31), mload(sign))
sign := add(sign, 1)
top := add(top, 4)
