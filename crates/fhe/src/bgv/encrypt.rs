//! Encryption and decryption: those of BFV, up to the factor.

use super::{Bgv, Ciphertext, Operand};
use crate::bfv::{Decryption, FheError, Plaintext, PublicKey, SecretKey, SeededCiphertext};
use papilio_field::{Residue, ResidueRing};
use rand_core::CryptoRng;
use std::borrow::Cow;

impl<F: Residue> Bgv<F> {
    /// Encrypts under the secret key, for [`Self::expand`].
    ///
    /// # Errors
    /// The errors of [`crate::bfv::Bfv::encrypt_seeded`].
    pub fn encrypt_seeded(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<SeededCiphertext, FheError> {
        self.bfv.encrypt_seeded(secret, plaintext, rng)
    }

    /// The whole ciphertext of a fresh one whose uniform half is a seed.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn expand(&self, seeded: SeededCiphertext) -> Result<Ciphertext<F>, FheError> {
        self.from_bfv(seeded.expand(&self.bfv)?)
    }

    /// Encrypts as [`Self::encrypt_seeded`], but with both parts.
    ///
    /// # Errors
    /// The errors of [`crate::bfv::Bfv::encrypt_seeded`].
    pub fn encrypt_secret(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<F>, FheError> {
        self.from_bfv(self.bfv.encrypt_secret(secret, plaintext, rng)?)
    }

    /// Encrypts under the public key, with the promises of [`crate::bfv::Bfv::encrypt_public`].
    ///
    /// # Errors
    /// The errors of [`crate::bfv::Bfv::encrypt_public`].
    pub fn encrypt_public(
        &self,
        key: &PublicKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<F>, FheError> {
        self.from_bfv(self.bfv.encrypt_public(key, plaintext, rng)?)
    }

    /// The same message under a fresh mask, with noise that tells nothing of the circuit; the
    /// promises are those of [`crate::bfv::Bfv::flood`].
    ///
    /// The factor, which would tell as well, is removed before, with the noise of
    /// [`Self::remove_factor_assign`]: nearly none for ciphertexts that have been switched down
    /// since by primes of `log2 t` bits together.
    ///
    /// # Errors
    /// The errors of [`crate::bfv::Bfv::flood`].
    pub fn flood(
        &self,
        ciphertext: &Ciphertext<F>,
        bits: u32,
        key: &PublicKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<F>, FheError> {
        let inner = self.into_bfv(ciphertext.clone())?;
        self.from_bfv(self.bfv.flood(&inner, bits, key, rng)?)
    }

    /// Decrypts and measures, for the owner of the key alone: see *Security* in
    /// [`crate::bfv::Bfv::decrypt`].
    ///
    /// # Errors
    /// The errors of [`crate::bfv::Bfv::decrypt`].
    pub fn decrypt<S: Operand, const PARTS: usize>(
        &self,
        secret: &SecretKey,
        ciphertext: &Ciphertext<F, S, PARTS>,
    ) -> Result<Decryption<F>, FheError> {
        self.bfv.check_context(&ciphertext.inner)?;
        let basis = self.parameters().basis();
        let inner = ciphertext.inner.clone().map(|part| S::coefficients(basis, Cow::Owned(part)).into_owned());
        self.without_factor(self.bfv.decrypt(secret, &inner)?, ciphertext.factor)
    }

    fn without_factor(&self, found: Decryption<F>, factor: F) -> Result<Decryption<F>, FheError> {
        let t = self.plaintext_modulus();
        let inverse = t.inverse(factor).ok_or(FheError::NoFactor)?;
        if inverse == t.one() {
            return Ok(found);
        }
        let mut coefficients = found.plaintext.into_coefficients();
        coefficients.iter_mut().for_each(|x| *x = t.mul(*x, inverse));
        Ok(Decryption { plaintext: Plaintext::new(t, coefficients), ..found })
    }

    /// The exact noise budget, for the owner of the key alone: see *Security* in
    /// [`crate::bfv::Bfv::noise_budget_bits`].
    ///
    /// # Errors
    /// The errors of [`crate::bfv::Bfv::noise_budget_bits`].
    pub fn noise_budget_bits(&self, secret: &SecretKey, ciphertext: &Ciphertext<F>) -> Result<f64, FheError> {
        self.bfv.noise_budget_bits(secret, &ciphertext.inner)
    }

    /// The budget that the model predicts, which is not above the exact one, except with a
    /// probability of about `2^(−20)` (see [`crate::noise`]).
    #[must_use]
    pub fn predicted_budget_bits<S: papilio_ring::Form>(&self, ciphertext: &Ciphertext<F, S>) -> f64 {
        self.model().budget_bits(ciphertext.noise())
    }
}
