//! Relinearization: a product of three parts becomes a ciphertext of two.

use super::{Bfv, BfvError, Ciphertext, KeyId, Product, SecretKey};
use crate::keyswitch::KeySwitchingKey;
use papilio_field::Residue;
use rand_core::CryptoRng;

/// A key from `s²` to `s`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelinearizationKey {
    /// Fingerprint of the parameters.
    pub(crate) context: u64,
    pub(crate) id: KeyId,
    pub(crate) key: KeySwitchingKey,
}

impl RelinearizationKey {
    /// The key of a secret.
    ///
    /// # Errors
    /// [`BfvError::NoSpecialPrimes`]; [`BfvError::Context`] for a secret of other parameters.
    pub fn generate<F: Residue>(bfv: &Bfv<F>, secret: &SecretKey, rng: &mut impl CryptoRng) -> Result<Self, BfvError> {
        let id = secret.id();
        let (secret, switching) = secret.extended(bfv)?;
        let mut square = secret.clone();
        square.mul_assign(switching.basis(), &secret);
        let key = KeySwitchingKey::generate(switching, &square, &secret, rng);
        Ok(Self { context: bfv.parameters.fingerprint(), id, key })
    }

    /// The key whose products it relinearizes.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }
}

impl<F: Residue> Bfv<F> {
    /// The ciphertext of a product. Noise: [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`BfvError::NoSpecialPrimes`]; [`BfvError::Context`] for a product or key of other parameters; [`BfvError::Key`] for a key of another
    /// secret.
    pub fn relinearize(&self, product: &Product, key: &RelinearizationKey) -> Result<Ciphertext, BfvError> {
        self.check_fingerprint(product.context())?;
        let switching = self.switching(key.context)?;
        let id = product.key().common(key.id)?;
        let [first, second, third] = product.parts();
        let parts = switching.switch(self.parameters.basis(), third, &key.key, [Some(first), Some(second)]);
        Ok(self.ciphertext(parts, id, self.model.key_switch(product.noise())))
    }

    /// The product of two ciphertexts as a ciphertext.
    ///
    /// # Errors
    /// Those of [`Self::multiply`] and [`Self::relinearize`].
    pub fn multiply_relinearize(
        &self,
        a: &Ciphertext,
        b: &Ciphertext,
        key: &RelinearizationKey,
    ) -> Result<Ciphertext, BfvError> {
        self.relinearize(&self.multiply(a, b)?, key)
    }

    /// The product of all, multiplied in pairs, so that the depth is the logarithm of their number.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for none; those of [`Self::multiply_relinearize`].
    pub fn multiply_many(&self, factors: &[Ciphertext], key: &RelinearizationKey) -> Result<Ciphertext, BfvError> {
        let mut factors = factors.to_vec();
        while factors.len() > 1 {
            let pairs = factors.chunks(2).map(|pair| match pair {
                [a, b] => self.multiply_relinearize(a, b, key),
                _ => Ok(pair[0].clone()),
            });
            factors = pairs.collect::<Result<_, _>>()?;
        }
        factors.pop().ok_or(BfvError::Factors(0))
    }

    /// `a^exponent` by squarings, at a depth of `⌈log2 exponent⌉`.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for the exponent 0, whose power would need no ciphertext; those of [`Self::multiply_relinearize`].
    pub fn exponentiate(&self, a: &Ciphertext, exponent: u64, key: &RelinearizationKey) -> Result<Ciphertext, BfvError> {
        let (mut square, mut factors) = (a.clone(), Vec::new());
        for bit in 0..u64::BITS - exponent.leading_zeros() {
            if bit > 0 {
                square = self.relinearize(&self.square(&square)?, key)?;
            }
            if exponent >> bit & 1 == 1 {
                factors.push(square.clone());
            }
        }
        // The lesser powers first, so that the greatest is multiplied once.
        let product = factors.into_iter().map(Ok).reduce(|a, b| self.multiply_relinearize(&a?, &b?, key));
        product.unwrap_or(Err(BfvError::Factors(0)))
    }
}
