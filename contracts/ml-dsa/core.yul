// ML-DSA-44 verification (FIPS 204, algorithm 8) over NTT_FW, NTT_INV, NTT_VECMULMOD and NTT_VECADDMOD at 0x12 to 0x15:
// the calls. What lies between them is in the other files here; hash functions are the including object's, and tables.yul
// is its data.
//
// Polynomials are 256 elements of 4 bytes, eight to a word, the coefficient of the lowest power first. Memory, once the
// hash of the message is done:
//
//   0x0080  mu, 64 bytes, and behind it the packed w1, 768 bytes
//   0x03e0  stream of the challenge, at most 160 bytes with what a block scribbles
//   0x04c0  signs of the challenge, then the table "hinted"
//   0x0560  X: transform of the challenge, later four times
//   0x0580  C: challenge
//   0x0980  S: first operand
//   0x1980  Z: second operand, right behind the first
//   0x2980  W: rows, right behind it
//
// A header is the last 12 bytes before its operands, so results are operands without being moved. Every call has 4000 gas,
// three times the dearest price here: a call that fails keeps what it was given.

// |z| < γ1 − β exactly: the elements at S are canonical modulo 2(γ1 − β) − 1 where and only where all of them are in
// range. Precompiles that take any element fail here too: they do not know the modulus.
function bounded() -> ok {
  mstore(0x960, 0x200000000000003ff63)
  ok := staticcall(4000, NTT_VECADDMOD, 0x974, 4108, 0, 0)
  ok := and(ok, eq(returndatasize(), 2048))
}

// Transforms S to Z.
function transform() -> ok {
  ok := 1
  let s := 0x960
  //! include steps/forward.yul
  //! include steps/forward.yul
  //! include steps/forward.yul
  //! include steps/forward.yul
}

// The transforms of −c, at X, and of −z, at Z.
function uncentre() -> ok {
  mstore(0x560, 0x10000000000007fe001)
  ok := staticcall(4000, NTT_FW, 0x574, 1036, 0x580, 1024)
  ok := and(ok, eq(returndatasize(), 1024))
  datacopy(0x980, dataoffset("uncentre"), 1024)
  ok := and(ok, staticcall(4000, NTT_VECADDMOD, 0x574, 2060, 0x560, 1024))
  ok := and(ok, eq(returndatasize(), 1024))
  mcopy(0xd80, 0x980, 0x400)
  mcopy(0x1180, 0x980, 0x800)
  mstore(0x960, 0x40000000000007fe001)
  ok := and(ok, staticcall(4000, NTT_VECADDMOD, 0x974, 8204, 0x1980, 4096))
  ok := and(ok, eq(returndatasize(), 4096))
}
