//! Exact products of digits, whatever they are digits of.

use super::digits::{Digits, row_words};
use super::matrix::{DigitMatrix, TILE};
use super::sums::DigitSums;
use crate::{PooledVec, RnsBasis};

/// Sums of products of digits modulo primes, of which the product is so great that the integers are
/// determined.
#[derive(Clone, Debug)]
pub(crate) struct DigitProducts {
    basis: RnsBasis,
    /// Most products in a sum.
    terms: usize,
}

impl DigitProducts {
    pub(crate) fn new(basis: RnsBasis, terms: usize) -> Self {
        Self { basis, terms }
    }

    /// The primes and their transforms.
    pub(crate) fn basis(&self) -> &RnsBasis {
        &self.basis
    }

    /// [`super::DigitTransforms::vector_matrix`]
    pub(crate) fn vector_matrix(&self, operands: &[(&Digits, &DigitMatrix)], digits: usize) -> [DigitSums; 2] {
        let terms = operands.iter().map(|(x, _)| x.count).sum::<usize>();
        assert!(terms <= self.terms, "{terms} digits, of a plan for {}", self.terms);
        for (x, matrix) in operands {
            let (rows, columns) = (matrix.rows(), matrix.digits());
            assert!(x.count <= rows && digits <= columns, "{} digits to {digits} by a matrix of {rows} to {columns}", x.count);
        }
        let secret = operands.iter().any(|(x, _)| x.rows.is_secret());
        let mut sums = [(); 2].map(|()| self.unspecified_sums(digits, secret));
        let (degree, words_of_row) = (self.basis.degree(), row_words(self.basis.degree()));
        let views: Vec<_> = operands.iter().map(|(x, matrix)| (*x, matrix.view())).collect();
        let (primes, mut pairs) = (self.basis.limbs(), Vec::with_capacity(terms));
        for (prime, plan) in self.basis.plans().iter().enumerate() {
            for tile in 0..degree / TILE {
                let places = tile * TILE..(tile + 1) * TILE;
                for (digit, half) in (0..digits).flat_map(|digit| [(digit, 0), (digit, 1)]) {
                    pairs.clear();
                    for (x, matrix) in &views {
                        let rows = x.of_prime(prime, words_of_row).map(|row| &row[places.clone()]);
                        pairs.extend(rows.zip(matrix.column((prime, tile), digit, half).chunks_exact(TILE)));
                    }
                    let sum = &mut sums[half].words[(digit * primes + prime) * words_of_row..][places.clone()];
                    sum.fill(0);
                    plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
                }
            }
            for (half, digit) in (0..digits).flat_map(|digit| [(0, digit), (1, digit)]) {
                plan.inverse(&mut sums[half].words[(digit * primes + prime) * words_of_row..][..degree]);
            }
        }
        sums
    }

    /// Sums that are all to be written.
    pub(crate) fn unspecified_sums(&self, count: usize, secret: bool) -> DigitSums {
        DigitSums { count, words: buffer(count * self.basis.limbs() * row_words(self.basis.degree()), secret) }
    }
}

/// Words that are all to be written.
pub(crate) fn buffer(len: usize, secret: bool) -> PooledVec {
    if secret { PooledVec::secret(len) } else { PooledVec::unspecified(len) }
}
