//! Products of ciphertexts with plaintext polynomials.

use super::{Ciphertext, FheError, Rlwe};
use crate::noise::{Noise, PlaintextNorms};
use papilio_ring::engine::EngineError;
use papilio_ring::{Cpu, Engine, Evaluation, Poly};
use zeroize::Zeroize;

/// A plaintext prepared for products with ciphertexts: its centered lift in evaluation form, and
/// its norms.
#[derive(Clone, Debug)]
pub struct PreparedPlaintext<E: Engine = Cpu> {
    context: u64,
    lift: Poly<Evaluation, E>,
    norms: PlaintextNorms,
    /// Whether it is zero at a root modulo one of the primes, so that nothing is left of a mask
    /// there.
    spends: bool,
}

impl PreparedPlaintext {
    /// The same plaintext, its words on an engine, which is told it: for plaintexts of whoever
    /// evaluates, which are secrets to no one there.
    ///
    /// # Errors
    /// The engine has no memory for them, or has failed.
    pub fn to<E: Engine>(&self, engine: &E) -> Result<PreparedPlaintext<E>, EngineError> {
        let Self { context, norms, spends, .. } = *self;
        let mut copy = self.lift.clone().publish();
        let lift = copy.to(engine);
        copy.zeroize();
        Ok(PreparedPlaintext { context, lift: lift?, norms, spends })
    }

    /// The same plaintext, its words where those of a ciphertext are, otherwise as [`Self::to`].
    #[must_use]
    pub fn into_place_of<const PARTS: usize, E: Engine>(
        self,
        other: &Ciphertext<Evaluation, PARTS, E>,
    ) -> PreparedPlaintext<E> {
        let Self { context, lift, norms, spends } = self;
        PreparedPlaintext { context, lift: lift.into_place_of(&other.parts()[0]), norms, spends }
    }
}

impl<E: Engine> PreparedPlaintext<E> {
    /// The norms by which it multiplies noise.
    #[must_use]
    pub fn norms(&self) -> &PlaintextNorms {
        &self.norms
    }
}

impl Rlwe {
    /// A factor of this scheme, of norms that its maker knows: predictions rely on them.
    #[must_use]
    pub fn prepared(&self, lift: Poly<Evaluation>, norms: PlaintextNorms) -> PreparedPlaintext {
        let spends = lift.residues().contains(&0);
        PreparedPlaintext { context: self.context(), lift, norms, spends }
    }

    /// The noise of a product with a prepared plaintext.
    fn product_noise<E: Engine>(&self, noise: &Noise, factor: &PreparedPlaintext<E>) -> Noise {
        let product = self.model().mul_plain(noise, &factor.norms);
        if factor.spends { product.spent() } else { product }
    }

    /// `a ← p·a` in the ring of plaintexts (place by place for slots). Noise: multiplied by the
    /// root of the sum of squares of the coefficients, about `t·√(N/12)` for uniform ones.
    ///
    /// # Errors
    /// [`FheError::Level`] when the factor has fewer primes; [`FheError::Context`].
    pub fn mul_plain_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<Evaluation, PARTS, E>,
        factor: &PreparedPlaintext<E>,
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        self.check_prepared(factor, a.level())?;
        for x in a.parts_mut() {
            x.mul_assign(self.parameters().basis(), &factor.lift);
            x.publish_assign();
        }
        *a.noise_mut() = self.product_noise(a.noise(), factor);
        Ok(())
    }

    /// Refuses factors of other parameters, or of too few primes.
    fn check_prepared<E: Engine>(&self, factor: &PreparedPlaintext<E>, expected: usize) -> Result<(), FheError> {
        self.check_fingerprint(factor.context)?;
        match factor.lift.level() {
            found if found < expected => Err(FheError::Level { found, expected }),
            _ => Ok(()),
        }
    }

    /// `a ← a + Σ p·b`, reduced as seldom as the words allow.
    ///
    /// # Errors
    /// [`FheError::Level`] when a term has another level, or a factor fewer primes;
    /// [`FheError::Context`]; [`FheError::Key`].
    pub fn mul_plain_accumulate<E: Engine>(
        &self,
        a: &mut Ciphertext<Evaluation, 2, E>,
        terms: &[(&Ciphertext<Evaluation, 2, E>, &PreparedPlaintext<E>)],
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        let (expected, mut key) = (a.level(), a.key());
        for (b, factor) in terms {
            self.check_context(b)?;
            self.check_prepared(factor, expected)?;
            if b.level() != expected {
                return Err(FheError::Level { found: b.level(), expected });
            }
            key = key.common(b.key())?;
        }
        for (i, x) in a.parts_mut().iter_mut().enumerate() {
            let pairs: Vec<_> = terms.iter().map(|(b, factor)| (&b.parts()[i], &factor.lift)).collect();
            x.multiply_accumulate(self.parameters().basis(), &pairs);
            x.publish_assign();
        }
        a.set_key(key);
        for (b, factor) in terms {
            *a.noise_mut() = self.model().add(a.noise(), &self.product_noise(b.noise(), factor));
        }
        Ok(())
    }
}
