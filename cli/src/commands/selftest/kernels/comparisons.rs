//! The comparisons of a kernel, and their random inputs.

use chacha20::ChaCha20Rng;
use papilio_ntt::KernelWord;
use rand_core::{Rng, SeedableRng};
use serde::Serialize;

/// Mismatches of a kernel that are told apart; the others are counted.
const NAMED: usize = 8;

/// Comparisons of one kernel.
#[derive(Debug, Serialize)]
pub(super) struct Comparisons {
    pub(super) kernel: &'static str,
    pub(super) word_bits: u32,
    pub(super) transforms: usize,
    pub(super) vectors: usize,
    pub(super) stages: usize,
    /// Primes and lengths beyond the kernel, which it has to refuse.
    pub(super) refusals: usize,
    pub(super) mismatches: usize,
    /// The first mismatches, in words.
    pub(super) mismatched: Vec<String>,
    #[serde(skip)]
    pub(super) random: Random,
}

impl Comparisons {
    pub(super) fn new(kernel: &'static str, word_bits: u32, seed: u64) -> Self {
        let random = Random(ChaCha20Rng::seed_from_u64(seed));
        Self {
            kernel,
            word_bits,
            transforms: 0,
            vectors: 0,
            stages: 0,
            refusals: 0,
            mismatches: 0,
            mismatched: Vec::new(),
            random,
        }
    }

    /// Records a comparison that does not hold.
    pub(super) fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.mismatches += 1;
            if self.mismatched.len() < NAMED {
                self.mismatched.push(what());
            }
        }
    }
}

/// Random inputs, with the ends of their intervals among them.
#[derive(Debug)]
pub(super) struct Random(ChaCha20Rng);

impl Random {
    pub(super) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Words below `bound`, the greatest of them first.
    pub(super) fn below(&mut self, bound: u64, n: usize) -> Vec<u64> {
        (0..n).map(|i| if i == 0 { bound - 1 } else { self.word() % bound }).collect()
    }
}

pub(super) fn words<W: KernelWord>(numbers: &[u64]) -> Vec<W> {
    numbers.iter().map(|&x| W::truncate(x)).collect()
}

pub(super) fn numbers<W: KernelWord>(words: &[W]) -> Vec<u64> {
    words.iter().map(|x| x.extend()).collect()
}
