//! Products of torus elements with integers of several words, and quotients of such integers.

use super::torus_poly::MASK;
use super::{TorusPoly, WORD_BITS};
use crate::PooledVec;

/// Words of 52 bits in an integer of 256.
const INTEGER_WORDS: usize = 5;

/// Terms of a row: words times a constant each.
type Terms<'a> = Vec<(&'a [u64], u64)>;

impl TorusPoly {
    /// `t·self` modulo 1, for a public integer in words of 64 bits, the lowest first: exactly, to
    /// as many bits.
    #[must_use]
    pub fn times(&self, t: [u64; 4]) -> Self {
        let words = carried(self.degree(), self.rows(), self.is_secret(), |row| (self.terms(&words_of(t), row as isize), 0));
        Self::of_rows(self.degree(), self.bits(), words)
    }

    /// The integers next to `t·x` for each coefficient `x` from 0 to below 1, halves up, with `t`
    /// in words of 64 bits, the lowest first: from 0 to `t`.
    ///
    /// # Panics
    /// For an element of no bits.
    #[must_use]
    pub fn rounded_multiples(&self, t: [u64; 4]) -> RoundedMultiples {
        assert!(self.bits() > 0, "an element of no bits");
        let t = words_of(t);
        let half = |row: usize| if row == INTEGER_WORDS { 1 << (WORD_BITS - 1) } else { 0 };
        let row = |row: usize| (self.terms(&t, row as isize - INTEGER_WORDS as isize), half(row));
        let words = carried(self.degree(), INTEGER_WORDS + self.rows(), self.is_secret(), row);
        RoundedMultiples { degree: self.degree(), words }
    }

    /// The quotients `⌊m·2^bits/t⌉/2^bits` of integers below an odd `t`, each in five words of 52
    /// bits: row after row, the lowest words first. No word is divided by, and none decides
    /// anything: `m` is multiplied by the digits of `1/t`.
    ///
    /// `m·2^bits/t` is at least `1/(2t)` from every half of an odd integer, so that `1/t` to
    /// `bits + 2·log2(t) + 4` bits gives its nearest integer exactly.
    ///
    /// # Panics
    /// If `t` is even or zero, or there are not five rows of `degree` words.
    #[must_use]
    pub fn quotients(degree: usize, numerators: &PooledVec, t: [u64; 4], bits: u32) -> Self {
        assert!(t[0] % 2 == 1, "an even number {t:?} to divide by");
        assert_eq!(numerators.len(), INTEGER_WORDS * degree, "five rows of {degree} words");
        let places = bits + 2 * bit_length(t) + 4;
        let reciprocal = reciprocal(t, places);
        let terms = |row: usize| {
            let words = numerators.chunks_exact(degree).zip(reciprocal.iter().skip(row));
            (words.map(|(words, &constant)| (words, constant)).collect(), 0)
        };
        let rows = places.div_ceil(WORD_BITS) as usize;
        let words = carried(degree, rows, numerators.is_secret(), terms);
        Self::of_rows(degree, rows as u32 * WORD_BITS, words).with_bits(bits)
    }

    /// An element from 0 to below 1 over `2^by`, exactly: to `by` more bits.
    #[must_use]
    pub fn divided(&self, by: u32) -> Self {
        let (degree, bits) = (self.degree(), self.bits() + by);
        let mut to = if self.is_secret() { Self::secret(degree, bits) } else { Self::zero(degree, bits) };
        let (skip, down) = ((by / WORD_BITS) as usize, by % WORD_BITS);
        let zeros = PooledVec::zero(degree);
        let row = |i: Option<usize>| i.filter(|&i| i < self.rows()).map_or(&*zeros, |i| self.row(i));
        for i in 0..to.rows() {
            let (high, low) = (row(i.checked_sub(skip + 1)), row(i.checked_sub(skip)));
            for ((to, high), low) in to.row_mut(i).iter_mut().zip(high).zip(low) {
                *to = (high << (WORD_BITS - down) | low >> down) & MASK;
            }
        }
        to
    }

    /// The rows that a row of the product with `t` has terms of: `t_j·2^(52j)` moves up by `j`
    /// rows.
    fn terms(&self, t: &[u64; INTEGER_WORDS], row: isize) -> Terms<'_> {
        let of = |(j, &constant): (usize, &u64)| {
            let from = usize::try_from(row + j as isize).ok().filter(|&from| from < self.rows())?;
            Some((self.row(from), constant))
        };
        t.iter().enumerate().filter_map(of).collect()
    }
}

