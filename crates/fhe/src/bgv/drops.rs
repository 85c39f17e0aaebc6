//! Switching down by several primes at once.

use papilio_field::Modulus;
use papilio_ring::{BasisConverter, Coefficient, Poly, RnsBasis};
use std::borrow::Cow;
use std::sync::OnceLock;

/// The tables for divisions by products of primes, each made at its first use.
#[derive(Debug)]
pub(super) struct Drops {
    levels: usize,
    /// From level `l` to level `k` at `l·levels + k`.
    tables: Box<[OnceLock<BasisConverter>]>,
}

impl Drops {
    pub(super) fn new(limbs: usize) -> Self {
        let levels = limbs + 1;
        Self { levels, tables: (0..levels * levels).map(|_| OnceLock::new()).collect() }
    }

    /// `⌊x/q⌉` for the product `q` of the primes from `level` on: one rounding for all, and one pass over what is left.
    pub(super) fn apply(&self, basis: &RnsBasis, x: Cow<'_, Poly<Coefficient>>, level: usize) -> Poly<Coefficient> {
        let from = x.level();
        // One prime is divided away as fast without tables, and those that are too small for them have to be.
        let small = basis.moduli(from).skip(level).any(|m| m.bits() < BasisConverter::MIN_SOURCE_BITS);
        if small || level + 1 >= from {
            let mut x = x.into_owned();
            (level..from).for_each(|_| x.switch_down(basis));
            return x;
        }
        let mut kept = x.range(0..level);
        self.table(basis, from, level).apply(&x.residues()[level * basis.degree()..], kept.split_limbs_mut(0).1);
        kept
    }

    fn table(&self, basis: &RnsBasis, from: usize, level: usize) -> &BasisConverter {
        self.tables[from * self.levels + level].get_or_init(|| {
            let primes: Vec<Modulus> = basis.moduli(from).copied().collect();
            let (inner, outer) = primes.split_at(level);
            BasisConverter::scale_and_round(outer, inner, |_| 1)
        })
    }
}
