//! Quotients by `P`, and by the last primes of `Q` in the same step.

use super::decomposition::Cut;
use super::{Gadget, GadgetMatrix};
use crate::{BasisConverter, Coefficient, Evaluation, ModulusSwitch, Poly, PooledVec, RnsBasis};
use core::ops::Range;
use papilio_field::Modulus;
use std::sync::OnceLock;

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

    fn get(&self, gadget: &Gadget, from: usize, to: usize) -> &Quotient {
        self.tables[from * self.levels + to].get_or_init(|| Quotient::new(gadget, from, to))
    }
}

impl Quotient {
    fn new(gadget: &Gadget, from: usize, to: usize) -> Self {
        let (basis, special) = (&gadget.basis, gadget.special);
        let primes: Vec<Modulus> = basis.moduli(special + from).copied().collect();
        let dropped = special + to..special + from;
        if primes[dropped.clone()].iter().any(|q| q.bits() < BasisConverter::MIN_SOURCE_BITS) {
            return Self::Apart(ModulusSwitch::new(&gadget.moduli, from, to));
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
    fn apply(&self, gadget: &Gadget, x: &Poly<Evaluation>) -> Poly<Evaluation> {
        let (moduli, special) = (&gadget.moduli, gadget.special);
        let residue = x.range(0..special).joined(&x.range(self.dropped.clone())).into_coefficient(&self.gone);
        let mut lifted: Poly<Coefficient> = Poly::unspecified(moduli, self.kept);
        self.remainder.apply(residue.residues(), lifted.split_limbs_mut(self.kept).0);
        let mut quotient = x.range(special..special + self.kept);
        quotient.sub_assign(moduli, &lifted.into_evaluation(moduli));
        quotient.scale_assign(moduli, &self.inverses);
        quotient
    }
}

impl Gadget {
    /// `⌊x/(P·q)⌉` of a polynomial modulo `P·Q`, over [`Self::basis`], for the product `q` of as
    /// many of its last primes as are to be dropped, possibly none: a division by `P` and a modulus
    /// switch with one rounding, for an inverse transform of every prime that goes and a transform
    /// of every prime that stays.
    ///
    /// It is the nearest integer as [`BasisConverter`] has it. Where a prime that is dropped has
    /// fewer bits than [`BasisConverter::MIN_SOURCE_BITS`], one division follows the other, and so
    /// do their roundings.
    ///
    /// # Panics
    /// If the polynomial has special primes alone or more primes than the basis, or no prime would
    /// be left.
    #[must_use]
    pub fn quotient_dropping(&self, x: &Poly<Evaluation>, dropped: usize) -> Poly<Evaluation> {
        let level = x.level() - self.special;
        assert!(dropped < level, "{dropped} primes to be dropped of {level}");
        match self.quotients.get(self, level, level - dropped) {
            Quotient::Together(tables) => tables.apply(self, x),
            Quotient::Apart(switch) => switch.apply_values(&self.moduli, &self.quotient_dropping(x, 0)),
        }
    }
}

impl Gadget {
    /// [`Self::product`] in evaluation form, divided by as many of the last primes as are to be
    /// dropped in the same step as by `P`; `c` in both forms, if both are at hand.
    ///
    /// # Panics
    /// If the matrix or the polynomials are of other primes, or no prime would be left.
    #[must_use]
    pub fn product_dropping(
        &self,
        (c, values): (&Poly<Coefficient>, Option<&Poly<Evaluation>>),
        matrix: &GadgetMatrix,
        start: [Option<&Poly<Evaluation>>; 2],
        dropped: usize,
    ) -> [Poly<Evaluation>; 2] {
        let cut = Cut::new(self, c, values);
        let mut rows = PooledVec::unspecified(cut.words());
        let mut sums = [(); 2].map(|()| Poly::unspecified(&self.basis, self.special + c.level()));
        let [first, second] = &mut sums;
        for (prime, (first, second)) in first.limbs_mut().zip(second.limbs_mut()).enumerate() {
            cut.rows(prime, &mut rows);
            let inner = prime.checked_sub(self.special);
            let start = start.map(|poly| poly.zip(inner).map(|(poly, i)| poly.limb(i)));
            self.products(prime, matrix, &rows, [first, second], start);
        }
        sums.map(|sum| self.quotient_dropping(&sum, dropped))
    }
}

#[cfg(test)]
mod tests;
