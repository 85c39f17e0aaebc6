//! Words by halves: products of 32-bit factors, for instruction sets without longer ones.

use super::{EPSILON, P};
use crate::kernel::TransformTable;
use crate::kernel::butterfly::{Butterfly, Side, Twiddle};
use crate::kernel::lanes::Integers;

/// The operations of 64-bit lanes that products by halves need besides.
///
/// Values of a transform are *shown* to comparisons: where an instruction set only compares signed
/// words, [`Self::show`] turns the top bit, and back.
///
/// # Safety
/// The conditions of [`Integers`] hold.
pub(super) trait Halves: Integers<Word = u64> {
    /// Product of the low 32 bits.
    unsafe fn product(self, other: Self) -> Self;
    /// Logical shifts by 32.
    unsafe fn up(self) -> Self;
    unsafe fn down(self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn show(self) -> Self;
    /// `self + other`, less p past `2^64`: shown, to a word.
    unsafe fn add_mod(self, other: Self) -> Self;
    /// `self − other`, plus p below zero: shown, less a word.
    unsafe fn sub_mod(self, other: Self) -> Self;
    /// A shown value, canonical.
    unsafe fn canonical(self) -> Self;
}

/// Values are any word downwards, shown inside a pass, and canonical upwards. Products are
/// canonical.
#[derive(Clone, Copy)]
pub(super) struct Split32<L> {
    low: L,
}

impl<L: Halves> Split32<L> {
    /// `x·w mod p`, canonical, for any word `x` and `w = 2^64·factor mod p`, with its upper half
    /// beside it.
    ///
    /// P. Montgomery's reduction: for `x·w = h·2^64 + l`, `q = l/p mod 2^64` is `l + 2^32·l`, and
    /// `(x·w − q·p)/2^64` is `h − q + ⌈(q·2^32 − q)/2^64⌉`, where the ceiling is `⌊q/2^32⌋` and one
    /// more where `l + 2^32·l` had a carry. As `h < p`, the result is between `±p`.
    #[inline(always)]
    unsafe fn multiply(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let upper = x.down();
            let (ll, lh, hl, hh) = (x.product(w[0]), x.product(w[1]), upper.product(w[0]), upper.product(w[1]));
            let middle = hl.add(ll.down());
            let second = lh.add(middle.and(self.low));
            let high = hh.add(middle.down()).add(second.down());
            // `sum` has the upper half of q, and its carry.
            let first = ll.and(self.low);
            let sum = first.add(second.and(self.low));
            let minus = first.add(sum.up()).sub(sum.and(self.low)).sub(sum.down());
            high.show().sub_mod(minus).show()
        }
    }
}

impl<L: Halves> Butterfly for Split32<L> {
    type Lane = L;
    type Vector = L;
    const MAX_RADIX: usize = 8;

    fn twiddle(_q: u64, factor: u64) -> [u64; 2] {
        let w = super::product(factor, EPSILON);
        [w, w >> 32]
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u64>) -> Self {
        debug_assert_eq!(table.q, P);
        // SAFETY: as for the caller.
        unsafe { Self { low: L::splat(EPSILON) } }
    }

    #[inline(always)]
    unsafe fn load(&self, from: *const u64) -> L {
        // SAFETY: as for the caller.
        unsafe { L::load(from).show() }
    }

    #[inline(always)]
    unsafe fn store(&self, x: L, to: *mut u64) {
        // SAFETY: as for the caller.
        unsafe { x.show().store(to) }
    }

    #[inline(always)]
    unsafe fn transpose(&self, rows: &mut [L]) {
        // SAFETY: as for the caller.
        unsafe { L::transpose(rows) }
    }

    /// The product is at most p, which is what one correction of each needs.
    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let t = self.multiply(y.show(), w);
            (x.add_mod(t), x.sub_mod(t))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.canonical() }
    }

    /// Inputs canonical; the difference is any word.
    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let word = y.show();
            (x.add_mod(word).canonical(), self.multiply(x.sub_mod(word).show(), w).show())
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.multiply(x.show(), w).show() }
    }

    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        x
    }
}
