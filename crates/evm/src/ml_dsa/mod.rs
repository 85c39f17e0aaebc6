//! ML-DSA-44 of FIPS 204, and its variant with a generator made of Keccak-256: standard keys and
//! signatures, what the contracts take, and how the variant signs.

mod key;
mod signature;
pub(crate) mod signer;

pub use key::PublicKey;
pub use signature::Signature;

/// Coefficients of a polynomial.
pub const DEGREE: usize = 256;
/// The modulus.
pub const MODULUS: u32 = 8_380_417;
/// Rows and columns of the matrix, which is square.
pub const SIDE: usize = 4;
/// Bits dropped from `t`.
const DROPPED: u32 = 13;
/// Bytes of a secret key: the seed of all of it.
pub const SECRET_KEY: usize = 32;
/// Bytes of a public key: a seed, and ten bits a coefficient of `t1`.
pub const PUBLIC_KEY: usize = 32 + SIDE * DEGREE * 10 / 8;
/// Bytes of a signature.
pub const SIGNATURE: usize = 2420;
