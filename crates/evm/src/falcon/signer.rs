//! Keys and signatures by the crates `fn-dsa-kgen` and `fn-dsa-sign`, in their form of round 3.

use super::{PUBLIC_KEY, SECRET_KEY};
use fn_dsa_kgen::{KeyPairGenerator, KeyPairGenerator512};
use fn_dsa_sign::{DOMAIN_NONE, FN_DSA_LOGN_512, HASH_ID_ORIGINAL_FALCON, RngError, SigningKey, SigningKey512, signature_size};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

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

    /// The key of an encoding, if it is one: `59`, `f`, `g` and `F`.
    pub(crate) fn parse(bytes: &[u8; SECRET_KEY]) -> Option<Self> {
        let mut public = [0; PUBLIC_KEY];
        SigningKey512::decode(bytes)?.to_verifying_key(&mut public);
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
