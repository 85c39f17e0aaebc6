//! Sums and products.

use super::{WordBfv, WordBfvError, WordCiphertext};
use crate::bivariate::{BivariateError, Ciphertext, Fractions, HalfExternalKey};
use papilio_field::{Residue, ResidueRing};

impl<F: Residue> WordBfv<F> {
    /// `a + b`
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`]; the errors of
    /// [`crate::bivariate::Bivariate::add`].
    pub fn add(&self, a: &WordCiphertext<F>, b: &WordCiphertext<F>) -> Result<WordCiphertext<F>, WordBfvError> {
        self.combine(a, b, self.scheme.add(&a.inner, &b.inner))
    }

    /// `a − b`
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn sub(&self, a: &WordCiphertext<F>, b: &WordCiphertext<F>) -> Result<WordCiphertext<F>, WordBfvError> {
        self.combine(a, b, self.scheme.sub(&a.inner, &b.inner))
    }

    fn combine(
        &self,
        a: &WordCiphertext<F>,
        b: &WordCiphertext<F>,
        inner: Result<Ciphertext, BivariateError>,
    ) -> Result<WordCiphertext<F>, WordBfvError> {
        self.check(a)?;
        self.check(b)?;
        Ok(WordCiphertext { inner: inner?, secrets: a.secrets.max(b.secrets), ..a.clone() })
    }

    /// `a·b`, to as many bits as both have. Noise: about `t·N` times the sum of both.
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`]; the errors of
    /// [`crate::bivariate::ProductTables::multiply_scaled`].
    pub fn multiply(
        &self,
        a: &WordCiphertext<F>,
        b: &WordCiphertext<F>,
        key: &HalfExternalKey,
    ) -> Result<WordCiphertext<F>, WordBfvError> {
        self.check(a)?;
        self.check(b)?;
        let secrets = a.secrets.max(b.secrets);
        let fractions = Fractions { secrets, independent: false };
        let t = self.plaintext_modulus.modulus();
        let inner = self.tables.multiply_scaled(&self.scheme, (&a.inner, &b.inner), (t, key), a.bits(), fractions)?;
        Ok(WordCiphertext { inner, secrets: secrets + 1, ..a.clone() })
    }

    /// The same message to fewer bits.
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`]; [`BivariateError::Bits`].
    pub fn with_bits(&self, a: &WordCiphertext<F>, bits: u32) -> Result<WordCiphertext<F>, WordBfvError> {
        self.check(a)?;
        let inner = self.scheme.with_bits(&a.inner, bits)?;
        Ok(WordCiphertext { inner, secrets: a.secrets.max(1), ..a.clone() })
    }

    /// The image under `X ↦ X^exponent`, by a key for it.
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`]; the errors of
    /// [`crate::bivariate::Bivariate::apply_automorphism`].
    pub fn apply_automorphism(
        &self,
        a: &WordCiphertext<F>,
        exponent: usize,
        key: &HalfExternalKey,
    ) -> Result<WordCiphertext<F>, WordBfvError> {
        self.check(a)?;
        let inner = self.scheme.apply_automorphism(&a.inner, exponent, key)?;
        Ok(WordCiphertext { inner, secrets: a.secrets.max(1), ..a.clone() })
    }
}
