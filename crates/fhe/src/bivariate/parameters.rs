//! Parameters, and the tables that they need.

use super::BivariateError;
use crate::security;
use papilio_ring::bivariate::{DigitMatrix, DigitPlan, DigitTransforms, DigitWords, WORD_BITS};

/// Parameters as a caller writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParametersLiteral {
    /// Ring degree `N`, a power of two from `2^10` to `2^17`.
    pub degree: usize,
    /// Bits of keys: `log2` of the modulus that security depends on.
    pub key_bits: u32,
    /// Words of 52 bits in a digit: of a ciphertext (`operand`), and of a key and of sums (`row`).
    /// A digit of a ciphertext is what keys have more bits than it: fewer words leave ciphertexts
    /// more bits, more make keys smaller. More words in digits of keys make fewer sums, each of
    /// more primes. [`crate::frontend`] finds those that make products fastest.
    pub digit_words: DigitWords,
    /// Whether fewer than 128 bits of security will do.
    pub insecure: bool,
}

/// Ring learning with errors in base `2^K`: parameters and tables.
#[derive(Clone, Debug)]
pub struct Bivariate {
    literal: ParametersLiteral,
    transforms: DigitTransforms,
    fingerprint: u64,
}

impl Bivariate {
    /// Most bits of a key.
    pub const MAX_KEY_BITS: u32 = 64 * WORD_BITS;

    /// Validates parameters and makes their tables.
    ///
    /// # Errors
    /// [`BivariateError::Degree`], [`BivariateError::KeyBits`], [`BivariateError::Security`],
    /// [`BivariateError::Plan`].
    pub fn new(literal: &ParametersLiteral) -> Result<Self, BivariateError> {
        let &ParametersLiteral { degree, key_bits, digit_words, insecure } = literal;
        Self::check_ring(degree)?;
        let digit_bits = u32::try_from(digit_words.operand).unwrap_or(u32::MAX).saturating_mul(WORD_BITS);
        if key_bits <= digit_bits || key_bits > Self::MAX_KEY_BITS {
            return Err(BivariateError::KeyBits { key_bits, digit_bits, most: Self::MAX_KEY_BITS });
        }
        let limit = security::max_log_modulus(degree);
        if key_bits > limit && !insecure {
            return Err(BivariateError::Security { degree, key_bits, limit });
        }
        // Both halves of an external product. Masks of keys are uniform, and so are their bodies.
        let terms = 2 * (key_bits - digit_bits).div_ceil(digit_bits.max(1)) as usize;
        let transforms = DigitTransforms::new(DigitPlan::new(digit_words, degree, terms, DigitPlan::LOG2_FAILURE)?)?;
        let hash = blake3::derive_key(
            "papilio 2026 bivariate parameters",
            &[degree, key_bits as usize, digit_words.operand, digit_words.row].map(|x| (x as u64).to_le_bytes()).concat(),
        );
        let fingerprint = u64::from_le_bytes(core::array::from_fn(|i| hash[i]));
        Ok(Self { literal: *literal, transforms, fingerprint })
    }

    /// The parameters.
    #[must_use]
    pub fn literal(&self) -> &ParametersLiteral {
        &self.literal
    }

    /// `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.literal.degree
    }

    /// Most bits of a ciphertext: those of keys but for a digit, by which the noise of a key is
    /// multiplied.
    #[must_use]
    pub fn max_bits(&self) -> u32 {
        self.literal.key_bits - self.plan().bits()
    }

    /// Digits, and the primes of their products.
    #[must_use]
    pub fn plan(&self) -> &DigitPlan {
        self.transforms.plan()
    }

    /// The transforms of digits.
    #[must_use]
    pub fn transforms(&self) -> &DigitTransforms {
        &self.transforms
    }

    /// Bytes of a [`super::HalfExternalKey`] in memory; `usize::MAX` where they overflow.
    #[must_use]
    pub fn key_bytes(&self) -> usize {
        DigitMatrix::memory_bytes(self.plan(), self.rows(), self.columns())
    }

    /// Refuses keys that have more bytes in memory than a limit.
    ///
    /// # Errors
    /// [`BivariateError::Memory`].
    pub fn check_memory(&self, limit: usize) -> Result<(), BivariateError> {
        let bytes = self.key_bytes();
        if bytes <= limit { Ok(()) } else { Err(BivariateError::Memory { bytes, limit }) }
    }

    /// Refuses a degree that no ring has here.
    pub(super) fn check_ring(degree: usize) -> Result<(), BivariateError> {
        let sound = degree.is_power_of_two() && (1 << 10..=1 << 17).contains(&degree);
        if sound { Ok(()) } else { Err(BivariateError::Degree(degree)) }
    }

    /// Digits of a ciphertext.
    pub(super) fn rows(&self) -> usize {
        self.plan().digits(self.max_bits())
    }

    /// Digits of a key.
    pub(super) fn columns(&self) -> usize {
        self.plan().row_digits(self.literal.key_bits)
    }

    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    pub(super) fn check_context(&self, found: u64) -> Result<(), BivariateError> {
        let expected = self.fingerprint;
        if found == expected { Ok(()) } else { Err(BivariateError::Context { found, expected }) }
    }

    pub(super) fn check_degree(&self, found: usize) -> Result<(), BivariateError> {
        let expected = self.degree();
        if found == expected { Ok(()) } else { Err(BivariateError::PolynomialDegree { found, expected }) }
    }
}
