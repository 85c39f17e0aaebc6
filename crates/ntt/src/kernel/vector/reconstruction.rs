//! Integers in words of 52 bits from their residues, by the Chinese remainder theorem, and the
//! carries from one digit of a positional system to the next.
//!
//! `X = Σ y_i·(Q/q_i) − v·Q` for `y_i = X·(Q/q_i)^(−1) mod q_i` and `v` the integer nearest to
//! `Σ y_i/q_i`. As `X` is far below `Q/2`, estimates of the fractions suffice for `v`.

use super::pointwise::GROUP;
use crate::kernel::lanes::{Integers, Lanes, Lanes52, MASK52, Words26};
use crate::kernel::prefetch::prefetch;
use alloc::vec::Vec;
use papilio_field::Modulus;

const WORD_BITS: u32 = Reconstruction::WORD_BITS;
/// Places from those that are worked with to those that are prefetched: residues of many primes are
/// more streams than the hardware foresees.
const AHEAD: usize = 64;
/// Bits of half a word.
const HALF_BITS: u32 = WORD_BITS / 2;
/// Bits of the fractions `y_i/q_i`.
const FRACTION_BITS: u32 = 47;

/// The constants by which residues modulo some primes become words.
#[derive(Clone, Debug)]
pub struct Reconstruction {
    primes: usize,
    /// For each prime `q_i` the words of `Q/q_i`, the lowest first, as many as primes, and then
    /// those of `2^(52·primes) − Q`.
    words: Vec<u64>,
    /// `⌊2^(FRACTION_BITS + HALF_BITS)/q_i⌋`
    ratios: Vec<u64>,
}

impl Reconstruction {
    /// Bits of a word.
    pub const WORD_BITS: u32 = 52;
    /// Bits of a prime: `Q` has three bits less, for each prime, than as many words.
    pub const PRIME_BITS: u32 = 49;
    /// The greatest number of primes: sums of their products stay below `2^63`.
    pub const MAX_PRIMES: usize = 32;

    /// The constants of some primes; none for no primes or more than [`Self::MAX_PRIMES`], or for
    /// primes that do not have [`Self::PRIME_BITS`].
    #[must_use]
    pub fn new(primes: &[Modulus]) -> Option<Self> {
        let sound = (1..=Self::MAX_PRIMES).contains(&primes.len()) && primes.iter().all(|q| q.bits() == Self::PRIME_BITS);
        sound.then(|| {
            let mut words: Vec<u64> = (0..primes.len()).flat_map(|i| product(primes, Some(i))).collect();
            words.extend(negated(product(primes, None)));
            let ratio = |q: &Modulus| ((1u128 << (FRACTION_BITS + HALF_BITS)) / u128::from(q.value())) as u64;
            Self { primes: primes.len(), words, ratios: primes.iter().map(ratio).collect() }
        })
    }

    /// The number of primes, and of words of the integers.
    #[must_use]
    pub fn primes(&self) -> usize {
        self.primes
    }

    /// The words of the factor of a prime, or of what is added for each `Q`.
    #[inline(always)]
    fn factor(&self, i: usize) -> &[u64] {
        &self.words[i * self.primes..][..self.primes]
    }
}

/// The product of all primes but one, in as many words as there are primes, the lowest first.
fn product(primes: &[Modulus], skip: Option<usize>) -> Vec<u64> {
    let mut words = alloc::vec![0; primes.len()];
    words[0] = 1;
    for (_, q) in primes.iter().enumerate().filter(|(i, _)| Some(*i) != skip) {
        let mut carry = 0;
        for word in &mut words {
            let sum = u128::from(*word) * u128::from(q.value()) + carry;
            (*word, carry) = (sum as u64 & MASK52, sum >> WORD_BITS);
        }
    }
    words
}

/// Two to the number of bits, less this.
fn negated(mut words: Vec<u64>) -> Vec<u64> {
    let mut carry = 1;
    for word in &mut words {
        let sum = (MASK52 - *word) + carry;
        (*word, carry) = (sum & MASK52, sum >> WORD_BITS);
    }
    words
}

