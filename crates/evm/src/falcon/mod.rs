//! Falcon-512: standard keys and signatures, and what the contracts take.

mod calldata;
mod compressed;
mod key;
mod signature;

pub(crate) use calldata::Key;
pub use key::PublicKey;
pub use signature::Signature;

/// Coefficients of a polynomial.
pub const DEGREE: usize = 512;
/// The modulus.
pub const MODULUS: u16 = 12289;
/// Bytes of a salt.
pub const SALT: usize = 40;
/// Bytes of a public key: a first byte, and 14 bits a coefficient.
pub const PUBLIC_KEY: usize = 1 + DEGREE * 14 / 8;
/// Most bytes of compressed coefficients: those of the padded form.
pub const COMPRESSED: usize = 625;

/// The header of a call of a precompile on one of these polynomials.
fn header() -> Vec<u8> {
    [&(DEGREE as u32).to_be_bytes()[..], &u64::from(MODULUS).to_be_bytes()].concat()
}

/// Two bytes a coefficient, which is what the precompiles take.
fn encode(coefficients: impl IntoIterator<Item = u16>) -> Vec<u8> {
    coefficients.into_iter().flat_map(u16::to_be_bytes).collect()
}
