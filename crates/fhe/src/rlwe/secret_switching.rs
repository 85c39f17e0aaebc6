//! Ciphertexts under one secret made ciphertexts under another.

use super::keyswitch::KeySwitchingKey;
use super::{Ciphertext, FheError, KeyId, Rlwe, SecretKey};
use papilio_ring::gadget::GadgetForm;
use rand_core::CryptoRng;

/// A key from one secret to another, made by whoever has both.
///
/// Whoever has this key and the second secret can decrypt ciphertexts under the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretSwitchingKey {
    /// Fingerprint of the parameters.
    pub(crate) context: u64,
    pub(crate) from: KeyId,
    pub(crate) to: KeyId,
    pub(crate) key: KeySwitchingKey,
}

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
    pub fn switch_secret<S: GadgetForm>(&self, a: &Ciphertext<S>, key: &SecretSwitchingKey) -> Result<Ciphertext<S>, FheError> {
        self.check_context(a)?;
        let gadget = self.gadget(key.context)?;
        a.key().common(key.from)?;
        let [body, mask] = a.parts();
        let parts = gadget.product(mask, key.key.rows(), [Some(body), None]);
        Ok(self.ciphertext(parts, key.to, self.model().key_switch(a.noise())))
    }
}
