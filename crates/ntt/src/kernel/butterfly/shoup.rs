//! Products by a prepared factor, for the classes whose products have a quotient from a companion.

use super::Twiddle;
use super::class::{negative_and_ratio, word};
use crate::kernel::lanes::Integers;

/// A prime in the form of V. Shoup's multiplication; see [the classes](super::class).
#[derive(Clone, Copy)]
pub(super) struct Shoup<L> {
    pub(super) zero: L,
    pub(super) q: L,
    /// `2^B − q`
    pub(super) minus_q: L,
}

impl<L: Integers> Shoup<L> {
    /// # Safety
    /// The instruction set of the lanes is enabled.
    #[inline(always)]
    pub(super) unsafe fn new(q: u64) -> Self {
        // SAFETY: as for the caller.
        unsafe {
            Self {
                zero: L::splat(L::Word::default()),
                q: L::splat(word::<L>(q)),
                minus_q: L::splat(negative_and_ratio::<L>(q).0),
            }
        }
    }

    /// `plus + x·w mod q`: input `x < 2^B`, output below `plus + p`.
    ///
    /// # Safety
    /// The instruction set of the lanes is enabled.
    #[inline(always)]
    pub(super) unsafe fn multiply_add(&self, plus: L, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { plus.madd_lo_2([x, w[0]], [self.zero.add_quotient(x, w[1]), self.minus_q]) }
    }

    /// `x·w mod q`: input `x < 2^B`, output below p.
    ///
    /// # Safety
    /// The instruction set of the lanes is enabled.
    #[inline(always)]
    pub(super) unsafe fn multiply(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.multiply_add(self.zero, x, w) }
    }

    /// Input below p, output in truth below q.
    ///
    /// # Safety
    /// The instruction set of the lanes is enabled.
    #[inline(always)]
    pub(super) unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = x.mask();
            let x = if L::REACH == 4 { x.correct(self.q.add(self.q)) } else { x };
            x.correct(self.q)
        }
    }
}
