//! `q < 2^32` in 32-bit words: sums leave the word, so every value is canonical and carries are
//! compared for.

use super::class::{one_plane, word};
use super::{Butterfly, Side, Twiddle};
use crate::kernel::TransformTable;
use crate::kernel::lanes::Lanes32;

/// Values are below q everywhere. Products are Montgomery's, with the factor prepared: for
/// `u = w·2^32 mod q` and `u' = u·q^(−1) mod 2^32`, the low words of `x·u` and `(x·u' mod 2^32)·q`
/// agree, and the difference of the high ones is `x·w mod q` within `(−q, q)`.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Montgomery32<L> {
    zero: L,
    q: L,
}

impl<L: Lanes32> Montgomery32<L> {
    #[inline(always)]
    unsafe fn multiply(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let m = self.zero.madd_lo(x, w[1]);
            self.zero.madd_hi(x, w[0]).sub_else_add(self.zero.madd_hi(m, self.q), self.q)
        }
    }
}

/// `q^(−1) mod 2^32` for odd `q`, by Newton's iteration: each step doubles the bits that are right.
fn inverse_32(q: u64) -> u64 {
    let mut x = q; // right modulo 2^3
    for _ in 0..4 {
        x = x.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(x)));
    }
    x & 0xFFFF_FFFF
}

impl<L: Lanes32> Butterfly for Montgomery32<L> {
    type Lane = L;
    type Vector = L;

    fn twiddle(q: u64, factor: u64) -> [u32; 2] {
        let u = (factor << 32) % q;
        [u as u32, u.wrapping_mul(inverse_32(q)) as u32]
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u32>) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self { zero: L::splat(0), q: L::splat(word::<L>(table.q)) } }
    }

    one_plane!(L);

    /// A sum is the difference from the opposite, whose borrow the word does hold.
    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        // SAFETY: as for the caller; `q − t` is in `(0, q]`, and `x − q` is below zero.
        unsafe {
            let t = self.multiply(y, w);
            (x.sub_else_add(self.q.sub(t), self.q), x.sub_else_add(t, self.q))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        x
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (x.sub_else_add(self.q.sub(y), self.q), self.multiply(x.sub_else_add(y, self.q), w)) }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.multiply(x, w) }
    }

    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        x
    }
}
