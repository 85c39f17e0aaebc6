// Eight fields at p to the word at d. In each of two groups of 9 bytes, a b c d e f g h i, the fields lie in abc, cde,
// efg and ghi: groups to halves, pairs of fields to quarters, fields to lanes, on the way 2 bits further for each field of
// a group; then the first byte of a lane changes places with the third.
x := xor(and(calldataload(p), group0), and(calldataload(sub(p, 7)), group1))
x := xor(and(x, pair0), and(shr(36, x), pair1))
x := xor(and(x, field0), and(shr(18, x), field1))
y := and(xor(x, shr(16, x)), low)
mstore(d, sub(shr(8, xor(xor(x, y), shl(16, y))), least))
p := add(p, 18)
d := add(d, 32)
