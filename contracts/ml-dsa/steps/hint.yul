// Hint k of h, in the row of S whose last hint was at `last`.
i := byte(k, h)
k := add(k, 1)
ok := and(ok, sgt(i, last))
last := i
i := add(s, shl(2, i))
mstore8(i, mload(add(0x4a1, div(mload(i), gamma))))
