//! Encryptions of zero, to which schemes add their messages.

use super::ciphertext::source;
use super::{Ciphertext, FheError, Rlwe, SecretKey, SeededCiphertext};
use crate::seeds;
use papilio_ring::sample::{SeededUniform, ShortPoly};
use papilio_ring::{Coefficient, Evaluation, Form, Poly};
use rand_core::CryptoRng;

impl Rlwe {
    /// An encryption of zero under the secret key, its uniform half by seed: `(−a·s + e, a)`.
    ///
    /// # Errors
    /// [`FheError::Context`] for a key of other parameters.
    pub fn encrypt_zero(&self, secret: &SecretKey, rng: &mut impl CryptoRng) -> Result<SeededCiphertext, FheError> {
        self.encrypt_seeded_message(secret, &Poly::zero(self.parameters().basis(), self.parameters().limbs()), rng)
    }

    /// An encryption of a polynomial under the secret key, its uniform half by seed:
    /// `(−a·s + e + m, a)`.
    ///
    /// # Errors
    /// [`FheError::Context`] for a key of other parameters; [`FheError::Degree`] and
    /// [`FheError::LevelRange`] for a polynomial of another ring.
    pub fn encrypt_seeded_message(
        &self,
        secret: &SecretKey,
        message: &Poly<Coefficient>,
        rng: &mut impl CryptoRng,
    ) -> Result<SeededCiphertext, FheError> {
        self.check_key(secret.context())?;
        self.check_poly(message)?;
        let (basis, level) = (self.parameters().basis(), message.level());
        let (uniform, mut product) = self.mask(level, rng);
        product.convolve_assign(basis, secret.secret());
        let mut body = ShortPoly::error(basis.degree(), rng).to_poly(basis, level);
        body.add_assign(basis, message);
        body.sub_assign(basis, &product);
        Ok(SeededCiphertext::of(self, secret.id(), uniform, body.publish()))
    }

    /// An encryption of a polynomial under the secret key: `(−a·s + e + m, a)`.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt_seeded_message`].
    pub fn encrypt_message(
        &self,
        secret: &SecretKey,
        message: &Poly<Evaluation>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<Evaluation>, FheError> {
        self.check_key(secret.context())?;
        self.check_poly(message)?;
        let (basis, level) = (self.parameters().basis(), message.level());
        let (uniform, mask) = self.mask(level, rng);
        let mut body = ShortPoly::error(basis.degree(), rng).to_evaluation(basis, level);
        body.add_assign(basis, message);
        let mut product = mask.clone();
        product.mul_assign(basis, secret.secret());
        body.sub_assign(basis, &product);
        let noise = self.model().fresh_secret(source(&uniform)).at(level);
        Ok(self.ciphertext([body.publish(), mask], secret.id(), noise))
    }

    /// A uniform polynomial of a level and its seed.
    pub(crate) fn mask<S: Form>(&self, level: usize, rng: &mut impl CryptoRng) -> (SeededUniform, Poly<S>) {
        let basis = self.parameters().basis();
        let uniform = seeds::ciphertext_mask(seeds::fresh(rng));
        let mut mask = Poly::zero(basis, level);
        for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
            uniform.fill(m, i, 0, limb);
        }
        (uniform, mask)
    }
}
