// Four words at u to 24 bytes at w. The product with `gather` moves four digits side by side, twice in a word; `join`
// moves the two results together; then the first byte of every three changes places with the third.
a := and(mul(and(shr(22, mul(and(shr(11, sub(offset, mload(u))), quotient), 45100)), six), gather), group)
b := and(mul(and(shr(22, mul(and(shr(11, sub(offset, mload(add(u, 32)))), quotient), 45100)), six), gather), group)
a := and(mul(xor(a, shr(48, b)), join), half)
b := and(mul(and(shr(22, mul(and(shr(11, sub(offset, mload(add(u, 64)))), quotient), 45100)), six), gather), group)
x := and(mul(and(shr(22, mul(and(shr(11, sub(offset, mload(add(u, 96)))), quotient), 45100)), six), gather), group)
a := xor(a, shr(96, mul(xor(b, shr(48, x)), join)))
b := and(xor(a, shr(16, a)), first)
mstore(w, xor(xor(a, b), shl(16, b)))
u := add(u, 128)
w := add(w, 24)
