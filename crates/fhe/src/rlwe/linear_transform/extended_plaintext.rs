//! Plaintexts modulo `P·Q`.

use crate::noise::PlaintextNorms;
use crate::rlwe::{FheError, Rlwe};
use papilio_ring::{Coefficient, Evaluation, Poly};

/// A plaintext for products modulo `P·Q`: its lift in evaluation form modulo the special primes and
/// those of a level, and its norms.
#[derive(Clone, Debug)]
pub struct ExtendedPlaintext {
    pub(super) context: u64,
    /// The special primes first.
    pub(super) lift: Poly<Evaluation>,
    pub(super) norms: PlaintextNorms,
    /// Whether it is zero at a root modulo one of the primes.
    pub(super) spends: bool,
    pub(super) level: usize,
}

impl ExtendedPlaintext {
    /// The norms by which it multiplies noise.
    #[must_use]
    pub fn norms(&self) -> &PlaintextNorms {
        &self.norms
    }

    /// Primes of `Q` that it has residues of.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }
}

impl Rlwe {
    /// A factor for [`super::LinearTransform`] from a polynomial of small integers modulo the
    /// special primes and then the first ones of `Q`, which is a polynomial over
    /// [`papilio_ring::gadget::Gadget::basis`], and the norms of those integers, on which
    /// predictions rely.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Degree`]; [`FheError::LevelRange`] when there are
    /// too few primes or too many; [`FheError::UnreducedLimb`], whose number counts special primes.
    pub fn prepare_extended(&self, lift: Poly<Coefficient>, norms: PlaintextNorms) -> Result<ExtendedPlaintext, FheError> {
        let gadget = self.parameters().gadget().ok_or(FheError::NoSpecialPrimes)?;
        let (found, expected) = (lift.degree(), self.parameters().degree());
        if found != expected {
            return Err(FheError::Degree { found, expected });
        }
        let (most, level) = (self.parameters().limbs(), lift.level().saturating_sub(gadget.special()));
        if !(1..=most).contains(&level) {
            return Err(FheError::LevelRange { found: level, most });
        }
        let mut limbs = gadget.basis().moduli(lift.level()).map(papilio_field::Modulus::value).enumerate();
        if let Some((limb, prime)) = limbs.find(|&(i, prime)| lift.limb(i).iter().any(|&x| x >= prime)) {
            return Err(FheError::UnreducedLimb { limb, prime });
        }
        let lift = lift.into_evaluation(gadget.basis());
        let spends = lift.residues().contains(&0);
        Ok(ExtendedPlaintext { context: self.context(), lift, norms, spends, level })
    }
}
