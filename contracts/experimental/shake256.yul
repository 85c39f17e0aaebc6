// SHAKE256 by a precompile at 0x19: `out` bytes from the len bytes at src to dst, which may overlap them. Overwrites the
// 32 bytes before src. The price, 36 for 136 bytes, is below what is given to the call.
function shake256(src, len, dst, out) -> ok {
  mstore(sub(src, 32), out)
  ok := staticcall(add(200, add(len, out)), SHAKE256, sub(src, 4), add(len, 4), dst, out)
  ok := and(ok, eq(returndatasize(), out))
}
