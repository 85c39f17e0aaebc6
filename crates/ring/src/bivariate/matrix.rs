//! Matrices of polynomials by which digits are multiplied.

use super::digits::row_words;
use super::shared::SharedWords;
use super::{DigitPlan, PreparedDigits};
use crate::PooledVec;

/// Places of a tile: a group of the widest vectors, so that a sum reads the rows of a key from one
/// end to the other, as one stream.
pub(crate) const TILE: usize = 32;

/// Pairs of polynomials, one for each digit of another: of each its digits, prepared.
///
/// A product reads it from one end to the other, for polynomials of fewer digits and to fewer
/// digits with gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitMatrix {
    rows: usize,
    digits: usize,
    degree: usize,
    /// For each prime, for each tile of places, for each digit of a pair, for both halves, for each
    /// row, the values at those places.
    words: MatrixWords,
}

/// Words of its own, or of another owner.
#[derive(Clone, Debug)]
enum MatrixWords {
    Own(PooledVec),
    Shared(SharedWords),
}

impl PartialEq for MatrixWords {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for MatrixWords {}

impl MatrixWords {
    fn get(&self) -> &[u64] {
        match self {
            Self::Own(words) => words,
            Self::Shared(words) => words.words(),
        }
    }

    /// To be written: what is shared is copied first.
    fn own(&mut self) -> &mut [u64] {
        if let Self::Shared(words) = self {
            *self = Self::Own(PooledVec::copy_of(words.words()));
        }
        match self {
            Self::Own(words) => words,
            Self::Shared(_) => unreachable!("words that were copied"),
        }
    }
}

/// A matrix to be read, whose words were found once.
#[derive(Clone, Copy)]
pub(super) struct MatrixView<'a> {
    rows: usize,
    digits: usize,
    degree: usize,
    words: &'a [u64],
}

impl<'a> MatrixView<'a> {
    /// The rows of a digit of a half at a tile of places modulo a prime, one after the other.
    pub(super) fn column(&self, (prime, tile): (usize, usize), digit: usize, half: usize) -> &'a [u64] {
        let column = 2 * digit + half;
        let start = 2 * self.digits * self.rows * (prime * self.degree + tile * TILE) + column * self.rows * TILE;
        &self.words[start..][..self.rows * TILE]
    }
}

impl DigitMatrix {
    /// A matrix for polynomials of `rows` digits, whose pairs have `digits` each and are all to be
    /// set.
    #[must_use]
    pub fn unspecified(plan: &DigitPlan, rows: usize, digits: usize) -> Self {
        Self::of_primes((plan.primes(), plan.degree()), rows, digits)
    }

    /// [`Self::unspecified`] for products modulo so many primes at a degree.
    pub(crate) fn of_primes((primes, degree): (usize, usize), rows: usize, digits: usize) -> Self {
        let words = MatrixWords::Own(PooledVec::unspecified(2 * rows * digits * primes * degree));
        Self { rows, digits, degree, words }
    }

    /// A matrix of words that were checked.
    pub(super) fn of_shared(plan: &DigitPlan, rows: usize, digits: usize, words: SharedWords) -> Self {
        Self { rows, digits, degree: plan.degree(), words: MatrixWords::Shared(words) }
    }

    fn count(plan: &DigitPlan, rows: usize, digits: usize) -> usize {
        [2, rows, digits, plan.primes(), plan.degree()].into_iter().fold(1, usize::saturating_mul)
    }

    /// Bytes of a matrix; `usize::MAX` where they overflow.
    #[must_use]
    pub fn memory_bytes(plan: &DigitPlan, rows: usize, digits: usize) -> usize {
        Self::count(plan, rows, digits).saturating_mul(size_of::<u64>())
    }

    /// Digits of polynomials that it is multiplied with.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Digits of the results.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The words, in the order of products, which is that of memory.
    #[must_use]
    pub(super) fn words(&self) -> &[u64] {
        self.words.get()
    }

    /// Whether the words are those of another owner, used where they lie.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.words, MatrixWords::Shared(_))
    }

    /// The matrix to be read.
    pub(super) fn view(&self) -> MatrixView<'_> {
        MatrixView { rows: self.rows, digits: self.digits, degree: self.degree, words: self.words() }
    }

    /// Puts a half of the pair of a row, 0 or 1, in its place. Words of another owner are
    /// copied first.
    ///
    /// # Panics
    /// If there is no such row or half, or it has another number of digits.
    pub fn set(&mut self, row: usize, half: usize, poly: &PreparedDigits) {
        assert!(row < self.rows && half < 2 && poly.count() == self.digits, "row {row}, half {half} of another matrix");
        let (rows, digits) = (self.rows, self.digits);
        let of_prime = 2 * digits * rows * self.degree;
        for (prime, words) in self.words.own().chunks_exact_mut(of_prime).enumerate() {
            for (digit, values) in poly.0.of_prime(prime, row_words(self.degree)).enumerate() {
                let column = (2 * digit + half) * rows + row;
                let tiles = words.chunks_exact_mut(2 * digits * rows * TILE).map(|tile| &mut tile[column * TILE..][..TILE]);
                tiles.zip(values.chunks_exact(TILE)).for_each(|(to, from)| to.copy_from_slice(from));
            }
        }
    }
}
