//! Kinds of objects.

use core::fmt;

/// The kind of an object, by the number that its bytes carry; numbers are never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
#[non_exhaustive]
pub enum Kind {
    /// [`crate::ParametersLiteral`].
    Parameters = 1,
    /// [`crate::bfv::SecretKey`].
    SecretKey = 2,
    /// [`crate::bfv::PublicKey`].
    PublicKey = 3,
    /// [`crate::bfv::SeededCiphertext`].
    SeededCiphertext = 4,
    /// [`crate::bfv::Ciphertext`] in coefficient form.
    Ciphertext = 5,
    /// [`crate::bfv::Product`].
    Product = 6,
    /// [`crate::bfv::RelinearizationKey`].
    RelinearizationKey = 7,
    /// [`crate::bfv::GaloisKeys`].
    GaloisKeys = 8,
    /// [`crate::bfv::Plaintext`].
    Plaintext = 9,
    /// [`crate::bgv::Ciphertext`] in coefficient form.
    BgvCiphertext = 10,
    /// [`crate::bgv::Product`].
    BgvProduct = 11,
    /// [`crate::rlwe::SecretSwitchingKey`].
    SecretSwitchingKey = 12,
    /// A ciphertext of CKKS, in evaluation form.
    CkksCiphertext = 13,
    /// A product of ciphertexts of CKKS, in evaluation form.
    CkksProduct = 14,
    /// A plaintext of CKKS.
    CkksPlaintext = 15,
    /// A fresh ciphertext of CKKS, its uniform half by seed.
    SeededCkksCiphertext = 16,
    /// The parameters of CKKS.
    CkksParameters = 17,
    /// [`crate::rlwe::ExtendedPublicKey`].
    ExtendedPublicKey = 18,
    /// The parameters of gates.
    GatesParameters = 19,
    /// A secret key of gates.
    GatesSecretKey = 20,
    /// An evaluation key of gates, masks by seed.
    GatesEvaluationKey = 21,
    /// Encrypted bits.
    GatesBits = 22,
    /// Fresh encrypted bits, masks by seed.
    SeededGatesBits = 23,
    /// Encrypted integers of tables.
    GatesIntegers = 24,
    /// [`crate::bivariate::ParametersLiteral`].
    BivariateParameters = 25,
    /// [`crate::bivariate::SecretKey`].
    BivariateSecretKey = 26,
    /// [`crate::bivariate::SeededHalfExternalKey`].
    BivariateHalfExternalKey = 27,
    /// [`crate::bivariate::Ciphertext`].
    BivariateCiphertext = 28,
    /// [`crate::bivariate::SeededCiphertext`].
    SeededBivariateCiphertext = 29,
}

impl Kind {
    /// All kinds, by number.
    pub const ALL: &[Self] = &[
        Self::Parameters,
        Self::SecretKey,
        Self::PublicKey,
        Self::SeededCiphertext,
        Self::Ciphertext,
        Self::Product,
        Self::RelinearizationKey,
        Self::GaloisKeys,
        Self::Plaintext,
        Self::BgvCiphertext,
        Self::BgvProduct,
        Self::SecretSwitchingKey,
        Self::CkksCiphertext,
        Self::CkksProduct,
        Self::CkksPlaintext,
        Self::SeededCkksCiphertext,
        Self::CkksParameters,
        Self::ExtendedPublicKey,
        Self::GatesParameters,
        Self::GatesSecretKey,
        Self::GatesEvaluationKey,
        Self::GatesBits,
        Self::SeededGatesBits,
        Self::GatesIntegers,
        Self::BivariateParameters,
        Self::BivariateSecretKey,
        Self::BivariateHalfExternalKey,
        Self::BivariateCiphertext,
        Self::SeededBivariateCiphertext,
    ];

    /// The number in the bytes.
    #[must_use]
    pub fn number(self) -> u16 {
        self as u16
    }

    /// The version of the format of its bytes, raised when an older reader would misunderstand.
    #[must_use]
    pub fn version(self) -> u16 {
        match self {
            Self::Parameters | Self::SecretKey | Self::PublicKey | Self::RelinearizationKey | Self::SecretSwitchingKey => 5,
            // They may hold slots or move them, in the order of `crate::rlwe::ROTATION_GENERATOR`.
            Self::SeededCiphertext
            | Self::Ciphertext
            | Self::Product
            | Self::GaloisKeys
            | Self::Plaintext
            | Self::BgvCiphertext
            | Self::BgvProduct
            | Self::CkksCiphertext
            | Self::CkksProduct
            | Self::CkksPlaintext
            | Self::SeededCkksCiphertext
            | Self::CkksParameters
            | Self::ExtendedPublicKey => 6,
            Self::GatesParameters
            | Self::GatesSecretKey
            | Self::GatesEvaluationKey
            | Self::GatesBits
            | Self::SeededGatesBits
            | Self::GatesIntegers
            | Self::BivariateParameters
            | Self::BivariateSecretKey
            | Self::BivariateHalfExternalKey
            | Self::BivariateCiphertext
            | Self::SeededBivariateCiphertext => 1,
        }
    }

    /// The kind of this number.
    pub(super) fn numbered(number: u16) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.number() == number)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parameters => "parameters",
            Self::SecretKey => "secret key",
            Self::PublicKey => "public key",
            Self::SeededCiphertext => "seeded ciphertext",
            Self::Ciphertext => "ciphertext",
            Self::Product => "product of ciphertexts",
            Self::RelinearizationKey => "relinearization key",
            Self::GaloisKeys => "Galois keys",
            Self::Plaintext => "plaintext",
            Self::BgvCiphertext => "BGV ciphertext",
            Self::BgvProduct => "product of BGV ciphertexts",
            Self::SecretSwitchingKey => "key from one secret to another",
            Self::CkksCiphertext => "CKKS ciphertext",
            Self::CkksProduct => "product of CKKS ciphertexts",
            Self::CkksPlaintext => "CKKS plaintext",
            Self::SeededCkksCiphertext => "seeded CKKS ciphertext",
            Self::CkksParameters => "CKKS parameters",
            Self::ExtendedPublicKey => "extended public key",
            Self::GatesParameters => "gate parameters",
            Self::GatesSecretKey => "gate secret key",
            Self::GatesEvaluationKey => "gate evaluation key",
            Self::GatesBits => "encrypted bits",
            Self::SeededGatesBits => "seeded encrypted bits",
            Self::GatesIntegers => "encrypted integers",
            Self::BivariateParameters => "parameters in words",
            Self::BivariateSecretKey => "secret key in words",
            Self::BivariateHalfExternalKey => "half external key",
            Self::BivariateCiphertext => "ciphertext in words",
            Self::SeededBivariateCiphertext => "seeded ciphertext in words",
        })
    }
}
