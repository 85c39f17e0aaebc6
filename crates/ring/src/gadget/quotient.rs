//! Quotients by `P`, and by the last primes of `Q` in the same step.

use crate::{BasisConverter, Coefficient, Evaluation, ModulusSwitch, Poly, RnsBasis};
use core::ops::Range;
use papilio_field::Modulus;
use std::sync::OnceLock;

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
pub(super) struct Quotients {
    levels: usize,
    /// From level `l` to level `k` at `l·levels + k`.
    tables: Box<[OnceLock<Quotient>]>,
}

/// The division of polynomials modulo `P·Q` of one level by `P` and the last primes of `Q`, to the
/// nearest integers.
#[derive(Debug)]
enum Quotient {
    /// One rounding for all primes that go.
    Together(Tables),
    /// Where one of those of `Q` is too small for conversions: by `P`, and then by the others.
    Apart(ModulusSwitch),
}

/// The tables of a division by the product of all primes that go.
#[derive(Debug)]
struct Tables {
    kept: usize,
    /// The primes of `Q` that go, in the basis of keys.
    dropped: Range<usize>,
    /// The primes that go.
    gone: RnsBasis,
    /// The centered residue modulo those, modulo the primes that are kept.
    remainder: BasisConverter,
    /// Inverses of their product modulo the primes that are kept.
    inverses: Vec<u64>,
}

impl Quotients {
    pub(super) fn new(limbs: usize) -> Self {
        let levels = limbs + 1;
        Self { levels, tables: (0..levels * levels).map(|_| OnceLock::new()).collect() }
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

    fn get(&self, primes: Primes<'_>, from: usize, to: usize) -> &Quotient {
        self.tables[from * self.levels + to].get_or_init(|| Quotient::new(primes, from, to))
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
        let product = |m: &Modulus| sources.iter().fold(1, |product, q| m.mul(product, m.reduce(q.value())));
        Self::Together(Tables {
            kept: to,
            gone: basis.selection((0..special).chain(dropped.clone())),
            dropped,
            remainder: BasisConverter::extend(&sources, kept),
            inverses: kept.iter().map(|m| m.inverse(product(m))).collect(),
        })
    }
}

impl Tables {
    /// `(x − r)/p` for the centered residue `r` modulo the product `p` of the primes that go.
    fn apply(&self, Primes { moduli, special, .. }: Primes<'_>, x: &Poly<Evaluation>) -> Poly<Evaluation> {
        let residue = x.range(0..special).joined(&x.range(self.dropped.clone())).into_coefficient(&self.gone);
        let mut lifted: Poly<Coefficient> = Poly::unspecified(moduli, self.kept);
        self.remainder.apply(residue.residues(), lifted.split_limbs_mut(self.kept).0);
        let mut quotient = x.range(special..special + self.kept);
        quotient.sub_assign(moduli, &lifted.into_evaluation(moduli));
        quotient.scale_assign(moduli, &self.inverses);
        quotient
    }
}

#[cfg(test)]
mod tests;
