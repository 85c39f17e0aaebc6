//! Products of digits with rows that are decomposed as well (*double decomposition*: M. Kim, D.
//! Lee, J. Seo and Y. Song, ePrint 2023/413).
//!
//! The primes of `P·Q` are grouped in blocks. A row of a key is its residues modulo each block,
//! small polynomials of integers, and so are digits: their sums of products are found modulo the
//! primes of an auxiliary `T` that exceeds them, and are reduced modulo the primes of their block.
//! The sums are those of [`super::product`] to the bit. Transforms are `d·r + 2·b·r` for `d`
//! digits, `b` blocks and `r` primes of `T`, where they are `d·(l + k)` else: fewer where digits
//! are many, which is where `P` is small.

use super::blocks::{BlockSizeError, Blocks, greatest};
use super::residues::Residues;
use super::{Extended, Gadget, GadgetForm, GadgetMatrix};
use crate::bivariate::{DigitMatrix, Digits, row_words};
use crate::half_product::half_product;
use crate::{Coefficient, Evaluation, Poly, PooledVec};
use papilio_field::Modulus;

/// Rows of a key in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockMatrix {
    /// Primes in a block.
    size: usize,
    matrix: DigitMatrix,
}

impl BlockMatrix {
    /// Primes in a block.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }
}

impl Gadget {
    pub(super) fn blocks(&self, size: usize) -> Result<&Blocks, BlockSizeError> {
        let (limbs, moduli) = (self.basis.limbs(), &self.moduli);
        let new = || {
            let primes: Vec<Modulus> = moduli.moduli(moduli.limbs()).copied().collect();
            Blocks::new(&self.basis, size, greatest(self.special, &primes), self.digits(primes.len()))
        };
        let slot = size.checked_sub(1).and_then(|i| self.blocks.get(i));
        let blocks = slot.and_then(|slot| slot.get_or_init(new).as_ref());
        blocks.ok_or(BlockSizeError { size, limbs })
    }

    /// The rows of a key in blocks of so many primes.
    ///
    /// # Errors
    /// [`BlockSizeError`] for no blocks, or such that products would have too many primes.
    pub fn in_blocks(&self, rows: &GadgetMatrix, size: usize) -> Result<BlockMatrix, BlockSizeError> {
        let (blocks, basis) = (self.blocks(size)?, &self.basis);
        let shape = (blocks.primes(), basis.degree());
        let mut matrix = DigitMatrix::of_primes(shape, rows.digits(), blocks.count());
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
            let sums = blocks.products().vector_matrix(&[(&unit, &rows.matrix)], blocks.count());
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
        let words = [2, digits, blocks.count(), blocks.primes(), self.basis.degree()];
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
        let digits = self.digits_modulo(c, blocks.products());
        let sums = blocks.products().vector_matrix(&[(&digits, &rows.matrix)], blocks.count_for(self.special + c.level()));
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
