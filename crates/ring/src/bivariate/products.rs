//! Exact products of digits, whatever they are digits of.

use super::digits::{Digits, row_words};
use super::matrix::{DigitMatrix, TILE};
use super::sums::DigitSums;
use super::torus_poly::MASK;
use super::{TorusPoly, WORD_BITS};
use crate::{PooledVec, RnsBasis};
use papilio_field::Modulus;

/// Sums of products of digits modulo primes, of which the product is so great that the integers are
/// determined.
#[derive(Clone, Debug)]
pub struct DigitProducts {
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

    fn degree(&self) -> usize {
        self.basis.degree()
    }

    /// The transforms of the digits of so many words of a polynomial: of `Σ_j d_j·2^(−jK)` with
    /// `−2^(K−1) ≤ d_j < 2^(K−1)`, exact but for integers.
    pub(crate) fn transform(&self, words: usize, x: &TorusPoly) -> Digits {
        assert_eq!(x.degree(), self.degree(), "a polynomial of another degree");
        let (count, words_of_row) = (x.rows().div_ceil(words), row_words(self.degree()));
        let shifted = self.shifted(words, x);
        let mut rows = PooledVec::buffer(self.basis.limbs() * count * words_of_row, x.is_secret());
        let powers: Vec<Vec<u64>> = self.basis.plans().iter().map(|plan| powers(plan.modulus(), words)).collect();
        let mut terms = Vec::with_capacity(words);
        // A digit modulo all primes, while a cache holds its words.
        for (digit, own) in shifted.chunks(words * self.degree()).enumerate() {
            for (prime, (plan, powers)) in self.basis.plans().iter().zip(&powers).enumerate() {
                let (q, row) = (plan.modulus(), &mut rows[(prime * count + digit) * words_of_row..][..self.degree()]);
                // Half of a digit was added to each.
                let half = q.neg(q.mul(powers[words - 1], 1 << (WORD_BITS - 1)));
                for (chunk, out) in row.chunks_mut(CHUNK).enumerate() {
                    out.fill(1);
                    terms.clear();
                    let own = own.chunks_exact(self.degree()).zip(powers.iter().rev());
                    terms.extend(own.map(|(word, power)| (&word[chunk * CHUNK..][..out.len()], *power)));
                    plan.kernel().linear_combination(q, out, Some(half), &terms, 1 << WORD_BITS, &[]);
                }
                plan.forward(row);
            }
        }
        Digits { count, rows }
    }

    /// The words of the polynomial with half a digit added to each digit: those of digits that are
    /// not below zero.
    fn shifted(&self, words: usize, x: &TorusPoly) -> PooledVec {
        let rows = x.rows();
        let mut shifted = PooledVec::buffer(rows * self.degree(), x.is_secret());
        let mut carry = PooledVec::buffer(self.degree(), x.is_secret());
        carry.fill(0);
        for (i, out) in shifted.chunks_exact_mut(self.degree()).enumerate().rev() {
            let half = if i % words == 0 { 1 << (WORD_BITS - 1) } else { 0 };
            for ((out, word), carry) in out.iter_mut().zip(x.row(i)).zip(&mut *carry) {
                let sum = word + half + *carry;
                (*out, *carry) = (sum & MASK, sum >> WORD_BITS);
            }
        }
        shifted
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
                    plan.kernel().multiply_accumulate_tile(plan.modulus(), sum, &pairs);
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
        DigitSums { count, words: PooledVec::buffer(count * self.basis.limbs() * row_words(self.basis.degree()), secret) }
    }
}

/// Places of a sum that the first-level cache holds beside its terms.
const CHUNK: usize = 512;

/// `2^(52·t)` modulo a prime, for so many `t`.
fn powers(q: &Modulus, count: usize) -> Vec<u64> {
    let base = q.reduce(1 << WORD_BITS);
    core::iter::successors(Some(1), |power| Some(q.mul(*power, base))).take(count).collect()
}
