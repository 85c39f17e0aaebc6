// u at S: the products of the two vectors at 0x560, the rows at W, and the constant.
mstore(0x540, 0x40000000000007fe001)
ok := and(ok, staticcall(4000, NTT_VECMULMOD, 0x554, 8204, 0x1980, 4096))
ok := and(ok, eq(returndatasize(), 4096))
// with the rows, then with -(γ2 + 1)·J four times
mstore(0x1960, 0x40000000000007fe001)
ok := and(ok, staticcall(4000, NTT_VECADDMOD, 0x1974, 8204, 0x1980, 4096))
ok := and(ok, eq(returndatasize(), 4096))
datacopy(0x980, dataoffset("round"), 1024)
mcopy(0xd80, 0x980, 0x400)
mcopy(0x1180, 0x980, 0x800)
mstore(0x960, 0x40000000000007fe001)
ok := and(ok, staticcall(4000, NTT_VECADDMOD, 0x974, 8204, 0x1980, 4096))
ok := and(ok, eq(returndatasize(), 4096))
let s := 0x960
//! include inverse.yul
//! include inverse.yul
//! include inverse.yul
//! include inverse.yul
