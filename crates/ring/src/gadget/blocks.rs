//! Products of digits with rows that are decomposed as well (*double decomposition*: M. Kim, D. Lee,
//! J. Seo and Y. Song, ePrint 2023/413).
//!
//! The primes of `P·Q` are grouped in blocks. A row of a key is its residues modulo each block,
//! small polynomials of integers, and so are digits: their sums of products are found modulo the
//! primes of an auxiliary `T` that exceeds them, and are reduced modulo the primes of their block.
//! The sums are those of [`super::product`] to the bit. Transforms are `d·r + 2·b·r` for `d` digits,
//! `b` blocks and `r` primes of `T`, where they are `d·(l + k)` else: fewer where digits are many,
//! which is where `P` is small.

use super::digit::Lift;
use super::residues::{Residues, lifted};
use super::{Extended, Gadget, GadgetForm, GadgetMatrix};
use crate::bivariate::{DigitMatrix, DigitPlan, DigitProducts, DigitSums, Digits, PreparedDigits, row_words};
use crate::half_product::half_product;
use crate::{BasisConverter, Coefficient, Evaluation, Poly, PooledVec, RnsBasis};
use core::ops::Range;
use papilio_field::Modulus;
use papilio_ntt::Reconstruction;

/// Rows of a key in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockMatrix {
    /// Primes in a block.
    size: usize,
    matrix: DigitMatrix,
}

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

impl BlockMatrix {
    /// Primes in a block.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }
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
fn greatest(size: usize, primes: &[Modulus]) -> f64 {
    primes.chunks(size).map(log2).fold(0.0, f64::max)
}

impl Blocks {
    /// The tables for the digits of a gadget and blocks of so many primes; none if products have no
    /// `T`.
    pub(super) fn new(gadget: &Gadget, size: usize) -> Option<Self> {
        let moduli: Vec<Modulus> = gadget.moduli.moduli(gadget.moduli.limbs()).copied().collect();
        Self::with_digits(gadget, size, greatest(gadget.special, &moduli), gadget.digits(moduli.len()))
    }

