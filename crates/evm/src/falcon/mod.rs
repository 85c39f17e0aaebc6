//! Falcon-512: standard keys and signatures, what the contracts take, and signing.

mod calldata;
mod compressed;
mod key;
mod point;
mod signature;
mod signer;

pub(crate) use calldata::Key;
pub use key::PublicKey;
pub use signature::Signature;
pub(crate) use signer::Secret;

/// Coefficients of a polynomial.
pub const DEGREE: usize = 512;
/// The modulus.
pub const MODULUS: u16 = 12289;
/// Bytes of a salt.
pub const SALT: usize = 40;
/// Bytes of a secret key: a first byte, six bits a coefficient of `f` and of `g`, eight of `F`.
pub const SECRET_KEY: usize = 1 + DEGREE * (6 + 6 + 8) / 8;
/// Bytes of a public key: a first byte, and 14 bits a coefficient.
pub const PUBLIC_KEY: usize = 1 + DEGREE * 14 / 8;
/// Bytes of compressed coefficients in the padded form.
pub const PADDED: usize = 625;
/// Most bytes of compressed coefficients within the norm. A coefficient takes nine bits and one for
/// every 128 of its absolute value: 512 that add `k` bits each have a norm of at least
/// `128²·Σk² ≤ 34034726`, so `Σk² ≤ 2077`, and `Σk ≤ 1029`: 507 times two and five times three.
pub const COMPRESSED: usize = (9 * DEGREE + 1029).div_ceil(8);

/// The header of a call of a precompile on one of these polynomials.
fn header() -> Vec<u8> {
    [&(DEGREE as u32).to_be_bytes()[..], &u64::from(MODULUS).to_be_bytes()].concat()
}

/// Two bytes a coefficient, which is what the precompiles take.
fn encode(coefficients: impl IntoIterator<Item = u16>) -> Vec<u8> {
    coefficients.into_iter().flat_map(u16::to_be_bytes).collect()
}
