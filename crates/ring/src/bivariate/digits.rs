//! Digits in transform form.

use crate::PooledVec;

/// Words of a cache line.
const LINE: usize = 8;

/// Words from one row to the next: a cache line more than a row, so that rows do not contend for
/// the same sets of a cache.
pub(crate) fn row_words(degree: usize) -> usize {
    degree + LINE
}

/// The digits of a polynomial, the most significant first: of each its transform modulo each prime.
#[derive(Clone, Debug)]
pub struct Digits {
    pub(crate) count: usize,
    /// For each prime, for each digit, as many words as a row.
    pub(crate) rows: PooledVec,
}

/// Digits as the second operand of products: their transforms times the inverse of `Q/q` modulo
/// each prime `q`, which makes sums of products ready for the Chinese remainder theorem.
#[derive(Clone, Debug)]
pub struct PreparedDigits(pub(crate) Digits);

impl Digits {
    /// The number of digits.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The rows of one prime, one for each digit.
    pub(super) fn of_prime(&self, prime: usize, row_words: usize) -> impl Iterator<Item = &[u64]> + Clone {
        self.rows[prime * self.count * row_words..][..self.count * row_words].chunks_exact(row_words)
    }
}

impl PreparedDigits {
    /// The number of digits.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.count
    }
}