    /// The tables for sums of so many products with digits of so many bits.
    pub(super) fn with_digits(gadget: &Gadget, size: usize, digit_bits: f64, terms: usize) -> Option<Self> {
        let basis = &gadget.basis;
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

impl Gadget {
    pub(super) fn blocks(&self, size: usize) -> Result<&Blocks, BlockSizeError> {
        let limbs = self.basis.limbs();
        let slot = size.checked_sub(1).and_then(|i| self.blocks.get(i));
        let blocks = slot.and_then(|slot| slot.get_or_init(|| Blocks::new(self, size)).as_ref());
        blocks.ok_or(BlockSizeError { size, limbs })
    }

    /// The rows of a key in blocks of so many primes.
    ///
    /// # Errors
    /// [`BlockSizeError`] for no blocks, or such that products would have too many primes.
    pub fn in_blocks(&self, rows: &GadgetMatrix, size: usize) -> Result<BlockMatrix, BlockSizeError> {
        let (blocks, basis) = (self.blocks(size)?, &self.basis);
        let shape = (blocks.primes(), basis.degree());
        let mut matrix = DigitMatrix::of_primes(shape, rows.digits(), blocks.blocks.len());
        for digit in 0..rows.digits() {
            for half in 0..2 {
                matrix.set(digit, half, &blocks.row(basis, &rows.poly(self, digit, half)));
            }
        }
        Ok(BlockMatrix { size, matrix })
    }

    /// The rows of a key that was in blocks: the products of each digit that is 1 where the others
    /// are 0.
    #[must_use]
    pub fn without_blocks(&self, rows: &BlockMatrix) -> GadgetMatrix {
        let (blocks, basis) = (self.of(rows), &self.basis);
        let (count, words) = (rows.matrix.rows(), row_words(basis.degree()));
        let mut matrix = GadgetMatrix::unspecified(self);
        for digit in 0..count {
            let mut unit = Digits { count, rows: PooledVec::zero(blocks.primes() * count * words) };
            unit.rows.chunks_exact_mut(count * words).for_each(|rows| rows[digit * words..][..words].fill(1));
            let sums = blocks.products.vector_matrix(&[(&unit, &rows.matrix)], blocks.blocks.len());
            let halves = sums.map(|sums| {
                let mut poly = Poly::<Coefficient>::unspecified(basis, basis.limbs());
                blocks.residues(&sums, poly.limbs_mut());
                poly.into_evaluation(basis)
            });
            matrix.set(digit, [&halves[0], &halves[1]]);
        }
        matrix
    }

    /// The tables of rows that were made with this gadget.
    fn of(&self, rows: &BlockMatrix) -> &Blocks {
        match self.blocks(rows.size) {
            Ok(blocks) => blocks,
            Err(error) => panic!("rows of another gadget: {error}"),
        }
    }

    /// Bytes of rows in blocks of so many primes; `usize::MAX` where they overflow.
    ///
    /// # Errors
    /// [`BlockSizeError`].
    pub fn block_bytes(&self, size: usize) -> Result<usize, BlockSizeError> {
        let blocks = self.blocks(size)?;
        let digits = self.digits(self.basis.limbs() - self.special);
        let words = [2, digits, blocks.blocks.len(), blocks.primes(), self.basis.degree()];
        Ok(words.into_iter().fold(size_of::<u64>(), usize::saturating_mul))
    }

    /// The products of the digits of a polynomial with rows in blocks, divided by `P`, and a pair
    /// added: [`Self::product`] in coefficient form.
    pub(super) fn product_blocks(
        &self,
        c: &Poly<Coefficient>,
        rows: &BlockMatrix,
        plus: [Option<&Poly<Coefficient>>; 2],
    ) -> [Poly<Coefficient>; 2] {
        let residues = Residues::new(self, self.of(rows), c.level());
        half_product((&residues, c), &rows.matrix, &residues, plus)
    }

    /// The sums of [`Self::accumulate`] by rows in blocks.
    pub(super) fn accumulate_blocks<S: GadgetForm>(
        &self,
        c: &Poly<Coefficient>,
        rows: &BlockMatrix,
        start: [Option<&Poly<Evaluation>>; 2],
    ) -> [Extended<S>; 2] {
        let mut sums = [(); 2].map(|()| Extended::unspecified(self, c.level()));
        let [first, second] = &mut sums;
        self.block_sums(c, rows, [&mut first.limbs_mut(), &mut second.limbs_mut()]);
        for (sum, start) in sums.iter_mut().zip(start) {
            for (i, limb) in sum.limbs_mut().enumerate().skip(self.special) {
                let plan = &self.basis.plans()[i];
                match start {
                    None => S::of_coefficients(plan, limb),
                    Some(start) => {
                        plan.forward(limb);
                        self.add_special(i, start.limb(i - self.special), limb);
                        S::finish(plan, limb);
                    }
                }
            }
        }
        sums
    }

    /// The sums of [`Self::accumulate`] in evaluation form modulo all primes.
    pub(super) fn block_values(
        &self,
        c: &Poly<Coefficient>,
        rows: &BlockMatrix,
        start: [Option<&Poly<Evaluation>>; 2],
        sums: &mut [Poly<Evaluation>; 2],
    ) {
        let [first, second] = &mut *sums;
        self.block_sums(c, rows, [&mut first.limbs_mut(), &mut second.limbs_mut()]);
        for (sum, start) in sums.iter_mut().zip(start) {
            for (i, limb) in sum.limbs_mut().enumerate() {
                self.basis.plans()[i].forward(limb);
                if let (Some(start), Some(inner)) = (start, i.checked_sub(self.special)) {
                    self.add_special(i, start.limb(inner), limb);
                }
            }
        }
    }

    /// Both sums modulo the first primes of the basis of keys, in coefficient form.
    pub(super) fn block_sums(
        &self,
        c: &Poly<Coefficient>,
        rows: &BlockMatrix,
        limbs: [&mut dyn Iterator<Item = &mut [u64]>; 2],
    ) {
        let blocks = self.of(rows);
        let digits = self.digits_modulo(c, &blocks.products);
        let sums = blocks.products.vector_matrix(&[(&digits, &rows.matrix)], blocks.count_for(self.special + c.level()));
        sums.iter().zip(limbs).for_each(|(sums, limbs)| blocks.residues(sums, limbs));
    }

    /// Adds `P·x` modulo a prime.
    pub(super) fn add_special(&self, prime: usize, x: &[u64], to: &mut [u64]) {
        let (m, kernel) = (self.basis.modulus(prime), self.basis.plans()[prime].kernel());
        let special = self.basis.product_mod(m, self.special, None);
        kernel.linear_combination(m, to, Some(1), &[(x, special)], m.value(), &[]);
    }
}

#[cfg(test)]
mod tests;
