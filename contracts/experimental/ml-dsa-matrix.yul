// ML-DSA-44 with products of matrices by a precompile at 0x17: in place of uncentre of ../ml-dsa/core.yul
// and commitment of ../ml-dsa/commitment.yul; other functions there, and places in memory, are used. Two rows at a time:
// what four would save is less than their memory.
//
//   0x00e0  w, four polynomials
//   0x0980  two rows: for each, four polynomials of A and one of -t
//   0x3180  the vector: four polynomials of -z and -c

// The vector: from Z and C to 0x3180.
function uncentre_vector() -> ok {
  mstore(0x560, 0x10000000000007fe001)
  ok := staticcall(4000, NTT_FW, 0x574, 1036, 0x580, 1024)
  ok := and(ok, eq(returndatasize(), 1024))
  datacopy(0x980, dataoffset("uncentre"), 1024)
  ok := and(ok, staticcall(4000, NTT_VECADDMOD, 0x574, 2060, 0x4180, 1024))
  ok := and(ok, eq(returndatasize(), 1024))
  mcopy(0xd80, 0x980, 0x400)
  mcopy(0x1180, 0x980, 0x800)
  mstore(0x960, 0x40000000000007fe001)
  ok := and(ok, staticcall(4000, NTT_VECADDMOD, 0x974, 8204, 0x3180, 4096))
  ok := and(ok, eq(returndatasize(), 4096))
}

// Rows `row` and `row` + 1 of the key by the vector, to dst.
function rows(key, row, dst) -> ok {
  mstore(0x960, 0x02050000010000000000007fe001)
  extcodecopy(key, 0x980, add(65, shl(12, row)), 4096)
  extcodecopy(key, 0x1980, add(16449, shl(10, row)), 1024)
  extcodecopy(key, 0x1d80, add(4161, shl(12, row)), 4096)
  extcodecopy(key, 0x2d80, add(17473, shl(10, row)), 1024)
  ok := staticcall(4000, MULACC, 0x972, 15374, dst, 2048)
  ok := and(ok, eq(returndatasize(), 2048))
}

// u = -w - (γ2 + 1) to S, as the function `commitment` of ../ml-dsa/commitment.yul.
function commitment_by_rows(key) -> ok {
  ok := rows(key, 0, 0xe0)
  ok := and(rows(key, 2, 0x8e0), ok)
  datacopy(0x10e0, dataoffset("round"), 1024)
  mcopy(0x14e0, 0x10e0, 0x400)
  mcopy(0x18e0, 0x10e0, 0x800)
  mstore(0xc0, 0x40000000000007fe001)
  ok := and(ok, staticcall(4000, NTT_VECADDMOD, 0xd4, 8204, 0x1980, 4096))
  ok := and(ok, eq(returndatasize(), 4096))
  let s := 0x960
  //! include ../ml-dsa/steps/inverse.yul
  //! include ../ml-dsa/steps/inverse.yul
  //! include ../ml-dsa/steps/inverse.yul
  //! include ../ml-dsa/steps/inverse.yul
}
