//! `2Pq ≤ 2^B`: each butterfly corrects one value.

use super::{negative_and_ratio, shoup, word};
use crate::kernel::TransformTable;
use crate::kernel::butterfly::{Butterfly, Twiddle};
use crate::kernel::lanes::Lanes;

/// With `p = Pq`, the reach of a product: downwards, values are below `2^(B−1) + p` between levels; upwards, below p.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Exact<L> {
    zero: L,
    q: L,
    /// `2^B − q`
    minus_q: L,
    p: L,
    /// For the quotient of an output.
    ratio: L,
}

impl<L: Lanes> Exact<L> {
    /// `plus + x·w mod q`: input `x < 2^B`, output below `plus + p`.
    #[inline(always)]
    unsafe fn multiply_add(&self, plus: L, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { plus.add_low(x, w[0]).add_low(self.zero.add_quotient(x, w[1]), self.minus_q) }
    }
}

impl<L: Lanes> Butterfly for Exact<L> {
    type Lane = L;
    type Vector = L;

    fn twiddle(q: u64, factor: u64) -> [L::Word; 2] {
        shoup::<L>(q, factor)
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<L::Word>) -> Self {
        let q = table.q;
        let (minus_q, _) = negative_and_ratio::<L>(q);
        debug_assert!(2 * u128::from(L::REACH * q) <= 1 << L::BITS);
        // SAFETY: as for the caller.
        unsafe {
            Self {
                zero: L::splat(word::<L>(0)),
                q: L::splat(word::<L>(q)),
                minus_q: L::splat(minus_q),
                p: L::splat(word::<L>(L::REACH * q)),
                ratio: L::splat(word::<L>(L::few_ratio(q))),
            }
        }
    }

    one_plane!(L);

    /// As `p ≤ 2^(B−1)`, `x` is below `2^(B−1)` after the correction. Where words are wider than factors it goes by bit B − 1,
    /// which can be tested under garbage above; else by the lesser of `x` and `x − p`, which is sooner known.
    ///
    /// A fused product takes the sum as well, and the difference follows from it; others give both from the product.
    #[inline(always)]
    unsafe fn split(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let x = if L::FUSED { x.sub_if_top(self.p) } else { x.min(x.sub(self.p)) };
            if L::FUSED {
                let sum = self.multiply_add(x, y, w);
                (sum, x.add(x).add(self.p).sub(sum))
            } else {
                let product = self.multiply_add(self.zero, y, w);
                (x.add(product), x.add(self.p).sub(product))
            }
        }
    }

    #[inline(always)]
    unsafe fn finish(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = x.add_low(x.few(self.ratio), self.minus_q).mask();
            x.min(x.sub(self.q))
        }
    }

    /// The sum is in truth below p after its correction.
    #[inline(always)]
    unsafe fn merge(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let sum = x.add(y).mask();
            (sum.min(sum.sub(self.p)), self.multiply_add(self.zero, x.add(self.p).sub(y), w))
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.multiply_add(self.zero, x, w) }
    }

    /// Input below p, output in truth below q.
    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = x.mask();
            let x = if L::REACH == 4 { x.min(x.sub(self.q.add(self.q))) } else { x };
            x.min(x.sub(self.q))
        }
    }
}
