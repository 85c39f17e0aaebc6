//! Encryptions of zero, to which schemes add their messages.

use super::{FheError, Rlwe, SecretKey, SeededCiphertext};
use crate::seeds;
use papilio_ring::sample::{SeededUniform, ShortPoly};
use papilio_ring::{Coefficient, Poly};
use rand_core::CryptoRng;

impl Rlwe {
    /// An encryption of zero under the secret key, its uniform half by seed: `(−a·s + e, a)`.
    ///
    /// # Errors
    /// [`FheError::Context`] for a key of other parameters.
    pub fn encrypt_zero(&self, secret: &SecretKey, rng: &mut impl CryptoRng) -> Result<SeededCiphertext, FheError> {
        self.check_key(secret.context())?;
        let basis = self.parameters().basis();
        let (uniform, mut product) = self.mask(basis.limbs(), rng);
        product.convolve_assign(basis, secret.secret());
        let mut body = ShortPoly::error(basis.degree(), rng).to_poly(basis, basis.limbs());
        body.sub_assign(basis, &product);
        Ok(SeededCiphertext::of(self, secret.id(), uniform, body.publish()))
    }

    /// A uniform polynomial of a level and its seed.
    pub(crate) fn mask(&self, level: usize, rng: &mut impl CryptoRng) -> (SeededUniform, Poly<Coefficient>) {
        let basis = self.parameters().basis();
        let uniform = seeds::ciphertext_mask(seeds::fresh(rng));
        let mut mask = Poly::zero(basis, level);
        for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
            uniform.fill(m, i, 0, limb);
        }
        (uniform, mask)
    }
}
