//! BFV in words: messages modulo `t` as fractions over `t`.
//!
//! A message `m` is the torus polynomial `m/t`, and the product of two is `t·x·y` modulo 1 of their
//! phases: the upper half of a convolution of digits, times `t` (M. Georgieva Belorgey et al.,
//! ePrint 2023/771). No base is extended. Plaintexts, their slots and their moduli are those of
//! [`crate::bfv`], whose results these are bit for bit; what it promises to whom holds here too.
//!
//! ```
//! use papilio_fhe::bivariate::bfv::WordBfv;
//! use papilio_fhe::bivariate::{HalfExternalKey, ParametersLiteral, SecretKey};
//! use papilio_field::PlaintextModulus;
//! # use chacha20::ChaCha20Rng;
//! # use rand_core::SeedableRng;
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]); // of the operating system, outside documentation
//!
//! let literal = ParametersLiteral { degree: 1 << 13, key_bits: 214, digit_words: 1.into(), insecure: false };
//! let bfv = WordBfv::<u64>::new(&literal, PlaintextModulus::new(65537)?)?;
//! let secret = SecretKey::generate(bfv.scheme(), &mut rng);
//! let key = HalfExternalKey::for_relinearization(bfv.scheme(), &secret, &mut rng)?;
//! let encoder = bfv.encoder()?;
//! let x = bfv.encrypt(&secret, &encoder.encode_signed(&[2, -3, 5])?, &mut rng)?;
//! let square = bfv.multiply(&x, &x, &key)?;
//! let decrypted = bfv.decrypt(&secret, &square)?;
//! assert_eq!(encoder.decode_signed(&decrypted.plaintext)?[..4], [4, 9, 25, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ciphertexts of [`crate::bfv`] become those of words and the other way:
//! [`WordBfv::from_residues`] and [`WordBfv::to_residues`] without a key,
//! [`WordBfv::switch_from_residues`] and [`WordBfv::switch_to_residues`] under another secret.

mod convert;
mod encode;
mod encrypt;
mod evaluate;
#[cfg(test)]
mod tests;

pub use encrypt::WordDecryption;

use super::multiply::log2_integer;
use super::noise::log2_total;
use super::{Bivariate, BivariateError, Ciphertext, ParametersLiteral, ProductTables};
use crate::bfv::{BatchEncoder, Plaintext, check_residues};
use crate::noise::{LEAST_BUDGET, log2_max};
use crate::rlwe::FheError;
use papilio_field::{Residue, ResidueRing};
use papilio_ntt::dft::DftResidue;

/// Why an operation of BFV in words is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WordBfvError {
    /// An operation on ciphertexts or keys in words is refused.
    #[error(transparent)]
    Bivariate(#[from] BivariateError),
    /// A plaintext, or a decryption, is refused.
    #[error(transparent)]
    Fhe(#[from] FheError),
    /// A plaintext modulus that fractions of two are as good as.
    #[error("the plaintext modulus {0}: moduli in words are odd, from 3 on")]
    Even(String),
    /// Bits that leave no room for messages.
    #[error("ciphertexts of {bits} bits: messages modulo {modulus} need {needed:.1} with the least noise")]
    Room {
        /// Bits of ciphertexts.
        bits: u32,
        /// The plaintext modulus.
        modulus: String,
        /// Bits needed.
        needed: f64,
    },
}

/// BFV in words over fixed parameters and a plaintext modulus.
#[derive(Clone, Debug)]
pub struct WordBfv<F: Residue> {
    scheme: Bivariate,
    tables: ProductTables,
    plaintext_modulus: F::Ring,
    /// `log2(t)`, rounded up.
    log_plain: f64,
}

/// An encryption of a plaintext modulo `t`.
#[derive(Clone, Debug, PartialEq)]
pub struct WordCiphertext<F: Residue> {
    inner: Ciphertext,
    plaintext_modulus: F::Ring,
    /// The most factors of the secret in a term of the noise.
    secrets: u32,
}

impl<F: Residue> WordCiphertext<F> {
    /// The pair of torus polynomials.
    #[must_use]
    pub fn inner(&self) -> &Ciphertext {
        &self.inner
    }

    /// Bits of a coefficient.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.inner.bits()
    }
}

