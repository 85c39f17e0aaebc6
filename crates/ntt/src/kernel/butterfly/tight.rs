//! `2q ≤ 2^B`: both values of a butterfly are corrected.

use super::class::{negative_and_ratio, one_plane, shoup, word};
use super::{Butterfly, Side, Twiddle};
use crate::kernel::TransformTable;
use crate::kernel::lanes::Integers;

/// Downwards, values are in truth below 2q between levels; upwards, below q.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Tight<L> {
    zero: L,
    q: L,
    /// `2^B − q`
    minus_q: L,
}

impl<L: Integers> Tight<L> {
    /// `x·w mod q`: input `x < 2^B`, output in truth below q.
    #[inline(always)]
    unsafe fn multiply(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.reduce(self.zero.madd_lo(x, w[0]).madd_lo(self.zero.madd_hi(x, w[1]), self.minus_q).mask()) }
    }
}

impl<L: Integers> Butterfly for Tight<L> {
    type Lane = L;
    type Vector = L;

    fn twiddle(q: u64, factor: u64) -> [L::Word; 2] {
        shoup::<L>(q, factor)
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<L::Word>) -> Self {
        let q = table.q;
        debug_assert!(2 * u128::from(q) <= 1 << L::BITS);
        // SAFETY: as for the caller.
        unsafe {
            Self { zero: L::splat(word::<L>(0)), q: L::splat(word::<L>(q)), minus_q: L::splat(negative_and_ratio::<L>(q).0) }
        }
    }

    one_plane!(L);

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let (x, t) = (self.reduce(x), self.multiply(y, w));
            (x.add(t), x.add(self.q).sub(t))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.reduce(x) }
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (self.reduce(x.add(y)), self.multiply(x.add(self.q).sub(y), w)) }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.multiply(x, w) }
    }

    /// Input in truth below 2q, output below q.
    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.correct(self.q) }
    }
}
