//! One suite for every row of kernels. The includer names the crate under test `subject`: the integration tests run it over
//! the rows of this machine, the unit tests over the kernels' text on portable lanes.

pub(super) mod pointwise;
pub(super) mod stage;
pub(super) mod transform;

use super::subject::{Kernel, Modulus, prime};

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
}

/// The primes nearest to each threshold of any kernel and to round bit lengths, on either side, with a `2n`-th root of unity.
pub(super) fn primes(n: usize) -> Vec<Modulus> {
    const EDGES: [u32; 14] = [11, 12, 13, 20, 30, 40, 46, 47, 48, 49, 50, 51, 61, 62];
    let step = 2 * n as u64;
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
    let first = (1u64 << edge).next_multiple_of(step) + 1;
    (first..2 << edge).step_by(step as usize).find(|&q| prime::is_prime(q))
}

/// The primes for operations without a transform that a row takes.
pub(super) fn supported(kernel: &Kernel) -> Vec<Modulus> {
    primes(1).into_iter().filter(|q| kernel.supports(q, usize::MAX)).collect()
}
