// Z[i] to S[i].
mstore(add(s, 0x1000), 0x10000000000007fe001)
ok := and(ok, staticcall(4000, NTT_INV, add(s, 0x1014), 1036, add(s, 0x20), 1024))
ok := and(ok, eq(returndatasize(), 1024))
s := add(s, 0x400)
