//! The tables of rows in blocks: groups of primes of `P·Q`, and the primes of their products.

use super::digit::Lift;
use crate::bivariate::{DigitPlan, DigitProducts, DigitSums, Digits, PreparedDigits, row_words};
use crate::{BasisConverter, Evaluation, Poly, PooledVec, RnsBasis};
use core::ops::Range;
use papilio_field::Modulus;
use papilio_ntt::Reconstruction;

/// Why rows have no such blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "blocks of {size} primes: from 1 to {limbs}, of which the products with digits have at most {} primes",
    Reconstruction::MAX_PRIMES
)]
pub struct BlockSizeError {
    /// Primes in a block.
    pub size: usize,
    /// Primes of `P·Q`.
    pub limbs: usize,
}

/// The tables of blocks of one size.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Modulo the primes of `T`.
    products: DigitProducts,
    blocks: Vec<Block>,
}

/// A group of primes of `P·Q`.
#[derive(Debug)]
struct Block {
    /// Its primes in the basis of keys.
    own: Range<usize>,
    /// From its primes to `T`.
    lift: Lift,
    /// From `T` to its primes.
    reduction: BasisConverter,
}

/// The greatest primes of their size, those of all products.
pub(super) fn auxiliary(degree: usize, count: usize) -> Vec<Modulus> {
    let primes = RnsBasis::choose_moduli(degree, &vec![Reconstruction::PRIME_BITS; count], 0).unwrap_or_default();
    primes.into_iter().filter_map(Modulus::new).collect()
}

fn log2(primes: &[Modulus]) -> f64 {
    primes.iter().map(|q| (q.value() as f64).log2()).sum()
}

/// Bits of the greatest group of so many primes.
pub(super) fn greatest(size: usize, primes: &[Modulus]) -> f64 {
    primes.chunks(size).map(log2).fold(0.0, f64::max)
}

impl Blocks {
    /// The tables for blocks of so many primes of the basis of keys, and sums of so many products
    /// with digits of so many bits; none if products have no `T`.
    pub(super) fn new(basis: &RnsBasis, size: usize, digit_bits: f64, terms: usize) -> Option<Self> {
        let primes: Vec<Modulus> = basis.moduli(basis.limbs()).copied().collect();
        let count = DigitPlan::certain_primes(digit_bits + greatest(size, &primes), basis.degree(), terms)?;
        let t = auxiliary(basis.degree(), count);
        let values: Vec<u64> = t.iter().map(Modulus::value).collect();
        let auxiliary = RnsBasis::new(basis.degree(), &values).ok()?;
        let block = |(i, own): (usize, &[Modulus])| Block {
            own: i * size..i * size + own.len(),
            lift: Lift::new(own, &t),
            reduction: BasisConverter::extend(&t, own),
        };
        let blocks = primes.chunks(size).enumerate().map(block).collect();
        Some(Self { products: DigitProducts::new(auxiliary, terms), blocks })
    }

    pub(super) fn products(&self) -> &DigitProducts {
        &self.products
    }

    /// Primes of `T`.
    pub(super) fn primes(&self) -> usize {
        self.products.basis().limbs()
    }

    /// The number of blocks.
    pub(super) fn count(&self) -> usize {
        self.blocks.len()
    }

    /// The number of blocks that have any of the first primes of `P·Q`.
    pub(super) fn count_for(&self, primes: usize) -> usize {
        self.blocks.iter().filter(|block| block.own.start < primes).count()
    }

    /// A row of a key, modulo all primes, in blocks.
    pub(super) fn row(&self, basis: &RnsBasis, row: &Poly<Evaluation>) -> PreparedDigits {
        let row = row.to_coefficient(basis);
        let residues = |own: &Range<usize>| &row.residues()[own.start * basis.degree()..own.end * basis.degree()];
        let prepared = |block: &Block| block.lift.prepare(&basis.plans()[block.own.start], residues(&block.own));
        PreparedDigits(lifted(&self.products, self.blocks.iter().map(|block| (&block.lift, prepared(block)))))
    }

    /// The residues of sums, of a block each, modulo the first primes of the basis of keys.
    pub(super) fn residues<'a>(&self, sums: &DigitSums, limbs: impl Iterator<Item = &'a mut [u64]>) {
        let (degree, primes) = (self.products.basis().degree(), self.primes());
        let words = row_words(degree);
        let mut limbs: Vec<_> = limbs.collect();
        for (block, sums) in self.blocks.iter().zip(sums.words.chunks_exact(primes * words)) {
            let rest = limbs.split_off(block.own.len().min(limbs.len()));
            let rows: Vec<_> = sums.chunks_exact(words).map(|row| &row[..degree]).collect();
            block.reduction.extend_rows(&rows, &mut limbs);
            limbs = rest;
        }
    }
}

/// The transforms of lifts of what was prepared for them.
pub(super) fn lifted<'a>(products: &DigitProducts, lifts: impl Iterator<Item = (&'a Lift, PooledVec)>) -> Digits {
    let (basis, lifts) = (products.basis(), lifts.collect::<Vec<_>>());
    let words = row_words(basis.degree());
    let mut rows = PooledVec::unspecified(basis.limbs() * lifts.len() * words);
    for (digit, (lift, prepared)) in lifts.iter().enumerate() {
        for (prime, plan) in basis.plans().iter().enumerate() {
            let row = &mut rows[(prime * lifts.len() + digit) * words..][..plan.size()];
            lift.residues(prime, plan, prepared, row);
            plan.forward(row);
        }
    }
    Digits { count: lifts.len(), rows }
}
