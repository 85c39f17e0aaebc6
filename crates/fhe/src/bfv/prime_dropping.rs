//! The primes that decryption can do without.

use papilio_ring::{Coefficient, ModulusSwitch, Poly, RnsBasis};

/// The most that the roundings of a [`PrimeDropping`] may move fractions: less than the distance
/// from one half, 0.079, that [`crate::noise::LEAST_BUDGET`] keeps.
pub(super) const MOVED: f64 = 0.07;

/// Division of all parts by the last primes of a level, to the nearest integers: transforms are
/// then needed for the first primes alone.
#[derive(Clone, Debug)]
pub(super) struct PrimeDropping(ModulusSwitch);

impl PrimeDropping {
    /// To as few primes as `parts` parts can be decrypted with, if they are fewer: for `Q'` their
    /// product, roundings by one half move `t·(c_0 + c_1·s + c_2·s²)/Q'` by `t·(1 + N + N²)/2Q'` at
    /// most, `log2 t` being given.
    pub(super) fn new(basis: &RnsBasis, log2_modulus: f64, level: usize, parts: usize) -> Option<Self> {
        let log_terms = (parts - 1) as f64 * (basis.degree() as f64).log2();
        let needed = log2_modulus + log_terms - 1.0 - MOVED.log2();
        let kept = (1..level).find(|&kept| basis.log2(kept) >= needed)?;
        Some(Self(ModulusSwitch::new(basis, level, kept)))
    }

    /// Primes that are kept.
    #[cfg(test)]
    pub(super) fn level(&self) -> usize {
        self.0.level()
    }

    pub(super) fn apply(&self, basis: &RnsBasis, part: &Poly<Coefficient>) -> Poly<Coefficient> {
        self.0.apply(basis, part)
    }
}