impl<F: Residue> WordBfv<F> {
    /// The scheme over these parameters, for plaintexts modulo `t`: any odd integer from 3 on for
    /// `F = u64`.
    ///
    /// # Errors
    /// [`WordBfvError::Even`]; [`WordBfvError::Room`]; the errors of [`Bivariate::new`] and
    /// [`ProductTables::new`].
    pub fn new(literal: &ParametersLiteral, t: F::Ring) -> Result<Self, WordBfvError> {
        if t.modulus()[0].is_multiple_of(2) {
            return Err(WordBfvError::Even(t.name().into_owned()));
        }
        let scheme = Bivariate::new(literal)?;
        let (tables, log_plain) = (ProductTables::new(&scheme)?, log2_integer(t.modulus()));
        let bfv = Self { scheme, tables, plaintext_modulus: t, log_plain };
        let bits = bfv.scheme.max_bits();
        let left = bfv.budget_of(encrypt::fresh_variance(bits));
        if left < LEAST_BUDGET {
            let modulus = bfv.plaintext_modulus.name().into_owned();
            return Err(WordBfvError::Room { bits, modulus, needed: f64::from(bits) - left + LEAST_BUDGET });
        }
        Ok(bfv)
    }

    /// The scheme that keys are made for.
    #[must_use]
    pub fn scheme(&self) -> &Bivariate {
        &self.scheme
    }

    /// The ring `Z_t` of the coefficients of plaintexts.
    #[must_use]
    pub fn plaintext_modulus(&self) -> &F::Ring {
        &self.plaintext_modulus
    }

    /// The predicted budget in bits: those between the greatest coefficient of the noise and
    /// `1/(2t)`.
    #[must_use]
    pub fn predicted_budget_bits(&self, a: &WordCiphertext<F>) -> f64 {
        self.budget_of(a.inner.log2_variance())
    }

    fn budget_of(&self, log2_variance: f64) -> f64 {
        -self.log_plain - 1.0 - log2_max(log2_variance, self.scheme.degree() as f64)
    }

    /// The encoder of all slots that plaintexts have.
    ///
    /// # Errors
    /// [`FheError::NoSlots`] unless `t` is a prime and `8 | t − 1`.
    pub fn encoder(&self) -> Result<BatchEncoder<F>, WordBfvError>
    where
        F: DftResidue,
    {
        Ok(BatchEncoder::over(&self.plaintext_modulus, self.scheme.degree())?)
    }

    /// Encodes at most `N` values, one per coefficient.
    ///
    /// # Errors
    /// [`FheError::TooLong`]; [`FheError::Unreduced`].
    pub fn encode_coefficients(&self, values: &[F]) -> Result<Plaintext<F>, WordBfvError> {
        let degree = self.scheme.degree();
        if values.len() > degree {
            return Err(FheError::TooLong { given: values.len(), degree }.into());
        }
        check_residues(&self.plaintext_modulus, values)?;
        let mut coefficients = vec![F::default(); degree];
        coefficients[..values.len()].copy_from_slice(values);
        Ok(Plaintext::new(&self.plaintext_modulus, coefficients))
    }

    /// Refuses ciphertexts of plaintexts modulo another number.
    fn check(&self, a: &WordCiphertext<F>) -> Result<(), WordBfvError> {
        Ok(self.check_plaintexts(&a.plaintext_modulus)?)
    }

    fn check_plaintexts(&self, found: &F::Ring) -> Result<(), FheError> {
        if *found == self.plaintext_modulus {
            return Ok(());
        }
        let [found, expected] = [found, &self.plaintext_modulus].map(|t| t.name().into_owned());
        Err(FheError::PlaintextModulus { found, expected })
    }
}
