//! One suite for every kernel. The includer names the crate under test `subject`: the integration
//! tests run it over the kernels of this machine, the unit tests over the kernels' text on portable
//! lanes.
//!
//! A check of what depends on the class of a prime returns the classes that it has exercised, for
//! the includer to compare with those that the kernel has.

pub(super) mod automorphism;
pub(super) mod columns;
pub(super) mod linear_combination;
pub(super) mod orders;
#[cfg(feature = "threads")]
pub(super) mod parallel;
pub(super) mod pointwise;
pub(super) mod reference;
pub(super) mod shapes;
pub(super) mod stage;
pub(super) mod transform;

use super::subject::{Kernel, KernelWord};
use papilio_field::{Modulus, prime};
use std::collections::BTreeSet;

/// Names of classes.
pub(super) type Classes = BTreeSet<&'static str>;

/// A xorshift generator: the suite needs spread, not secrets.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Words below `bound`, the greatest of them first.
    pub(super) fn below(&mut self, bound: u64, n: usize) -> Vec<u64> {
        let mut words: Vec<_> = (0..n).map(|_| self.word() % bound).collect();
        words.first_mut().into_iter().for_each(|x| *x = bound - 1);
        words
    }

    /// One of some values each.
    pub(super) fn among(&mut self, values: &[u64], n: usize) -> Vec<u64> {
        (0..n).map(|_| values[(self.word() >> 8) as usize % values.len()]).collect()
    }
}

/// Numbers as words of storage.
pub(super) fn words<W: KernelWord>(numbers: &[u64]) -> Vec<W> {
    numbers.iter().map(|&x| W::truncate(x)).collect()
}

/// Words of storage as numbers.
pub(super) fn numbers<W: KernelWord>(words: &[W]) -> Vec<u64> {
    words.iter().map(|x| x.extend()).collect()
}

/// The limits of every class and kernel, as powers of two, and round bit lengths.
const EDGES: [u32; 29] =
    [2, 3, 5, 8, 11, 12, 13, 14, 15, 20, 24, 26, 27, 30, 31, 32, 40, 44, 47, 48, 49, 50, 51, 55, 56, 58, 59, 61, 62];

/// The primes `1 mod step` nearest to each of [`EDGES`], on either side, in order.
fn primes(step: u64) -> Vec<Modulus> {
    let mut primes: Vec<u64> = EDGES.iter().flat_map(|&edge| [below(edge, step), above(edge, step)]).flatten().collect();
    primes.sort_unstable();
    primes.dedup();
    primes.into_iter().filter_map(Modulus::new).collect()
}

/// The greatest prime `1 mod step` below `2^edge`, if it has `edge` bits.
pub(super) fn below(edge: u32, step: u64) -> Option<u64> {
    if step >> edge != 0 { None } else { prime::descending(edge, step).next() }
}

/// The least prime `1 mod step` above `2^edge`, if it has `edge + 1` bits.
pub(super) fn above(edge: u32, step: u64) -> Option<u64> {
    if step >> (edge + 1) != 0 { None } else { prime::ascending(edge + 1, step).next() }
}

/// The primes `1 mod step` that a kernel takes at a length, on either side of each of [`EDGES`].
pub(super) fn supported<W: KernelWord>(kernel: &Kernel<W>, step: u64, n: usize) -> Vec<Modulus> {
    primes(step).into_iter().filter(|q| kernel.supports(q, n)).collect()
}

/// The class of a prime, and on which side it is of a limit inside a class: estimated quotients
/// take primes below `2^61`, and lazy sums of small primes, whose multiples by eight would be lazy
/// too, are reduced less often.
fn class_and_side<W: KernelWord>(kernel: &Kernel<W>, q: &Modulus) -> (&'static str, [bool; 2]) {
    let is_lazy = |q: u64| Modulus::new(q).is_some_and(|q| kernel.supports(&q, usize::MAX) && kernel.class(&q) == "lazy");
    let is_small = q.bits() < 60 && above(q.bits() + 2, 2).is_some_and(is_lazy);
    (kernel.class(q), [q.bits() > 61, is_small])
}

/// The primes of [`supported`] on either side of the limit of a class, and the first and the last.
pub(super) fn thresholds<W: KernelWord>(kernel: &Kernel<W>, step: u64, n: usize) -> Vec<Modulus> {
    let all = supported(kernel, step, n);
    let class = |i: usize| all.get(i).map(|q| class_and_side(kernel, q));
    let is_threshold = |i: usize| i == 0 || class(i - 1) != class(i) || class(i) != class(i + 1);
    (0..all.len()).filter(|&i| is_threshold(i)).map(|i| all[i]).collect()
}

/// The greatest prime of every class of a kernel, as [`supported`].
pub(super) fn of_every_class<W: KernelWord>(kernel: &Kernel<W>, step: u64, n: usize) -> Vec<Modulus> {
    let mut primes = supported(kernel, step, n);
    primes.reverse();
    primes.dedup_by_key(|q| class_and_side(kernel, q));
    primes
}

/// Data amid words that nothing may write, at any alignment.
pub(super) struct Guarded<W> {
    words: Vec<W>,
    start: usize,
    end: usize,
}

impl<W: KernelWord> Guarded<W> {
    const GUARD: u64 = 0xA5A5_5A5A_C3C3_3C3C;
    const MARGIN: usize = 16;

    /// The data, `offset` words from where they could be aligned.
    pub(super) fn new(data: &[W], offset: usize) -> Self {
        let (start, end) = (Self::MARGIN + offset, Self::MARGIN + offset + data.len());
        let mut words = vec![W::truncate(Self::GUARD); end + Self::MARGIN];
        words[start..end].copy_from_slice(data);
        Self { words, start, end }
    }

    /// The data; panics when a word around them was written.
    pub(super) fn checked(&self, name: &str) -> &[W] {
        let outside = self.words[..self.start].iter().chain(&self.words[self.end..]);
        assert!(outside.copied().all(|x| x == W::truncate(Self::GUARD)), "words around the data are written: {name}");
        &self.words[self.start..self.end]
    }

    pub(super) fn data(&mut self) -> &mut [W] {
        &mut self.words[self.start..self.end]
    }
}
