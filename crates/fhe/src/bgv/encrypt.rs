//! Encryption and decryption: those of BFV, up to the factor.

use super::{Bgv, Ciphertext, Product};
use crate::bfv::{BfvError, Decryption, Plaintext, PublicKey, SecretKey, SeededCiphertext};
use papilio_field::{Residue, ResidueRing};
use rand_core::CryptoRng;

impl<F: Residue> Bgv<F> {
    /// Encrypts under the secret key, for [`Self::expand`].
    ///
    /// # Errors
    /// As [`crate::bfv::Bfv::encrypt_seeded`].
    pub fn encrypt_seeded(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<SeededCiphertext, BfvError> {
        self.bfv.encrypt_seeded(secret, plaintext, rng)
    }

    /// The whole ciphertext of a fresh one whose uniform half is a seed.
    ///
    /// # Errors
    /// [`BfvError::Context`].
    pub fn expand(&self, seeded: SeededCiphertext) -> Result<Ciphertext<F>, BfvError> {
        self.from_bfv(seeded.expand(&self.bfv)?)
    }

    /// As [`Self::encrypt_seeded`], with both parts.
    ///
    /// # Errors
    /// As [`crate::bfv::Bfv::encrypt_seeded`].
    pub fn encrypt_secret(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<F>, BfvError> {
        self.from_bfv(self.bfv.encrypt_secret(secret, plaintext, rng)?)
    }

    /// Encrypts under the public key; what that promises is in [`crate::bfv::Bfv::encrypt_public`].
    ///
    /// # Errors
    /// As there.
    pub fn encrypt_public(
        &self,
        key: &PublicKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<F>, BfvError> {
        self.from_bfv(self.bfv.encrypt_public(key, plaintext, rng)?)
    }

    /// The same message under a fresh mask, with noise that tells nothing of the circuit: [`crate::bfv::Bfv::flood`], and what it promises.
    ///
    /// The factor, which would tell as well, is removed before, with the noise of [`Self::remove_factor_assign`]: nearly none for ciphertexts
    /// that have been switched down since by primes of `log2 t` bits together.
    ///
    /// # Errors
    /// As there.
    pub fn flood(
        &self,
        ciphertext: &Ciphertext<F>,
        bits: u32,
        key: &PublicKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<F>, BfvError> {
        let inner = self.into_bfv(ciphertext.clone())?;
        self.from_bfv(self.bfv.flood(&inner, bits, key, rng)?)
    }

    /// Decrypts and measures, for the owner of the key alone: see *Security* in [`crate::bfv::Bfv::decrypt`].
    ///
    /// # Errors
    /// As [`crate::bfv::Bfv::decrypt`].
    pub fn decrypt(&self, secret: &SecretKey, ciphertext: &Ciphertext<F>) -> Result<Decryption<F>, BfvError> {
        self.without_factor(self.bfv.decrypt(secret, &ciphertext.inner)?, ciphertext.factor)
    }

    /// As [`Self::decrypt`], for a product.
    ///
    /// # Errors
    /// As [`Self::decrypt`].
    pub fn decrypt_product(&self, secret: &SecretKey, product: &Product<F>) -> Result<Decryption<F>, BfvError> {
        self.bfv.check_fingerprint(product.context)?;
        let basis = self.parameters().basis();
        let parts = product.parts.clone().map(|part| part.into_coefficient(basis));
        let inner = self.bfv.product(parts, product.key, product.noise.clone());
        self.without_factor(self.bfv.decrypt_product(secret, &inner)?, product.factor)
    }

    fn without_factor(&self, found: Decryption<F>, factor: F) -> Result<Decryption<F>, BfvError> {
        let t = self.plaintext_modulus();
        let Some(inverse) = t.inverse(factor).filter(|&inverse| inverse != t.one()) else { return Ok(found) };
        let mut coefficients = found.plaintext.into_coefficients();
        coefficients.iter_mut().for_each(|x| *x = t.mul(*x, inverse));
        Ok(Decryption { plaintext: Plaintext::new(coefficients), ..found })
    }

    /// The exact noise budget, for the owner of the key alone: see *Security* in [`crate::bfv::Bfv::noise_budget_bits`].
    ///
    /// # Errors
    /// As there.
    pub fn noise_budget_bits(&self, secret: &SecretKey, ciphertext: &Ciphertext<F>) -> Result<f64, BfvError> {
        self.bfv.noise_budget_bits(secret, &ciphertext.inner)
    }

    /// The budget that the model predicts, which is not above the exact one, but with a probability of about `2^(−20)`
    /// (see [`crate::noise`]).
    #[must_use]
    pub fn predicted_budget_bits<S: papilio_ring::Form>(&self, ciphertext: &Ciphertext<F, S>) -> f64 {
        self.model().budget_bits(ciphertext.noise())
    }
}
