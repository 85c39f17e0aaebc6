//! ML-DSA-44 of FIPS 204, and its variant with a generator made of Keccak-256: standard keys and
//! signatures, and what the contracts take.

mod key;
mod signature;

pub use key::PublicKey;
pub use signature::Signature;

/// Coefficients of a polynomial.
pub const DEGREE: usize = 256;
/// The modulus.
pub const MODULUS: u32 = 8_380_417;
/// Rows and columns of the matrix, which is square.
pub const SIDE: usize = 4;
/// Bytes of a public key: a seed, and ten bits a coefficient of `t1`.
pub const PUBLIC_KEY: usize = 32 + SIDE * DEGREE * 10 / 8;
/// Bytes of a signature.
pub const SIGNATURE: usize = 2420;