/// A digit of a positional system, and what it is made of.
///
/// The integer `Σ y_i·(Q/q_i) − v·Q + plus + bias + carry` is from 0 to below `2^(52p)` for `p`
/// primes. Its lowest words are the digit, the others the carry to the next one.
#[derive(Debug)]
pub struct DigitOperands<'a> {
    /// `y_i`, reduced, for each prime a vector. Their integer is at most `Q/4` in magnitude.
    pub residues: &'a [&'a [u64]],
    /// Words below `2^52` that are added, the lowest first; no more than words of the digit.
    pub plus: &'a [&'a [u64]],
    /// A constant, in as many words as primes, the lowest first.
    pub bias: &'a [u64],
    /// Vectors of words, the lowest first: the carry from the digit below, replaced by that to the
    /// digit above.
    pub carry: &'a mut [u64],
    /// The words of the digit, the lowest first.
    pub digit: &'a mut [&'a mut [u64]],
}

impl DigitOperands<'_> {
    /// Whether all vectors have the same length, and are as many as the primes ask.
    pub(in crate::kernel) fn fit(&self, constants: &Reconstruction) -> bool {
        let (n, primes, words) = (self.len(), constants.primes, self.digit.len());
        let vectors = self.residues.iter().chain(self.plus).copied().chain(self.digit.iter().map(|row| &**row));
        self.residues.len() == primes
            && self.bias.len() == primes
            && words <= primes
            && self.plus.len() <= words
            && self.carry.len() == n * (primes - words)
            && vectors.into_iter().all(|vector| vector.len() == n)
    }

    fn len(&self) -> usize {
        self.residues.first().map_or(0, |vector| vector.len())
    }
}

pub(in crate::kernel) type ReconstructFn = unsafe fn(&Reconstruction, DigitOperands<'_>);

/// A vector of each of a group.
type Group<L> = [L; GROUP];

/// [`crate::Kernel::reconstruct`] by products of 52 bits.
#[inline(always)]
pub(in crate::kernel) unsafe fn by_words<L: Lanes52 + Words26>(constants: &Reconstruction, mut operands: DigitOperands<'_>) {
    let whole = operands.len() / (GROUP * L::WIDTH) * (GROUP * L::WIDTH);
    // SAFETY: as for the caller: groups of vectors from `i` on lie within all vectors.
    unsafe {
        let zero = L::splat(0);
        for i in (0..whole).step_by(GROUP * L::WIDTH) {
            let times = times::<L>(constants, operands.residues, i);
            let mut carry = [zero; GROUP];
            for t in 0..constants.primes {
                let (mut low, mut high) = (operands.word(t, i, carry), [zero; GROUP]);
                for j in 0..=constants.primes {
                    let y = operands.residues.get(j).map_or(times, |row| load(row, i));
                    let factor = constants.factor(j);
                    let c = L::splat(factor[t]);
                    for k in 0..GROUP {
                        low[k] = low[k].madd_lo(y[k], c);
                    }
                    if t > 0 {
                        let c = L::splat(factor[t - 1]);
                        for k in 0..GROUP {
                            high[k] = high[k].madd_hi(y[k], c);
                        }
                    }
                }
                for k in 0..GROUP {
                    let sum = low[k].add(high[k]);
                    carry[k] = sum.shift_right::<WORD_BITS>();
                    sum.mask().store(operands.place(t, i + k * L::WIDTH));
                }
            }
        }
    }
    portable_from(constants, operands, whole);
}

/// [`crate::Kernel::reconstruct`] by products of halves of words.
#[inline(always)]
pub(in crate::kernel) unsafe fn by_halves<L: Words26>(constants: &Reconstruction, mut operands: DigitOperands<'_>) {
    let whole = operands.len() / (GROUP * L::WIDTH) * (GROUP * L::WIDTH);
    // SAFETY: as for the caller: groups of vectors from `i` on lie within all vectors.
    unsafe {
        let (zero, mask, unit) = (L::splat(0), L::splat(HALF_MASK), L::splat(1 << HALF_BITS));
        for i in (0..whole).step_by(GROUP * L::WIDTH) {
            let times = times::<L>(constants, operands.residues, i);
            let mut carry = [zero; GROUP];
            for t in 0..constants.primes {
                let (mut low, mut high) = (operands.word(t, i, carry), [zero; GROUP]);
                for j in 0..=constants.primes {
                    let y = operands.residues.get(j).map_or(times, |row| load(row, i));
                    let factor = constants.factor(j);
                    let below = if t > 0 { factor[t - 1] >> HALF_BITS } else { 0 };
                    let [below, first, second] = [below, factor[t] & HALF_MASK, factor[t] >> HALF_BITS].map(|c| L::splat(c));
                    for k in 0..GROUP {
                        let (y0, y1) = (y[k].and(mask), y[k].shift_right::<HALF_BITS>());
                        low[k] = low[k].madd_26(y0, first).madd_26(y1, below);
                        high[k] = high[k].madd_26(y0, second).madd_26(y1, first);
                    }
                }
                for k in 0..GROUP {
                    let sum = high[k].add(low[k].shift_right::<HALF_BITS>());
                    carry[k] = sum.shift_right::<HALF_BITS>();
                    low[k].and(mask).madd_26(sum.and(mask), unit).store(operands.place(t, i + k * L::WIDTH));
                }
            }
        }
    }
    portable_from(constants, operands, whole);
}

const HALF_MASK: u64 = (1 << HALF_BITS) - 1;

/// A group of vectors.
#[inline(always)]
unsafe fn load<L: Lanes<Word = u64>>(row: &[u64], from: usize) -> Group<L> {
    // SAFETY: as for the caller.
    unsafe {
        let mut group = [L::splat(0); GROUP];
        for (k, vector) in group.iter_mut().enumerate() {
            *vector = L::load(row.as_ptr().add(from + k * L::WIDTH));
        }
        group
    }
}

/// The integers nearest to the sums of the fractions `y_i/q_i`.
#[inline(always)]
unsafe fn times<L: Words26>(constants: &Reconstruction, residues: &[&[u64]], from: usize) -> Group<L> {
    // SAFETY: as for the caller.
    unsafe {
        let mut sums = [L::splat(1 << (FRACTION_BITS - 1)); GROUP];
        for (row, ratio) in residues.iter().zip(&constants.ratios) {
            let (y, ratio) = (load::<L>(row, from), L::splat(*ratio));
            prefetch(row.as_ptr().wrapping_add(from + AHEAD), GROUP * L::WIDTH);
            for k in 0..GROUP {
                sums[k] = sums[k].madd_26(y[k].shift_right::<HALF_BITS>(), ratio);
            }
        }
        for sum in &mut sums {
            *sum = sum.shift_right::<FRACTION_BITS>();
        }
        sums
    }
}

impl DigitOperands<'_> {
    /// The summands of a word besides products, for a group of vectors.
    #[inline(always)]
    unsafe fn word<L: Integers<Word = u64>>(&self, t: usize, from: usize, carry: Group<L>) -> Group<L> {
        // SAFETY: as for the caller.
        unsafe {
            let (n, bias, mut sum) = (self.len(), L::splat(self.bias[t]), carry);
            let below = self.carry.get(t * n..(t + 1) * n);
            for row in below.into_iter().chain(self.plus.get(t).copied()) {
                let row = load::<L>(row, from);
                for k in 0..GROUP {
                    sum[k] = sum[k].add(row[k]);
                }
            }
            for vector in &mut sum {
                *vector = vector.add(bias);
            }
            sum
        }
    }

    /// Where a word goes: those of the digit, then those of the carry, in whose place the word of
    /// the carry from below has been read.
    #[inline(always)]
    fn place(&mut self, t: usize, at: usize) -> *mut u64 {
        let (n, words) = (self.len(), self.digit.len());
        match self.digit.get_mut(t) {
            Some(row) => row[at..].as_mut_ptr(),
            None => self.carry[(t - words) * n + at..].as_mut_ptr(),
        }
    }
}

