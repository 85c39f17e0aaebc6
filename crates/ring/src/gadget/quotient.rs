//! Quotients by `P`, and by the last primes of `Q` in the same step.

use crate::level_pairs::LevelPairs;
use crate::rounded_quotient::RoundedQuotient;
use crate::{BasisConverter, Evaluation, ModulusSwitch, Poly, RnsBasis};
use core::ops::Range;
use papilio_field::Modulus;

/// The primes of a gadget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Primes<'a> {
    /// The special primes and then the others.
    pub(super) keys: &'a RnsBasis,
    /// The others alone.
    pub(super) moduli: &'a RnsBasis,
    /// The number of special primes.
    pub(super) special: usize,
}

/// The divisions of a gadget from all levels to all levels, each made at its first use.
#[derive(Debug)]
pub(super) struct Quotients(LevelPairs<Quotient>);

/// The division of polynomials modulo `P·Q` of one level by `P` and the last primes of `Q`, to the
/// nearest integers.
#[derive(Debug)]
enum Quotient {
    /// One rounding for all primes that go.
    Together(Tables),
    /// Where one of those of `Q` is too small for conversions: by `P`, and then by the others.
    Apart(ModulusSwitch),
}

/// How polynomials modulo `P·Q` are divided by `P` and the last primes of `Q`.
#[derive(Clone, Copy, Debug)]
pub enum Dropping<'a> {
    /// With one rounding: the special primes go, and after them those of `Q`.
    Together(&'a RoundedQuotient),
    /// By `P`, and then by the others.
    Apart(&'a ModulusSwitch),
}

/// The tables of a division by the product of all primes that go.
#[derive(Debug)]
struct Tables {
    /// The primes of `Q` that go, in the basis of keys.
    dropped: Range<usize>,
    quotient: RoundedQuotient,
}

impl Quotients {
    pub(super) fn new(limbs: usize) -> Self {
        Self(LevelPairs::new(limbs))
    }

    /// `⌊x/(P·q)⌉` of a polynomial over the primes of keys, for the product `q` of so many of its
    /// last primes.
    pub(super) fn divide(&self, primes: Primes<'_>, x: &Poly<Evaluation>, dropped: usize) -> Poly<Evaluation> {
        let level = x.level() - primes.special;
        match self.get(primes, level, level - dropped) {
            Quotient::Together(tables) => tables.apply(primes, x),
            Quotient::Apart(switch) => switch.apply_values(primes.moduli, &self.divide(primes, x, 0)),
        }
    }

    /// The division from a level.
    pub(super) fn division(&self, primes: Primes<'_>, level: usize, dropped: usize) -> Dropping<'_> {
        match self.get(primes, level, level - dropped) {
            Quotient::Together(tables) => Dropping::Together(&tables.quotient),
            Quotient::Apart(switch) => Dropping::Apart(switch),
        }
    }

    fn get(&self, primes: Primes<'_>, from: usize, to: usize) -> &Quotient {
        self.0.get(from, to, || Quotient::new(primes, from, to))
    }
}

impl Quotient {
    fn new(Primes { keys: basis, moduli, special }: Primes<'_>, from: usize, to: usize) -> Self {
        let primes: Vec<Modulus> = basis.moduli(special + from).copied().collect();
        let dropped = special + to..special + from;
        if primes[dropped.clone()].iter().any(|q| q.bits() < BasisConverter::MIN_SOURCE_BITS) {
            return Self::Apart(ModulusSwitch::new(moduli, from, to));
        }
        let (sources, kept) = ([&primes[..special], &primes[dropped.clone()]].concat(), &primes[special..special + to]);
        Self::Together(Tables { dropped, quotient: RoundedQuotient::new(&sources, kept) })
    }
}

impl Tables {
    fn apply(&self, Primes { keys, moduli, special }: Primes<'_>, x: &Poly<Evaluation>) -> Poly<Evaluation> {
        let remainder = x.limbs_to_coefficient(keys, (0..special).chain(self.dropped.clone()));
        self.quotient.apply(moduli, &remainder, |i| x.limb(special + i), None)
    }
}

#[cfg(test)]
mod tests;
