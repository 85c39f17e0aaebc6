//! Signers of accounts.

use super::scheme::signature;
use crate::common::Entry;
use chacha20::ChaCha20Rng;
use papilio_evm::{Content, Scheme, SigningKey};
use rand_core::SeedableRng;

/// Who signs for an account.
pub(super) struct Owner(SigningKey);

impl Owner {
    /// With the key made of a seed.
    pub(super) fn new(scheme: Scheme, seed: u64) -> Self {
        Self(SigningKey::generate(scheme, &mut ChaCha20Rng::seed_from_u64(seed)).expect("a key"))
    }

    pub(super) fn scheme(&self) -> Scheme {
        self.0.scheme()
    }

    pub(super) fn public_key(&self) -> Vec<u8> {
        self.0.public_key()
    }

    /// The key, the hash and its signature in the encoding of the scheme.
    pub(super) fn entry(&self, hash: &[u8; 32]) -> Entry {
        let signature = self.0.sign(Content::Message(hash), &mut ChaCha20Rng::seed_from_u64(3)).expect("a signature");
        Entry { message: hash.to_vec(), key: self.public_key(), signature }
    }

    /// The signature of a hash, as an account takes it.
    pub(super) fn sign(&self, hash: &[u8; 32]) -> Vec<u8> {
        signature(self.scheme(), &self.entry(hash))
    }
}
