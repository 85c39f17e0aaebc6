//! Relinearisation: a product of three parts becomes a ciphertext of two.

use super::{Bfv, BfvError, Ciphertext, KeyId, Product, SecretKey};
use crate::switch::SwitchingKey;
use papilio_field::Field;
use rand_core::CryptoRng;

/// A key from `s²` to `s`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelinearisationKey {
    /// Fingerprint of the parameters.
    pub(crate) context: u64,
    pub(crate) id: KeyId,
    pub(crate) key: SwitchingKey,
}

impl RelinearisationKey {
    /// The key of a secret.
    ///
    /// # Errors
    /// [`BfvError::NoSpecialPrimes`]; [`BfvError::Context`] for a secret of other parameters.
    pub fn generate<F: Field>(bfv: &Bfv<F>, secret: &SecretKey, rng: &mut impl CryptoRng) -> Result<Self, BfvError> {
        let id = secret.id();
        let (secret, switching) = secret.extended(bfv)?;
        let mut square = secret.clone();
        square.mul_assign(switching.basis(), &secret);
        let key = SwitchingKey::generate(switching, &square, &secret, rng);
        Ok(Self { context: bfv.params.fingerprint(), id, key })
    }

    /// The key whose products it relinearises.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }
}

impl<F: Field> Bfv<F> {
    /// The ciphertext of a product. Noise: [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`BfvError::NoSpecialPrimes`]; [`BfvError::Context`] for a product or key of other parameters; [`BfvError::Key`] for a key of another
    /// secret.
    pub fn relinearise(&self, product: &Product, key: &RelinearisationKey) -> Result<Ciphertext, BfvError> {
        self.admit_context(product.context())?;
        let switching = self.switching(key.context)?;
        let id = product.key().common(key.id)?;
        let [first, second, third] = product.parts();
        let parts = switching.switch(self.params.basis(), third, &key.key, [Some(first), Some(second)]);
        Ok(self.ciphertext(parts, id, self.model.key_switch(product.noise())))
    }

    /// The product of two ciphertexts as a ciphertext.
    ///
    /// # Errors
    /// Those of [`Self::multiply`] and [`Self::relinearise`].
    pub fn multiply_relinearise(
        &self,
        a: &Ciphertext,
        b: &Ciphertext,
        key: &RelinearisationKey,
    ) -> Result<Ciphertext, BfvError> {
        self.relinearise(&self.multiply(a, b)?, key)
    }

    /// The product of all, multiplied in pairs, so that the depth is the logarithm of their number.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for none; those of [`Self::multiply_relinearise`].
    pub fn multiply_many(&self, factors: &[Ciphertext], key: &RelinearisationKey) -> Result<Ciphertext, BfvError> {
        let mut factors = factors.to_vec();
        while factors.len() > 1 {
            let pairs = factors.chunks(2).map(|pair| match pair {
                [a, b] => self.multiply_relinearise(a, b, key),
                _ => Ok(pair[0].clone()),
            });
            factors = pairs.collect::<Result<_, _>>()?;
        }
        factors.pop().ok_or(BfvError::Factors(0))
    }

    /// `a^exponent` by squarings, at a depth of `⌈log2 exponent⌉`.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for the exponent 0, whose power would need no ciphertext; those of [`Self::multiply_relinearise`].
    pub fn exponentiate(&self, a: &Ciphertext, exponent: u64, key: &RelinearisationKey) -> Result<Ciphertext, BfvError> {
        let (mut square, mut factors) = (a.clone(), Vec::new());
        for bit in 0..u64::BITS - exponent.leading_zeros() {
            if bit > 0 {
                square = self.relinearise(&self.square(&square)?, key)?;
            }
            if exponent >> bit & 1 == 1 {
                factors.push(square.clone());
            }
        }
        // The lesser powers first, so that the greatest is multiplied once.
        let product = factors.into_iter().map(Ok).reduce(|a, b| self.multiply_relinearise(&a?, &b?, key));
        product.unwrap_or(Err(BfvError::Factors(0)))
    }
}