/// [`crate::Kernel::reconstruct`] in words of 128 bits, for the places from one on. Sums are loops,
/// which builds of tests inline, and iterators are calls there.
pub(in crate::kernel) fn portable_from(constants: &Reconstruction, mut operands: DigitOperands<'_>, from: usize) {
    let n = operands.len();
    for i in from..n {
        let mut fractions = 1 << (FRACTION_BITS - 1);
        for (row, ratio) in operands.residues.iter().zip(&constants.ratios) {
            fractions += (row[i] >> HALF_BITS) * ratio;
        }
        let times = fractions >> FRACTION_BITS;
        let mut carry = 0;
        for t in 0..constants.primes {
            let below = operands.carry.get(t * n + i).copied().unwrap_or(0);
            let plus = operands.plus.get(t).map_or(0, |row| row[i]);
            let mut sum = carry + u128::from(operands.bias[t]) + u128::from(below) + u128::from(plus);
            sum += u128::from(times) * u128::from(constants.factor(constants.primes)[t]);
            for (j, row) in operands.residues.iter().enumerate() {
                sum += u128::from(row[i]) * u128::from(constants.factor(j)[t]);
            }
            carry = sum >> WORD_BITS;
            // SAFETY: the pointer is to a word of an exclusively borrowed vector.
            unsafe { operands.place(t, i).write(sum as u64 & MASK52) }
        }
    }
}
