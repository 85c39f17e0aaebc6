//! ML-DSA-44 of FIPS 204, and its variant with a generator made of Keccak-256: standard keys and
//! signatures, what the contracts take, and how the variant signs.

mod key;
mod signature;
pub(crate) mod signer;

pub use key::PublicKey;
pub use signature::Signature;

/// The input of the hash `μ`, which stands for key and message in what is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representative {
    /// FIPS 204: `tr` of 64 bytes, `00`, the length of the context, the context, the message. The
    /// contracts know the empty context alone.
    Fips204,
    /// The text of EIP-8051, and Dilithium of round 3: `tr` of 32 bytes, the message.
    Eip8051Text,
}

impl Representative {
    /// Bytes of `tr`.
    #[must_use]
    pub fn digest_bytes(self) -> usize {
        match self {
            Self::Fips204 => 64,
            Self::Eip8051Text => 32,
        }
    }
}

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
