//! Sums of products of digits.

use crate::PooledVec;

/// Sums of products of digits, the most significant first: residues from which carries make a
/// [`super::TorusPoly`].
#[derive(Clone, Debug)]
pub struct DigitSums {
    pub(crate) count: usize,
    /// For each digit, for each prime, the coefficients, in as many words as a row.
    pub(crate) words: PooledVec,
}

impl DigitSums {
    /// The number of sums.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }
}
