// c - s2 h, with the bias that L has, to A0; `ok` tells whether the calls succeeded.
fill(0xc20, 0x0100010001000100010001000100010001000100010001000100010001000100)
mstore(0, 0x000004000000000000003001)
ok := and(eq(returndatasize(), 0x800), staticcall(20000, 0x14, 0x14, 0x100c, 0x820, 0x800))
mstore(0x800, 0x000002000000000000003001)
ok := and(ok, and(eq(returndatasize(), 0x400), staticcall(20000, 0x13, 0x814, 0x40c, 0x820, 0x400)))
ok := and(ok, and(eq(returndatasize(), 0x400), staticcall(20000, 0x15, 0x814, 0x80c, 0xc20, 0x400)))
mstore(0xc00, 0x000002000000000000003001)
ok := and(ok, and(eq(returndatasize(), 0x400), staticcall(20000, 0x15, 0xc14, 0x80c, 0x20, 0x400)))
