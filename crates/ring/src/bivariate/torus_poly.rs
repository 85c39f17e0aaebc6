//! Polynomials over the torus in words.

use super::WORD_BITS;
use crate::PooledVec;
use crate::sample::{SeededUniform, ShortPoly};
use papilio_ntt::Kernel;

/// The greatest word.
pub(super) const MASK: u64 = (1 << WORD_BITS) - 1;

/// A polynomial over the torus `R/Z` whose coefficients are multiples of `2^(−bits)`: for each of
/// them a binary fraction from 0 to below 1, in words of [`WORD_BITS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TorusPoly {
    degree: usize,
    bits: u32,
    /// Row after row of `degree` words, those of the highest bits first. Bits of the last row
    /// beyond `bits` are zero.
    words: PooledVec,
}

impl TorusPoly {
    /// The polynomial zero, to this many bits.
    #[must_use]
    pub fn zero(degree: usize, bits: u32) -> Self {
        Self { degree, bits, words: PooledVec::zero(degree * rows(bits)) }
    }

    /// A polynomial whose words are all to be written.
    pub(super) fn unspecified(degree: usize, bits: u32, secret: bool) -> Self {
        Self { degree, bits, words: PooledVec::buffer(degree * rows(bits), secret) }
    }

    /// Zero, from the first on a secret.
    #[must_use]
    pub fn secret(degree: usize, bits: u32) -> Self {
        let mut words = PooledVec::secret(degree * rows(bits));
        words.fill(0);
        Self { degree, bits, words }
    }

    /// The polynomial of words, row after row; none unless there are as many rows as `bits` need,
    /// every word is below `2^52`, and bits beyond `bits` are zero.
    #[must_use]
    pub fn from_words(degree: usize, bits: u32, words: PooledVec) -> Option<Self> {
        let poly = Self { degree, bits, words };
        let (rows, tail) = (rows(bits), poly.tail());
        let sound = poly.words.len() == degree * rows && poly.words.iter().all(|&word| word <= MASK);
        (sound && (rows == 0 || poly.row(rows - 1).iter().all(|&word| word & tail == 0))).then_some(poly)
    }

    /// The polynomial of words that are sound by the way that they were made.
    pub(super) fn of_packed(degree: usize, bits: u32, words: PooledVec) -> Self {
        Self { degree, bits, words }
    }

    /// Uniform coefficients, those of a number of a seed.
    #[must_use]
    pub fn uniform(degree: usize, bits: u32, seed: &SeededUniform, number: u32) -> Self {
        let mut poly = Self::zero(degree, bits);
        for i in 0..poly.rows() {
            let index = u64::from(number) << 32 | i as u64;
            seed.fill_words(index, poly.row_mut(i), |bytes: [u8; 8]| u64::from_le_bytes(bytes) & MASK);
        }
        poly.mask();
        poly
    }

    /// The polynomial of normalized rows, of which there are as many as `bits` need.
    pub(super) fn of_rows(degree: usize, bits: u32, words: PooledVec) -> Self {
        debug_assert_eq!(words.len(), degree * rows(bits), "rows for {bits} bits");
        Self { degree, bits, words }
    }

    /// `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Bits of a coefficient.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Words of a coefficient.
    #[must_use]
    pub fn rows(&self) -> usize {
        rows(self.bits)
    }