/// The integers next to multiples of coefficients; see [`TorusPoly::rounded_multiples`].
#[derive(Clone, Debug)]
pub struct RoundedMultiples {
    degree: usize,
    /// Five rows of the integers, the highest words first, and those of the fractions and a half.
    pub(super) words: PooledVec,
}

impl RoundedMultiples {
    /// The words of 52 bits of the integer of a coefficient, the highest first.
    ///
    /// # Panics
    /// If there is no such coefficient.
    pub fn integer(&self, i: usize) -> impl Iterator<Item = u64> + '_ {
        assert!(i < self.degree, "coefficient {i} of {}", self.degree);
        (0..INTEGER_WORDS).map(move |row| self.words[row * self.degree + i])
    }

    /// The greatest distance of a multiple from its integer, in units of `2^(−52)`, rounded up.
    #[must_use]
    pub fn greatest_distance(&self) -> u64 {
        let half = 1i64 << (WORD_BITS - 1);
        let fractions = &self.words[INTEGER_WORDS * self.degree..][..self.degree];
        // Lower words are less than a unit.
        fractions.iter().map(|&fraction| (fraction as i64 - half).unsigned_abs() + 1).max().unwrap_or(0)
    }
}

/// Rows of sums of words times constants, with carries from the lowest row, which is the last, to
/// the first: each with its terms and a summand. At most five terms, and a carry, have 107 bits.
fn carried<'a>(degree: usize, rows: usize, secret: bool, terms: impl Fn(usize) -> (Terms<'a>, u64)) -> PooledVec {
    let (mut words, mut carry) = (PooledVec::buffer(rows * degree, secret), PooledVec::buffer(degree, secret));
    carry.fill(0);
    for row in (0..rows).rev() {
        let (terms, plus) = terms(row);
        debug_assert!(terms.len() <= INTEGER_WORDS, "{} terms", terms.len());
        for (i, (to, carry)) in words[row * degree..][..degree].iter_mut().zip(&mut *carry).enumerate() {
            let first = u128::from(*carry) + u128::from(plus);
            let sum = terms.iter().fold(first, |sum, (words, constant)| sum + u128::from(words[i]) * u128::from(*constant));
            (*to, *carry) = (sum as u64 & MASK, (sum >> WORD_BITS) as u64);
        }
    }
    words
}

/// Words of 52 bits, the lowest first.
fn words_of(t: [u64; 4]) -> [u64; INTEGER_WORDS] {
    core::array::from_fn(|j| {
        let (word, bit) = (j * WORD_BITS as usize / 64, j as u32 * WORD_BITS % 64);
        let wide = u128::from(t[word]) | u128::from(t.get(word + 1).copied().unwrap_or(0)) << 64;
        (wide >> bit) as u64 & MASK
    })
}

fn bit_length(t: [u64; 4]) -> u32 {
    let highest = t.iter().rposition(|&word| word != 0).unwrap_or(0);
    64 * highest as u32 + 64 - t[highest].leading_zeros()
}

/// `⌊2^places/t⌋` over `2^places`, in words of 52 bits, the highest first, with at least as many
/// places: long division of public numbers.
fn reciprocal(t: [u64; 4], places: u32) -> Vec<u64> {
    let mut rest = [1, 0, 0, 0];
    let mut next = || {
        let top = rest[3] >> 63;
        let doubled = core::array::from_fn(|i| rest[i] << 1 | if i > 0 { rest[i - 1] >> 63 } else { 0 });
        let (difference, below) = difference(doubled, t);
        let fits = top == 1 || !below;
        rest = if fits { difference } else { doubled };
        u64::from(fits)
    };
    (0..places.div_ceil(WORD_BITS)).map(|_| (0..WORD_BITS).fold(0, |word, _| word << 1 | next())).collect()
}

/// `a − b` modulo `2^256`, and whether `a < b`.
fn difference(a: [u64; 4], b: [u64; 4]) -> ([u64; 4], bool) {
    let mut borrow = false;
    let words = core::array::from_fn(|i| {
        let (word, first) = a[i].overflowing_sub(b[i]);
        let (word, second) = word.overflowing_sub(u64::from(borrow));
        borrow = first || second;
        word
    });
    (words, borrow)
}
