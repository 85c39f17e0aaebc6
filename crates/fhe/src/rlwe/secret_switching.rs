//! Ciphertexts under one secret made ciphertexts under another.

use super::keyswitch::KeySwitchingKey;
use super::{Ciphertext, FheError, KeyId, Rlwe, SecretKey};
use papilio_ring::gadget::GadgetForm;
use papilio_ring::{Cpu, Engine};
use rand_core::CryptoRng;

/// A key from one secret to another, made by whoever has both.
///
/// Whoever has this key and the second secret can decrypt ciphertexts under the first one.
#[derive(Clone, Debug)]
pub struct SecretSwitchingKey<E: Engine = Cpu> {
    /// Fingerprint of the parameters.
    pub(crate) context: u64,
    pub(crate) from: KeyId,
    pub(crate) to: KeyId,
    pub(crate) key: KeySwitchingKey<E>,
}

impl PartialEq for SecretSwitchingKey {
    fn eq(&self, other: &Self) -> bool {
        let Self { context, from, to, key } = self;
        (context, from, to, key) == (&other.context, &other.from, &other.to, &other.key)
    }
}

impl Eq for SecretSwitchingKey {}

impl SecretSwitchingKey {
    /// The key from one secret to another, its rows as the parameters say
    /// ([`crate::Parameters::with_fastest_rows`]).
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for secrets of other parameters.
    pub fn generate(rlwe: &Rlwe, from: &SecretKey, to: &SecretKey, rng: &mut impl CryptoRng) -> Result<Self, FheError> {
        let (old, gadget) = from.extended(rlwe)?;
        let (new, _) = to.extended(rlwe)?;
        let key = KeySwitchingKey::generate(gadget, &old, &new, rng).in_blocks(gadget, rlwe.parameters().row_blocks())?;
        Ok(Self { context: rlwe.parameters().fingerprint(), from: from.id(), to: to.id(), key })
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
    pub fn to_engine<E: Engine>(&self, rlwe: &Rlwe, engine: &E) -> Result<SecretSwitchingKey<E>, FheError> {
        let key = self.key.to(rlwe.gadget(self.context)?, engine)?;
        Ok(SecretSwitchingKey { context: self.context, from: self.from, to: self.to, key })
    }
}

impl<E: Engine> SecretSwitchingKey<E> {
    /// The key whose ciphertexts are switched.
    #[must_use]
    pub fn from(&self) -> KeyId {
        self.from
    }

    /// The key that results are under.
    #[must_use]
    pub fn to(&self) -> KeyId {
        self.to
    }
}

impl Rlwe {
    /// The same message under the other secret of a key. Noise: [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for a ciphertext or key of other
    /// parameters; [`FheError::Key`] for a ciphertext under another secret.
    pub fn switch_secret<S: GadgetForm, E: Engine>(
        &self,
        a: &Ciphertext<S, 2, E>,
        key: &SecretSwitchingKey<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        self.check_context(a)?;
        let gadget = self.gadget(key.context)?;
        a.key().common(key.from)?;
        let [body, mask] = a.parts();
        let parts = gadget.product(mask, key.key.rows(), [Some(body), None]);
        Ok(self.ciphertext(parts, key.to, self.model().key_switch(a.noise())))
    }
}
