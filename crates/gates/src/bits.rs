//! Several bits or integers under one key.

use crate::lwe::{Bit, Integer};
use crate::{GatesError, SecretKey};
use papilio_fhe::rlwe::KeyId;
use rand_core::CryptoRng;

/// Encrypted bits under one key; numbers have their lowest bit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    key: KeyId,
    bits: Vec<Bit>,
}

impl Bits {
    /// Bits that are together from now on.
    ///
    /// # Errors
    /// [`GatesError::Key`] unless all are under one key.
    pub fn new(bits: Vec<Bit>) -> Result<Self, GatesError> {
        let key = bits.first().map_or(KeyId::ANY, Bit::key_id);
        same_key(key, bits.iter().map(Bit::key_id))?;
        Ok(Self { key, bits })
    }

    pub(crate) fn under(key: KeyId, bits: Vec<Bit>) -> Self {
        Self { key, bits }
    }

    /// The bits, lowest first.
    #[must_use]
    pub fn bits(&self) -> &[Bit] {
        &self.bits
    }

    /// The bits, lowest first.
    #[must_use]
    pub fn into_bits(self) -> Vec<Bit> {
        self.bits
    }

    /// The key that they are under.
    #[must_use]
    pub fn key_id(&self) -> KeyId {
        self.key
    }
}

/// Encrypted integers of one space under one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integers {
    key: KeyId,
    size: u32,
    integers: Vec<Integer>,
}

impl Integers {
    /// Integers that are together from now on.
    ///
    /// # Errors
    /// [`GatesError::Key`] unless all are under one key;
    /// [`GatesError::Table`] unless all are of one space. No integers are of a space of two.
    pub fn new(integers: Vec<Integer>) -> Result<Self, GatesError> {
        let (key, size) = integers.first().map_or((KeyId::ANY, 2), |first| (first.key_id(), first.size()));
        same_key(key, integers.iter().map(Integer::key_id))?;
        match integers.iter().find(|integer| integer.size() != size) {
            Some(other) => Err(GatesError::Table { found: other.size() as usize, size }),
            None => Ok(Self { key, size, integers }),
        }
    }

    pub(crate) fn under(key: KeyId, size: u32, integers: Vec<Integer>) -> Self {
        Self { key, size, integers }
    }

    /// The integers.
    #[must_use]
    pub fn integers(&self) -> &[Integer] {
        &self.integers
    }

    /// The size of their space.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The key that they are under.
    #[must_use]
    pub fn key_id(&self) -> KeyId {
        self.key
    }
}

fn same_key(expected: KeyId, mut keys: impl Iterator<Item = KeyId>) -> Result<(), GatesError> {
    match keys.find(|&key| key != expected) {
        Some(found) => Err(GatesError::Key { what: "a ciphertext among others", found, expected }),
        None => Ok(()),
    }
}

impl SecretKey {
    /// Encrypts bits.
    pub fn encrypt_bits(&self, bits: &[bool], rng: &mut impl CryptoRng) -> Bits {
        Bits { key: self.id(), bits: bits.iter().map(|&bit| self.encrypt(bit, rng)).collect() }
    }

    /// Decrypts bits; [`Self::decrypt`] says who may have them.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`].
    pub fn decrypt_bits(&self, bits: &Bits) -> Result<Vec<bool>, GatesError> {
        bits.bits.iter().map(|bit| self.decrypt(bit)).collect()
    }
}
