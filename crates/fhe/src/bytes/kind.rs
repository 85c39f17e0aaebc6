//! Kinds of objects.

use core::fmt;

/// What bytes are of, by the number that they carry; numbers are never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
#[non_exhaustive]
pub enum Kind {
    /// [`crate::Literal`].
    Parameters = 1,
    /// [`crate::bfv::SecretKey`].
    SecretKey = 2,
    /// [`crate::bfv::PublicKey`].
    PublicKey = 3,
    /// [`crate::bfv::Seeded`].
    Seeded = 4,
    /// [`crate::bfv::Ciphertext`] in coefficient form.
    Ciphertext = 5,
    /// [`crate::bfv::Product`].
    Product = 6,
    /// [`crate::bfv::RelinearisationKey`].
    RelinearisationKey = 7,
    /// [`crate::bfv::GaloisKeys`].
    GaloisKeys = 8,
    /// [`crate::bfv::Plaintext`].
    Plaintext = 9,
    /// [`crate::bgv::Ciphertext`] in coefficient form.
    BgvCiphertext = 10,
    /// [`crate::bgv::Product`].
    BgvProduct = 11,
}

impl Kind {
    /// All kinds, by number.
    pub const ALL: &[Self] = &[
        Self::Parameters,
        Self::SecretKey,
        Self::PublicKey,
        Self::Seeded,
        Self::Ciphertext,
        Self::Product,
        Self::RelinearisationKey,
        Self::GaloisKeys,
        Self::Plaintext,
        Self::BgvCiphertext,
        Self::BgvProduct,
    ];

    /// The number in the bytes.
    #[must_use]
    pub fn number(self) -> u16 {
        self as u16
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parameters => "parameters",
            Self::SecretKey => "secret key",
            Self::PublicKey => "public key",
            Self::Seeded => "seeded ciphertext",
            Self::Ciphertext => "ciphertext",
            Self::Product => "product of ciphertexts",
            Self::RelinearisationKey => "relinearisation key",
            Self::GaloisKeys => "Galois keys",
            Self::Plaintext => "plaintext",
            Self::BgvCiphertext => "BGV ciphertext",
            Self::BgvProduct => "product of BGV ciphertexts",
        })
    }
}
