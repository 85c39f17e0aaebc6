//! `2Pq ≤ 2^B`: each butterfly corrects one value.

use super::class::{one_plane, shoup, word};
use super::shoup::Shoup;
use super::{Branch, Butterfly, Level, Side, Twiddle};
use crate::kernel::TransformTable;
use crate::kernel::lanes::Integers;

/// With `p = Pq`, the reach of a product: downwards, values are below `2^(B−1) + p`, or from −p to
/// `2^(B−1)`, between levels, and not negative between passes; upwards, below p.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Exact<L> {
    prime: Shoup<L>,
    p: L,
    /// −p
    minus_p: L,
    /// For the quotient of an output.
    ratio: L,
}

impl<L: Integers> Butterfly for Exact<L> {
    type Lane = L;
    type Vector = L;

    fn twiddle(q: u64, factor: u64) -> [L::Word; 2] {
        shoup::<L>(q, factor)
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<L::Word>) -> Self {
        let q = table.q;
        debug_assert!(2 * u128::from(L::REACH * q) <= 1 << L::BITS);
        // SAFETY: as for the caller.
        unsafe {
            Self {
                prime: Shoup::new(q),
                p: L::splat(word::<L>(L::REACH * q)),
                minus_p: L::splat(word::<L>((L::REACH * q).wrapping_neg())),
                ratio: L::splat(word::<L>(L::small_quotient_ratio(q))),
            }
        }
    }

    one_plane!(L);

    /// `x` is corrected to below `2^(B−1)`, so the sum is below that and p, and the difference
    /// above −p; at the last level p is added to it, before that only where it is a factor next.
    /// Where words are wider than factors it goes by bit B − 1, which can be tested under garbage
    /// above; else by the lesser of both values, which is sooner known.
    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, side: Side) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let signed = matches!(side.branch, Branch::Differences);
            let other = if signed { self.minus_p } else { self.p };
            let x = if L::TESTS_MSB { x.sub_if_msb(other) } else { x.min(x.sub(other)) };
            let y = if signed { y.add(self.p) } else { y };
            let product = self.prime.multiply(y, w);
            let above = if matches!(side.level, Level::Last) { x.add(self.p) } else { x };
            (x.add(product), above.sub(product))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = x.madd_lo(x.small_quotient(self.ratio), self.prime.minus_q).mask();
            x.correct(self.prime.q)
        }
    }

    /// The sum is in truth below p after its correction.
    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let sum = x.add(y).mask();
            (sum.correct(self.p), self.prime.multiply(x.add(self.p).sub(y), w))
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.multiply(x, w) }
    }

    /// Input below p, output in truth below q.
    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.reduce(x) }
    }
}