    /// The words of one place in every coefficient; the first row has the highest bits.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, i: usize) -> &[u64] {
        &self.words[i * self.degree..][..self.degree]
    }

    pub(super) fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.words[i * self.degree..][..self.degree]
    }

    /// From here on the words are public: what was secret is masked.
    #[must_use]
    pub fn publish(mut self) -> Self {
        self.words.publish();
        self
    }

    /// Whether the words are erased when dropped.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.words.is_secret()
    }

    /// The bits of a word of the last row that are zero.
    fn tail(&self) -> u64 {
        (1 << (rows(self.bits) as u32 * WORD_BITS - self.bits)) - 1
    }

    /// Clears the bits beyond those of the element.
    pub(super) fn mask(&mut self) {
        let (rows, tail) = (self.rows(), self.tail());
        if rows > 0 && tail > 0 {
            self.row_mut(rows - 1).iter_mut().for_each(|word| *word &= !tail);
        }
    }

    /// The coefficients from −1/2 to 1/2 as numbers in units of `2^(−place)`, rounded: infinite
    /// where they are beyond doubles.
    #[must_use]
    pub fn to_numbers(&self, place: u32) -> Vec<f64> {
        let mut negative = self.clone();
        negative.neg_assign();
        // An infinite weight would make zeros of high words no numbers.
        let weight = |row: usize| (f64::from(place) - f64::from(WORD_BITS) * (row + 1) as f64).exp2().min(f64::MAX);
        let weights: Vec<f64> = (0..self.rows()).map(weight).collect();
        let of = |x: &Self, i: usize| (0..x.rows()).rev().map(|row| x.row(row)[i] as f64 * weights[row]).sum::<f64>();
        // Both are computed; from a half on, which the highest bit says, the negative one counts.
        let number = |i: usize| {
            let upper = (self.row(0)[i] >> (WORD_BITS - 1)).wrapping_neg();
            f64::from_bits((of(self, i).to_bits() & !upper) | ((-of(&negative, i)).to_bits() & upper))
        };
        if self.bits == 0 { vec![0.0; self.degree] } else { (0..self.degree).map(number).collect() }
    }

    /// `self ← self + other`
    ///
    /// # Panics
    /// Unless degree and bits agree.
    pub fn add_assign(&mut self, other: &Self) {
        self.check(other);
        self.combine(other, 0, |a, b| a + b);
    }

    /// `self ← self − other`
    ///
    /// # Panics
    /// Unless degree and bits agree.
    pub fn sub_assign(&mut self, other: &Self) {
        self.check(other);
        self.combine(other, 1, |a, b| a + (MASK - b));
    }

    /// `self ← −self`
    pub fn neg_assign(&mut self) {
        let zero = Self::zero(self.degree, self.bits);
        let subtracted = core::mem::replace(self, zero);
        self.words.combined_with(&subtracted.words);
        self.sub_assign(&subtracted);
    }

    fn check(&self, other: &Self) {
        assert_eq!((self.degree, self.bits), (other.degree, other.bits), "torus elements of another degree or precision");
    }

    /// Sums of two words each, with carries, from the lowest on; `first` is carried into these.
    fn combine(&mut self, other: &Self, first: u64, sum: impl Fn(u64, u64) -> u64) {
        self.words.combined_with(&other.words);
        let mut carry = self.carries(first);
        for i in (0..self.rows()).rev() {
            let row = &mut self.words[i * self.degree..][..self.degree];
            for ((a, b), carry) in row.iter_mut().zip(other.row(i)).zip(&mut *carry) {
                let sum = sum(*a, *b) + *carry;
                (*a, *carry) = (sum & MASK, sum >> WORD_BITS);
            }
        }
        self.mask();
    }

    /// A vector of carries, as secret as the words.
    fn carries(&self, first: u64) -> PooledVec {
        let mut carry = PooledVec::buffer(self.degree, self.is_secret());
        carry.fill(first);
        carry
    }

    /// Adds small integers in units of `2^(−place)`, of a place among the bits.
    ///
    /// # Panics
    /// Unless the degrees agree, and the element has that many bits.
    pub fn add_short(&mut self, e: &ShortPoly, place: u32) {
        self.add_integers(e.words().iter().map(|&word| word as i64 - ShortPoly::SHIFT as i64), place);
        self.words.combined_with(e.pooled());
    }

    /// Adds integers, one for each coefficient, in units of `2^(−place)`, a place among the bits.
    ///
    /// # Panics
    /// Unless there is one for each coefficient, and the element has that many bits.
    pub fn add_integers(&mut self, integers: impl ExactSizeIterator<Item = i64>, place: u32) {
        assert_eq!(integers.len(), self.degree, "integers for another degree");
        assert!((1..=self.bits).contains(&place), "place {place} of {} bits", self.bits);
        let last = rows(place) - 1;
        let shift = rows(place) as u32 * WORD_BITS - place;
        for (i, integer) in integers.enumerate() {
            // Carries are from −2^63 to below 2^63: words with their sum fit 128 bits.
            let mut carry = i128::from(integer) << shift;
            for row in (0..=last).rev() {
                let word = &mut self.words[row * self.degree + i];
                carry += i128::from(*word);
                (*word, carry) = (carry as u64 & MASK, carry >> WORD_BITS);
            }
        }
    }

    /// The element to another number of bits: rounded to the nearest multiple, or exactly. Halves
    /// go to even multiples, so that few bits that are left out have no mean.
    #[must_use]
    pub fn with_bits(&self, bits: u32) -> Self {
        self.shifted(0, bits)
    }

    /// `2^by` times the element, to a number of bits: rounded as by [`Self::with_bits`], or exactly
    /// if there are as many as are left.
    #[must_use]
    pub fn shifted(&self, by: u32, bits: u32) -> Self {
        let mut to = if self.is_secret() { Self::secret(self.degree, bits) } else { Self::zero(self.degree, bits) };
        let (skip, up) = ((by / WORD_BITS) as usize, by % WORD_BITS);
        let zeros = PooledVec::zero(self.degree);
        let row = |i: usize| if i < self.rows() { self.row(i) } else { &*zeros };
        for i in 0..to.rows() {
            let (high, low) = (row(i + skip), row(i + skip + 1));
            for ((to, high), low) in to.row_mut(i).iter_mut().zip(high).zip(low) {
                *to = (high << up | low >> (WORD_BITS - up)) & MASK;
            }
        }
        let next = by.saturating_add(bits);
        if next < self.bits {
            let (from, at) = ((next / WORD_BITS) as usize, WORD_BITS - 1 - next % WORD_BITS);
            to.mask();
            if bits > 0 {
                let rounding = self.roundings((from, at), &to);
                to.add_integers(rounding.iter().map(|&up| up as i64), bits);
            }
        }
        to
    }

    /// Whether an element that was cut before a bit of a row is to be one unit greater, for each
    /// coefficient: the bit decides, unless all that follows is zero, and then the last bit of what
    /// it was cut to does too.
    fn roundings(&self, (row, at): (usize, u32), cut: &Self) -> PooledVec {
        // All bits after the first one.
        let mut rest = PooledVec::buffer(self.degree, self.is_secret());
        rest.iter_mut().zip(self.row(row)).for_each(|(rest, word)| *rest = word & ((1 << at) - 1));
        for row in row + 1..self.rows() {
            rest.iter_mut().zip(self.row(row)).for_each(|(rest, word)| *rest |= word);
        }
        let (last, tail) = (cut.row(cut.rows() - 1), cut.tail() + 1);
        for ((up, word), last) in rest.iter_mut().zip(self.row(row)).zip(last) {
            let any = (*up | up.wrapping_neg()) >> 63;
            let odd = last >> tail.trailing_zeros();
            *up = word >> at & (any | odd) & 1;
        }
        rest
    }

    /// The image under `X ↦ X^g`, for an odd `g` taken modulo `2N`.
    ///
    /// # Panics
    /// If `g` is even, or the degree no power of two below `2^31`.
    #[must_use]
    pub fn automorphism(&self, g: usize) -> Self {
        let degree = self.degree;
        assert!(g % 2 == 1, "X to an even power {g} is no automorphism");
        assert!(degree.is_power_of_two() && degree < 1 << 31, "degree {degree}");
        let mut to = Self::unspecified(degree, self.bits, self.is_secret());
        // The coefficient of X^j comes from X^e with e·g = j modulo 2N, and X^N = −1.
        let step = (0..6).fold(g, |inverse, _| inverse.wrapping_mul(2usize.wrapping_sub(g.wrapping_mul(inverse))));
        // A coefficient that changes its sign is complemented, and one unit is added.
        let (mut carry, unit) = (self.carries(0), self.tail() + 1);
        let signs = (0..degree).map(|j| j.wrapping_mul(step) >> degree.trailing_zeros() & 1);
        carry.iter_mut().zip(signs).for_each(|(carry, odd)| *carry = odd as u64 * unit);
        let kernel = Kernel::<u64>::all()[0];
        for row in (0..self.rows()).rev() {
            let bits = if row + 1 == self.rows() { MASK & !self.tail() } else { MASK };
            kernel.automorphism_words(self.row(row), to.row_mut(row), &mut carry, step, bits);
        }
        to
    }
}

pub(super) fn rows(bits: u32) -> usize {
    bits.div_ceil(WORD_BITS) as usize
}
