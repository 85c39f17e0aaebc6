//! Montgomery reductions at the end of a stage: a sum of products is divided by `2^B` modulo q.

use super::StageTable;
use crate::kernel::stage::ProductSharing::Shared;

/// The interval of the outputs of a stage, in units of the high word.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    /// Greatest magnitude of the high word, before the reduction.
    magnitude: u128,
    /// The multiple of q that keeps an unreduced output above zero.
    pub(super) offset: u128,
}

impl Interval {
    /// For words of `bits`.
    pub(super) fn of(table: &StageTable, bits: u32) -> Self {
        let q = u128::from(table.modulus.value());
        let largest = (u128::from(table.input_bound - 1) * (q - 1)) >> bits;
        let first = u128::from(table.first_is_one && table.products == Shared);
        let scaled = table.nonzero_inputs as u128 - first;
        // Each product adds at most `largest` and, through the carry of its low word, one.
        let magnitude = u128::from(table.input_bound) + scaled * (largest + 2) + 1;
        Self { magnitude, offset: (magnitude.div_ceil(q) + 1) * q }
    }

    /// Unreduced outputs are below this.
    pub(super) fn bound(self) -> u128 {
        self.magnitude + self.offset
    }
}

/// `q^(−1) mod 2^64` for odd `q`, by Newton's iteration: each step doubles the bits that are right.
pub(super) fn inverse(q: u64) -> u64 {
    let mut x = q; // right modulo 2^3
    for _ in 0..5 {
        x = x.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(x)));
    }
    x
}
