//! Relinearization: a product of three parts becomes a ciphertext of two.

use super::keyswitch::KeySwitchingKey;
use super::{Ciphertext, FheError, KeyId, Operand, Product, Rlwe, SecretKey};
use papilio_ring::gadget::Gadget;
use papilio_ring::{Coefficient, Cpu, Engine, Evaluation};
use rand_core::CryptoRng;

/// A key from `s²` to `s`.
#[derive(Clone, Debug)]
pub struct RelinearizationKey<E: Engine = Cpu> {
    /// Fingerprint of the parameters.
    pub(crate) context: u64,
    pub(crate) id: KeyId,
    pub(crate) key: KeySwitchingKey<E>,
}

impl PartialEq for RelinearizationKey {
    fn eq(&self, other: &Self) -> bool {
        let Self { context, id, key } = self;
        (context, id, key) == (&other.context, &other.id, &other.key)
    }
}

impl Eq for RelinearizationKey {}

impl RelinearizationKey {
    /// The key of a secret, its rows as the parameters say
    /// ([`crate::Parameters::with_fastest_rows`]).
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for a secret of other parameters.
    pub fn generate(rlwe: &Rlwe, secret: &SecretKey, rng: &mut impl CryptoRng) -> Result<Self, FheError> {
        let id = secret.id();
        let (secret, gadget) = secret.extended(rlwe)?;
        let mut square = secret.clone();
        square.mul_assign(gadget.basis(), &secret);
        let key = KeySwitchingKey::generate(gadget, &square, &secret, rng).in_blocks(gadget, rlwe.parameters().row_blocks())?;
        Ok(Self { context: rlwe.parameters().fingerprint(), id, key })
    }

    /// This key with rows in blocks of so many primes, or in none: [`KeySwitchingKey::in_blocks`].
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for other parameters;
    /// [`FheError::BlockSize`].
    pub fn in_blocks(self, rlwe: &Rlwe, size: Option<usize>) -> Result<Self, FheError> {
        let gadget = rlwe.gadget(self.context)?;
        Ok(Self { key: self.key.in_blocks(gadget, size)?, ..self })
    }

    /// The same key, its rows on an engine.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for other parameters;
    /// [`FheError::Engine`].
    pub fn to<E: Engine>(&self, rlwe: &Rlwe, engine: &E) -> Result<RelinearizationKey<E>, FheError> {
        let key = self.key.to(rlwe.gadget(self.context)?, engine)?;
        Ok(RelinearizationKey { context: self.context, id: self.id, key })
    }
}

impl<E: Engine> RelinearizationKey<E> {
    /// The key whose products it relinearizes.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }
}

impl Rlwe {
    /// The gadget of a key, and the secret that it and a product are of.
    fn relinearizing<S: Operand, E: Engine>(
        &self,
        product: &Product<S, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<(&Gadget, KeyId), FheError> {
        self.check_fingerprint(product.context())?;
        Ok((self.gadget(key.context)?, product.key().common(key.id)?))
    }

    /// The ciphertext of a product. Noise: [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for a product or key of other
    /// parameters; [`FheError::Key`] for a key of another secret.
    pub fn relinearize<E: Engine>(
        &self,
        product: &Product<Coefficient, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<Coefficient, 2, E>, FheError> {
        let (gadget, id) = self.relinearizing(product, key)?;
        let [first, second, third] = product.parts();
        let parts = gadget.product(third, key.key.rows(), [Some(first), Some(second)]);
        Ok(self.ciphertext(parts, id, self.model().key_switch(product.noise())))
    }

    /// [`Self::relinearize`] of a product in evaluation form, to either form for the same work.
    ///
    /// # Errors
    /// The errors of [`Self::relinearize`].
    pub fn relinearize_values<S: Operand, E: Engine>(
        &self,
        product: &Product<Evaluation, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        let (gadget, id) = self.relinearizing(product, key)?;
        let [first, second, third] = product.parts();
        let parts = gadget.product_of_values(third, key.key.rows(), [Some(first), Some(second)]);
        Ok(self.ciphertext(parts, id, self.model().key_switch(product.noise())))
    }

    /// [`Self::relinearize`] of a product in evaluation form, divided by as many of its last primes
    /// as are to be dropped in the same step: a modulus switch or a rescaling for less than by
    /// itself.
    ///
    /// # Errors
    /// The errors of [`Self::relinearize`]; [`FheError::Level`] when no prime would be left;
    /// [`FheError::SmallModulus`].
    pub fn relinearize_dropping<E: Engine>(
        &self,
        product: &Product<Evaluation, E>,
        key: &RelinearizationKey<E>,
        dropped: usize,
    ) -> Result<Ciphertext<Evaluation, 2, E>, FheError> {
        let (gadget, id) = self.relinearizing(product, key)?;
        let found = product.level();
        let level = found.checked_sub(dropped).filter(|&level| level > 0);
        let level = level.ok_or(FheError::Level { found, expected: dropped.saturating_add(1) })?;
        self.check_modulus(level)?;
        let [first, second, third] = product.parts();
        let parts = gadget.product_dropping(third, key.key.rows(), [Some(first), Some(second)], dropped);
        let noise = self.model().mod_switch_to(&self.model().key_switch(product.noise()), level);
        Ok(self.ciphertext(parts, id, noise))
    }
}
