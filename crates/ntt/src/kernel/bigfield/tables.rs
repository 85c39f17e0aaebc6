//! The constants of one transform.

use super::lanes::WIDTH;
use super::layout::VECTOR_WORDS;
use super::prime::{LIMBS, limbs};
use super::residue::FACTOR_WORDS;
use super::tree::Factors;
use alloc::vec::Vec;
use papilio_field::Field;
use papilio_field::order::reversed as bit_reverse;

/// The column groups are shared out in at most so many parts.
const PARTS: usize = 64;

/// The transform `out[k] = scale·after^k · Σ_j (before·root^k)^j · in[j]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spectrum<F> {
    pub(crate) log_size: u32,
    /// A root of unity of order `2^log_size`.
    pub(crate) root: F,
    pub(crate) before: F,
    pub(crate) after: F,
    pub(crate) scale: F,
}

/// The constants of a [`Spectrum`] as words of 52 bits.
///
/// With `n = n1·n2`, `j = j1·n2 + j2` and `k = k1 + n1·k2`, the first step transforms over `j1`,
/// column `j2` by column, and multiplies by the *twist* `(before·root^k1)^j2 · scale·after^k1`; the
/// second transforms over `j2`.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// Levels of the first step, `log n1`.
    pub(super) first: u32,
    /// Levels of the second step, `log n2`.
    pub(super) second: u32,
    first_is_one: bool,
    first_factors: Vec<u64>,
    second_factors: Vec<u64>,
    /// Twists of the first group of columns, times `2^260`: a vector for each `k1`.
    pub(super) twist: Vec<u64>,
    /// For each `k1`, the factor from the twists of one group to those of the next.
    pub(super) next: Vec<u64>,
    /// For each part and `k1`, the quotient of its first twist by `twist`, times `2^260`: limbs.
    pub(super) starts: Vec<u64>,
    /// For each `k2`, the factor `after^(n1·k2)`; empty when that is 1.
    pub(super) after: Vec<u64>,
}

impl Tables {
    /// `words` are those of the kernel's constants.
    pub(crate) fn new<F: Field>(spectrum: &Spectrum<F>, words: ConstantWords) -> Self {
        let Spectrum { log_size, root, before, after, scale } = *spectrum;
        let first = log_size / 2;
        let second = log_size - first;
        let (n1, n2) = (1u64 << first, 1u64 << second);
        let limb = Limbs::new(words);
        let mut tables = Self {
            first,
            second,
            first_is_one: before == F::ONE,
            first_factors: limb.heap(first, root.pow(&[n2]), before.pow(&[n2])),
            second_factors: limb.heap(second, root.pow(&[n1]), F::ONE),
            twist: Vec::with_capacity((n1 as usize) * VECTOR_WORDS),
            next: Vec::with_capacity((n1 as usize) * FACTOR_WORDS),
            starts: Vec::new(),
            after: Vec::new(),
        };
        let points: Vec<F> = powers(before, root).take(n1 as usize).collect();
        for (&point, factor) in points.iter().zip(powers(scale, after)) {
            let lanes: Vec<F> = powers(factor, point).take(WIDTH).collect();
            limb.push_lanes(&mut tables.twist, &lanes);
            limb.push_factor(&mut tables.next, point.pow(&[WIDTH as u64]));
        }
        for part in 0..tables.parts() as u64 {
            let columns = part * (n2 / tables.parts() as u64);
            let start = powers(before.pow(&[columns]), root.pow(&[columns]));
            tables.starts.extend(start.take(n1 as usize).flat_map(|x| limb.of(x * limb.to_260)));
        }
        if after != F::ONE {
            powers(F::ONE, after.pow(&[n1])).take(n2 as usize).for_each(|x| limb.push_factor(&mut tables.after, x));
        }
        tables
    }

    /// Elements.
    pub(super) fn size(&self) -> usize {
        1 << (self.first + self.second)
    }

    /// Groups of columns, for the first step.
    pub(super) fn column_groups(&self) -> usize {
        (1 << self.second) / WIDTH
    }

    /// Groups of rows, for the second step.
    pub(super) fn row_groups(&self) -> usize {
        (1 << self.first) / WIDTH
    }

    /// Parts that the first step can be shared out in, each with as many column groups.
    pub(super) fn parts(&self) -> usize {
        self.column_groups().min(PARTS)
    }

    pub(super) fn first_tree(&self) -> Factors<'_> {
        Factors { words: &self.first_factors, first_is_one: self.first_is_one }
    }

    pub(super) fn second_tree(&self) -> Factors<'_> {
        Factors { words: &self.second_factors, first_is_one: true }
    }
}

/// `first, first·ratio, first·ratio² …`
fn powers<F: Field>(first: F, ratio: F) -> impl Iterator<Item = F> {
    core::iter::successors(Some(first), move |&x| Some(x * ratio))
}

/// [`Lanes::constant_words`](super::lanes::Lanes::constant_words).
pub(crate) type ConstantWords = fn([u64; LIMBS]) -> [u64; LIMBS];

/// Elements as limbs.
struct Limbs<F> {
    words: ConstantWords,
    to_52: F,
    to_260: F,
}

impl<F: Field> Limbs<F> {
    fn new(words: ConstantWords) -> Self {
        let to_52 = F::from_u64(1 << 52);
        Self { words, to_52, to_260: to_52.pow(&[LIMBS as u64]) }
    }

    fn of(&self, x: F) -> [u64; LIMBS] {
        limbs(x.to_words())
    }

    /// The factor of a product by `x`: `x·2^52 … x·2^260`.
    fn push_factor(&self, words: &mut Vec<u64>, x: F) {
        powers(x * self.to_52, self.to_52).take(LIMBS).for_each(|row| words.extend((self.words)(self.of(row))));
    }

    /// A vector of eight elements times `2^260`.
    fn push_lanes(&self, words: &mut Vec<u64>, lanes: &[F]) {
        let lanes: Vec<_> = lanes.iter().map(|&x| self.of(x * self.to_260)).collect();
        (0..LIMBS).for_each(|k| words.extend(lanes.iter().map(|lane| lane[k])));
    }

    /// Factors of the tree over the points `shift·root^k`: those of node `2^d + v` are
    /// `shift·root^(brv(v) + 2^d·i)`, and what they have in common is their power of exponent
    /// `m/2^d`, whose square root is half of that exponent.
    fn heap(&self, levels: u32, root: F, shift: F) -> Vec<u64> {
        let m = 1usize << levels;
        let roots: Vec<F> = powers(F::ONE, root).take(m).collect();
        let mut words = Vec::with_capacity(m * FACTOR_WORDS);
        words.resize(FACTOR_WORDS, 0);
        for depth in 0..levels {
            let half = m >> (depth + 1);
            let common = shift.pow(&[half as u64]);
            for v in 0..1 << depth {
                self.push_factor(&mut words, common * roots[bit_reverse(v, depth) * half]);
            }
        }
        words
    }
}
