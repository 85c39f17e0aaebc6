//! Keys.

use super::{Bfv, BfvError};
use crate::switch::Switching;
use chacha20::ChaCha20Rng;
use ntt::Field;
use rand_core::{CryptoRng, Rng, SeedableRng};
use ring::sample::{Seed, Small, Uniform};
use ring::{Basis, Evaluation, Poly};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A uniform ternary secret, remembered as the seed it is drawn from; erased when dropped, never printed.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct SecretKey {
    seed: Seed,
    /// Modulo the primes of `Q`.
    secret: Poly<Evaluation>,
}

impl SecretKey {
    /// A new secret.
    pub fn generate<F: Field>(bfv: &Bfv<F>, rng: &mut impl CryptoRng) -> Self {
        let mut seed = Zeroizing::new(Seed::default());
        rng.fill_bytes(&mut *seed);
        Self::from_seed(bfv, *seed)
    }

    /// The secret of a seed.
    #[must_use]
    pub fn from_seed<F: Field>(bfv: &Bfv<F>, seed: Seed) -> Self {
        let basis = bfv.params.basis();
        let secret = Self::sample(basis, &seed).to_evaluation(basis, basis.limbs());
        Self { seed, secret }
    }

    fn sample(basis: &Basis, seed: &Seed) -> Small {
        Small::ternary(basis.degree(), &mut ChaCha20Rng::from_seed(*seed))
    }

    /// The seed: the secret itself, to be stored with care.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    pub(super) fn secret(&self) -> &Poly<Evaluation> {
        &self.secret
    }

    /// The secret over the primes of keys, and their tables.
    pub(super) fn extended<'a, F: Field>(
        &self,
        bfv: &'a Bfv<F>,
    ) -> Result<(Zeroizing<Poly<Evaluation>>, &'a Switching), BfvError> {
        let switching = bfv.params.switching().ok_or(BfvError::NoSpecialPrimes)?;
        let small = Self::sample(bfv.params.basis(), &self.seed);
        let special = Zeroizing::new(small.to_evaluation(switching.basis(), switching.special()));
        Ok((Zeroizing::new(special.joined(&self.secret)), switching))
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
    seed: Uniform,
    parts: [Poly<Evaluation>; 2],
}

impl PublicKey {
    /// The public key of a secret.
    pub fn generate<F: Field>(bfv: &Bfv<F>, secret: &SecretKey, rng: &mut impl CryptoRng) -> Self {
        let zero = bfv.encrypt_seeded(secret, &bfv.zero(), rng);
        Self::from_seeded(bfv, zero)
    }

    /// The public key whose parts are those of an encryption of zero.
    #[must_use]
    pub fn from_seeded<F: Field>(bfv: &Bfv<F>, zero: super::Seeded) -> Self {
        let seed = zero.uniform().clone();
        let parts = zero.expand(bfv).into_parts().map(|part| part.into_evaluation(bfv.params.basis()));
        Self { seed, parts }
    }

    /// The encryption of zero, to be stored.
    #[must_use]
    pub fn to_seeded<F: Field>(&self, bfv: &Bfv<F>) -> super::Seeded {
        super::Seeded::new(self.seed.clone(), self.parts[0].clone().into_coefficient(bfv.params.basis()))
    }

    pub(super) fn parts(&self) -> &[Poly<Evaluation>; 2] {
        &self.parts
    }
}

/// A seed from a generator.
pub(super) fn fresh_seed(rng: &mut impl Rng) -> Seed {
    let mut seed = Seed::default();
    rng.fill_bytes(&mut seed);
    seed
}
