// S[i] to Z[i]. The header overwrites the end of S[i - 1], which is done with.
mstore(s, 0x10000000000007fe001)
ok := and(ok, staticcall(4000, NTT_FW, add(s, 20), 1036, add(s, 0x1020), 1024))
ok := and(ok, eq(returndatasize(), 1024))
s := add(s, 0x400)
