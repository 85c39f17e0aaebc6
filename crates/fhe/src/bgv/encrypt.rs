//! Encryption and decryption: those of BFV, up to the factor.

use super::{Bgv, Ciphertext, Product};
use crate::bfv::{self, BfvError, Decryption, Plaintext, PublicKey, SecretKey, Seeded};
use ntt::Field;
use rand_core::CryptoRng;

impl<F: Field> Bgv<F> {
    /// Encrypts under the secret key, for [`Self::expand`].
    pub fn encrypt_seeded(&self, secret: &SecretKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Seeded {
        self.bfv.encrypt_seeded(secret, plaintext, rng)
    }

    /// The whole ciphertext of a fresh one whose uniform half is a seed.
    #[must_use]
    pub fn expand(&self, seeded: Seeded) -> Ciphertext<F> {
        let level = seeded.body().level();
        Ciphertext { inner: seeded.expand(&self.bfv), factor: F::ONE, noise: self.model.fresh_secret().at(level) }
    }

    /// As [`Self::encrypt_seeded`], with both parts.
    pub fn encrypt_secret(&self, secret: &SecretKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Ciphertext<F> {
        let inner = self.bfv.encrypt_secret(secret, plaintext, rng);
        Ciphertext { inner, factor: F::ONE, noise: self.model.fresh_secret() }
    }

    /// Encrypts under the public key.
    pub fn encrypt_public(&self, key: &PublicKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Ciphertext<F> {
        let inner = self.bfv.encrypt_public(key, plaintext, rng);
        Ciphertext { inner, factor: F::ONE, noise: self.model.fresh_public() }
    }

    /// Decrypts and measures.
    ///
    /// # Errors
    /// [`BfvError::Exhausted`] when no budget is left, so that the plaintext would be noise; [`BfvError::Context`].
    pub fn decrypt(&self, secret: &SecretKey, ciphertext: &Ciphertext<F>) -> Result<Decryption<F>, BfvError> {
        self.without_factor(self.bfv.decrypt(secret, &ciphertext.inner)?, ciphertext.factor)
    }

    /// As [`Self::decrypt`], for a product.
    ///
    /// # Errors
    /// As [`Self::decrypt`].
    pub fn decrypt_product(&self, secret: &SecretKey, product: &Product<F>) -> Result<Decryption<F>, BfvError> {
        self.bfv.admit_context(product.context)?;
        let basis = self.params().basis();
        let parts = product.parts.clone().map(|part| part.into_coefficient(basis));
        self.without_factor(self.bfv.decrypt_product(secret, &bfv::Product::new(basis, parts))?, product.factor)
    }

    fn without_factor(&self, found: Decryption<F>, factor: F) -> Result<Decryption<F>, BfvError> {
        let Some(inverse) = factor.inverse().filter(|&inverse| inverse != F::ONE) else { return Ok(found) };
        let mut coefficients = found.plaintext.into_coefficients();
        coefficients.iter_mut().for_each(|x| *x = *x * inverse);
        Ok(Decryption { plaintext: self.bfv.encode_coefficients(&coefficients)?, ..found })
    }

    /// The exact noise budget; see [`bfv::Bfv::noise_budget_bits`].
    #[must_use]
    pub fn noise_budget_bits(&self, secret: &SecretKey, ciphertext: &Ciphertext<F>) -> f64 {
        self.bfv.noise_budget_bits(secret, &ciphertext.inner)
    }

    /// The budget that the model predicts, which is not above the exact one.
    #[must_use]
    pub fn predicted_budget_bits<S: ring::Form>(&self, ciphertext: &Ciphertext<F, S>) -> f64 {
        self.model.budget_bits(ciphertext.noise)
    }
}
