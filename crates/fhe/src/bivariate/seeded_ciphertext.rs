//! Fresh ciphertexts as they are sent: the mask by seed.

use super::{Bivariate, BivariateError, Ciphertext, SecretKey};
use crate::rlwe::KeyId;
use crate::seeds;
use papilio_ring::bivariate::TorusPoly;
use papilio_ring::sample::Seed;
use rand_core::CryptoRng;

/// A fresh [`Ciphertext`] of half the size: a seed in the place of its mask.
#[derive(Clone, Debug, PartialEq)]
pub struct SeededCiphertext {
    pub(super) context: u64,
    pub(super) key: KeyId,
    pub(super) seed: Seed,
    pub(super) body: TorusPoly,
}

impl SeededCiphertext {
    /// Bits of its coefficients.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.body.bits()
    }

    /// The key that it is under.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.key
    }

    /// The ciphertext, with its mask.
    ///
    /// # Errors
    /// [`BivariateError::Context`].
    pub fn expand(&self, scheme: &Bivariate) -> Result<Ciphertext, BivariateError> {
        scheme.check_context(self.context)?;
        let &Self { context, key, seed, ref body } = self;
        let parts = [body.clone(), mask(scheme, body.bits(), seed)];
        Ok(Ciphertext { context, key, parts, log2_variance: Bivariate::fresh_variance(body.bits()) })
    }
}

impl Bivariate {
    /// [`Self::encrypt`] to a ciphertext that is to be sent.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt`].
    pub fn encrypt_seeded(
        &self,
        secret: &SecretKey,
        message: &TorusPoly,
        rng: &mut impl CryptoRng,
    ) -> Result<SeededCiphertext, BivariateError> {
        self.check_context(secret.context)?;
        self.check_degree(message.degree())?;
        self.check_bits(message.bits())?;
        let seed = seeds::fresh(rng);
        let mut body = self.zero_body(secret, &mask(self, message.bits(), seed), rng);
        body.add_assign(message);
        Ok(SeededCiphertext { context: secret.context, key: secret.id, seed, body: body.publish() })
    }
}

fn mask(scheme: &Bivariate, bits: u32, seed: Seed) -> TorusPoly {
    TorusPoly::uniform(scheme.degree(), bits, &seeds::ciphertext_mask(seed), 0)
}
