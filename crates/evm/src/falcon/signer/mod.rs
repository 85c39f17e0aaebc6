//! Keys and signatures of Falcon-512 in its form of round 3.
//!
//! Keys, and signatures over SHAKE256, are made by the crates `fn-dsa-kgen` and `fn-dsa-sign`,
//! which have no place for another hash. Over Keccak-256 this signs: its tests are PQClean, over
//! SHAKE256, and the distribution of its signatures.
//!
//! No jump and no address depends on a secret but for what the specification lets be seen: how many
//! candidates the sampler rejects, and how many signatures are too long. Arithmetic is that of the
//! processor on doubles, whose division and square root take the same time for all normal numbers
//! on those of today, which no standard promises. Secrets are erased when dropped; copies that the
//! compiler leaves on the stack are not.

mod basis;
mod sampler;
#[cfg(test)]
mod tests;
mod transform;

use super::{PADDED, PUBLIC_KEY, PublicKey, SALT, SECRET_KEY, Signature, point};
use crate::error::Error;
use crate::xof::Hash;
use basis::Basis;
use chacha20::ChaCha20Rng;
use fn_dsa_kgen::{KeyPairGenerator, KeyPairGenerator512};
use fn_dsa_sign::{DOMAIN_NONE, FN_DSA_LOGN_512, HASH_ID_ORIGINAL_FALCON, RngError, SigningKey, SigningKey512, signature_size};
use rand_core::{CryptoRng, SeedableRng};
use zeroize::Zeroizing;

/// Signatures made of a message, of which hardly one in a thousand is too long.
const ATTEMPTS: usize = 100;

/// A secret key.
pub(crate) struct Secret {
    bytes: Zeroizing<[u8; SECRET_KEY]>,
    public: [u8; PUBLIC_KEY],
}

impl Secret {
    pub(crate) fn generate(rng: &mut impl CryptoRng) -> Self {
        let (mut bytes, mut public) = (Zeroizing::new([0; SECRET_KEY]), [0; PUBLIC_KEY]);
        KeyPairGenerator512::default().keygen(FN_DSA_LOGN_512, &mut Source(rng), &mut *bytes, &mut public);
        Self { bytes, public }
    }

    /// The key of an encoding, if it is one: `59`, `f`, `g` and `F`. Keys that have no basis are
    /// none, as no signature of theirs would ever be short.
    pub(crate) fn parse(bytes: &[u8; SECRET_KEY]) -> Option<Self> {
        let mut public = [0; PUBLIC_KEY];
        SigningKey512::decode(bytes)?.to_verifying_key(&mut public);
        Basis::new(bytes, &PublicKey::parse(&public).ok()?)?;
        Some(Self { bytes: Zeroizing::new(*bytes), public })
    }

    pub(crate) fn bytes(&self) -> &Zeroizing<[u8; SECRET_KEY]> {
        &self.bytes
    }

    pub(crate) fn public(&self) -> &[u8; PUBLIC_KEY] {
        &self.public
    }

    /// `39 ‖ salt ‖ compressed s2`, without padding; `None` for a key that was not parsed.
    pub(crate) fn sign(&self, message: &[u8], rng: &mut impl CryptoRng) -> Option<Vec<u8>> {
        let mut signature = vec![0; signature_size(FN_DSA_LOGN_512)];
        let mut key = SigningKey512::decode(&self.bytes[..])?;
        key.sign(&mut Source(rng), &DOMAIN_NONE, &HASH_ID_ORIGINAL_FALCON, message, &mut signature);
        // The last coefficient ends with a bit that is set: all zero bytes behind it are padding.
        let end = signature.iter().rposition(|&byte| byte != 0)?;
        signature.truncate(end + 1);
        Some(signature)
    }

    /// The same over either hash. `None` for a key that the specification's key generation does not
    /// give.
    ///
    /// # Errors
    /// None for a parsed key.
    pub(crate) fn sign_over(&self, hash: Hash, message: &[u8], rng: &mut impl CryptoRng) -> Result<Option<Vec<u8>>, Error> {
        let key = PublicKey::parse(&self.public)?;
        let Some(basis) = Basis::new(&self.bytes, &key) else { return Ok(None) };
        let (mut salt, mut seed) = ([0; SALT], Zeroizing::new([0; 32]));
        rng.fill_bytes(&mut salt);
        rng.fill_bytes(&mut *seed);
        let point = point::of(hash, &salt, message);
        // A sample is drawn in several small pieces.
        let rng = &mut ChaCha20Rng::from_seed(*seed);
        for _ in 0..ATTEMPTS {
            let mut signature = Signature::of(salt, basis.near(&point, rng).to_vec());
            if let Some(bytes) = released(&signature, &key, hash, message)? {
                return Ok(Some(bytes));
            }
            // A vector that is not given out stays secret.
            signature.erase();
        }
        Ok(None)
    }
}

/// The encoding of a signature that may be given out: one that fits the padded form, and is valid.
fn released(signature: &Signature, key: &PublicKey, hash: Hash, message: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    match signature.encode().filter(|bytes| bytes.len() <= 1 + SALT + PADDED) {
        Some(bytes) if signature.is_valid(key, hash, message)? => Ok(Some(bytes)),
        _ => Ok(None),
    }
}

/// A generator by the traits of an earlier version, which those crates take.
struct Source<'r, R>(&'r mut R);

impl<R: CryptoRng> fn_dsa_sign::RngCore for Source<'_, R> {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), RngError> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

impl<R: CryptoRng> fn_dsa_sign::CryptoRng for Source<'_, R> {}
