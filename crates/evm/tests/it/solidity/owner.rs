//! Signers of accounts.

use super::scheme::signature;
use crate::common::Entry;
use ml_dsa::{MlDsa44, SigningKey};
use papilio_evm::Scheme;
use pqcrypto_falcon::falcon512;
use pqcrypto_traits::sign::{DetachedSignature, PublicKey};

/// Who signs for an account.
pub(super) enum Owner {
    Falcon(Box<(falcon512::PublicKey, falcon512::SecretKey)>),
    MlDsa(Box<SigningKey<MlDsa44>>),
}

impl Owner {
    /// With a key that is new for Falcon, and made of the seed for ML-DSA.
    pub(super) fn new(scheme: Scheme, seed: u8) -> Self {
        match scheme {
            Scheme::Falcon => Self::Falcon(Box::new(falcon512::keypair())),
            Scheme::MlDsa => Self::MlDsa(Box::new(SigningKey::from_seed(&[seed; 32].into()))),
            other => panic!("nobody signs for {other}"),
        }
    }

    pub(super) fn scheme(&self) -> Scheme {
        match self {
            Self::Falcon(_) => Scheme::Falcon,
            Self::MlDsa(_) => Scheme::MlDsa,
        }
    }

    pub(super) fn public_key(&self) -> Vec<u8> {
        match self {
            Self::Falcon(keys) => keys.0.as_bytes().to_vec(),
            Self::MlDsa(secret) => secret.expanded_key().verifying_key().encode().to_vec(),
        }
    }

    /// The signature of a hash in the encoding of the scheme.
    fn standard(&self, hash: &[u8; 32]) -> Vec<u8> {
        match self {
            Self::Falcon(keys) => falcon512::detached_sign(hash, &keys.1).as_bytes().to_vec(),
            Self::MlDsa(secret) => secret.expanded_key().sign_deterministic(hash, &[]).expect("a signature").encode().to_vec(),
        }
    }

    /// The key, the hash and its signature.
    pub(super) fn entry(&self, hash: &[u8; 32]) -> Entry {
        Entry { message: hash.to_vec(), key: self.public_key(), signature: self.standard(hash) }
    }

    /// The signature of a hash, as an account takes it.
    pub(super) fn sign(&self, hash: &[u8; 32]) -> Vec<u8> {
        signature(self.scheme(), &self.entry(hash))
    }
}
