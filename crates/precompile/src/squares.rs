//! The repeated squares of a root of unity.

use crate::ring::Ring;

/// Most squares of a root: `log2 n ≤ 16`, and one more.
const MAX_SQUARES: usize = 18;

/// `r^(2^i)`, in Montgomery's form, while they are not 1: their product is the inverse of `r`.
#[derive(Clone, Copy)]
pub(crate) struct Squares<R: Ring> {
    powers: [R::Residue; MAX_SQUARES],
    count: usize,
}

impl<R: Ring> Squares<R> {
    /// The squares of a root in Montgomery's form, if the one at place `log` is `end`.
    pub(crate) fn ending(ring: &R, root: R::Residue, log: usize, end: R::Residue, count: usize) -> Option<Self> {
        let mut powers = [root; MAX_SQUARES];
        for i in 1..count {
            powers[i] = ring.mul(powers[i - 1], powers[i - 1]);
        }
        (powers[log] == end).then_some(Self { powers, count })
    }

    /// `r^(2^i)`.
    pub(crate) fn power(&self, i: usize) -> R::Residue {
        self.powers[i]
    }

    /// The squares of the inverse: `r^(−2^i)` is the product of the powers from `i` on, because the
    /// order of `r` is `2^count`.
    pub(crate) fn inverse(mut self, ring: &R) -> Self {
        for i in (0..self.count - 1).rev() {
            self.powers[i] = ring.mul(self.powers[i], self.powers[i + 1]);
        }
        self
    }
}
