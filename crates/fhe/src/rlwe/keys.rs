//! Keys.

use super::{FheError, KeyId, Rlwe};
use crate::seeds;
use papilio_ring::gadget::Gadget;
use papilio_ring::sample::{Seed, SeededUniform, ShortPoly};
use papilio_ring::{Evaluation, Poly, RnsBasis};
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A uniform ternary secret, remembered as the seed it is drawn from; erased when dropped, never
/// printed.
pub struct SecretKey {
    seed: Seed,
    /// Modulo the primes of `Q`; erases itself.
    secret: Poly<Evaluation>,
    /// Fingerprint of the parameters.
    context: u64,
    id: KeyId,
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.seed.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl SecretKey {
    /// A new secret.
    pub fn generate(rlwe: &Rlwe, rng: &mut impl CryptoRng) -> Self {
        let mut seed = Zeroizing::new(Seed::default());
        rng.fill_bytes(&mut *seed);
        Self::from_seed(rlwe, &seed)
    }

    /// The secret of a seed. The seed serves nothing else: what it is expanded to is derived from
    /// it for this purpose alone.
    #[must_use]
    pub fn from_seed(rlwe: &Rlwe, seed: &Seed) -> Self {
        let basis = rlwe.parameters().basis();
        let secret = Self::sample(basis, seed).to_evaluation(basis, basis.limbs());
        Self { secret, context: rlwe.parameters().fingerprint(), id: KeyId::of(seed), seed: *seed }
    }

    /// The identity that tells this key, and ciphertexts under it, from others.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    fn sample(basis: &RnsBasis, seed: &Seed) -> ShortPoly {
        ShortPoly::ternary(basis.degree(), &mut seeds::secret_generator(seed))
    }

    /// The seed: the secret itself, to be stored with care.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    pub(crate) fn secret(&self) -> &Poly<Evaluation> {
        &self.secret
    }

    /// The secret over the primes of keys, and their tables.
    pub(crate) fn extended<'a>(&self, rlwe: &'a Rlwe) -> Result<(Poly<Evaluation>, &'a Gadget), FheError> {
        rlwe.check_key(self.context)?;
        let gadget = rlwe.parameters().gadget().ok_or(FheError::NoSpecialPrimes)?;
        let small = Self::sample(rlwe.parameters().basis(), &self.seed);
        let special = small.to_evaluation(gadget.basis(), gadget.special());
        Ok((special.joined(&self.secret), gadget))
    }
}

impl core::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

/// An encryption of zero, `(−a·s + e, a)`, both parts in evaluation form; `a` by its seed.
#[derive(Clone, Debug)]
pub struct PublicKey {
    /// Fingerprint of the parameters.
    context: u64,
    id: KeyId,
    seed: SeededUniform,
    parts: [Poly<Evaluation>; 2],
}

impl PublicKey {
    /// The public key of a secret.
    ///
    /// # Errors
    /// [`FheError::Context`] for a secret of other parameters.
    pub fn generate(rlwe: &Rlwe, secret: &SecretKey, rng: &mut impl CryptoRng) -> Result<Self, FheError> {
        Self::from_seeded(rlwe, rlwe.encrypt_zero(secret, rng)?)
    }

    /// The public key whose parts are those of an encryption of zero.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Level`] for one that lacks primes.
    pub fn from_seeded(rlwe: &Rlwe, zero: super::SeededCiphertext) -> Result<Self, FheError> {
        let (seed, id) = (zero.uniform().clone(), zero.key());
        let (found, expected) = (zero.body().level(), rlwe.parameters().limbs());
        if found != expected {
            return Err(FheError::Level { found, expected });
        }
        let parts = zero.expand(rlwe)?.into_parts().map(|part| part.into_evaluation(rlwe.parameters().basis()));
        Ok(Self { context: rlwe.parameters().fingerprint(), id, seed, parts })
    }

    /// The encryption of zero, to be stored.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn to_seeded(&self, rlwe: &Rlwe) -> Result<super::SeededCiphertext, FheError> {
        rlwe.check_key(self.context)?;
        let body = self.parts[0].clone().into_coefficient(rlwe.parameters().basis());
        Ok(super::SeededCiphertext::of(rlwe, self.id, self.seed.clone(), body))
    }

    /// The key whose public half it is.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    pub(crate) fn parts(&self) -> &[Poly<Evaluation>; 2] {
        &self.parts
    }
}
