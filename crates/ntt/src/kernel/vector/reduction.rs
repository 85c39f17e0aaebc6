//! Arithmetic on reduced values in lanes.

use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use papilio_field::Word;

/// Products of reduced values.
///
/// # Safety
/// Every method needs the instruction set of the lanes.
pub(in crate::kernel) trait Reduction<L: Lanes>: Copy {
    unsafe fn new(q: u64) -> Self;
    unsafe fn multiply(self, a: L, b: L) -> L;
    /// A reduced factor, prepared for [`Self::scale`].
    unsafe fn constant(q: u64, c: u64) -> [L; 2];
    /// `a·c` for any `a < 2^B`.
    unsafe fn scale(self, a: L, c: [L; 2]) -> L;
    /// `a mod q` for any `a < 2^B`.
    unsafe fn reduce(self, a: L) -> L;
}

/// Sums of reduced values.
///
/// # Safety
/// Every method needs the instruction set of the lanes.
pub(in crate::kernel) trait Sums<L: Lanes>: Reduction<L> {
    unsafe fn add(self, a: L, b: L) -> L;
    unsafe fn sub(self, a: L, b: L) -> L;
}

/// A prime with `2q ≤ 2^B`, in every lane.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Prime<L> {
    zero: L,
    q: L,
    /// `⌊2^B/q⌋`
    ratio: L,
    /// `2^B mod q`, prepared.
    top: [L; 2],
    /// `2^B − q` and `2q`, where `4q ≤ 2^B`.
    narrow: Option<[L; 2]>,
}

impl<L: Integers> Prime<L> {
    /// `x mod q` for `x < 2q`.
    #[inline(always)]
    unsafe fn correct(self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.correct(self.q) }
    }

    /// `high·2^B + low mod q`, for any words below `2^B`.
    ///
    /// The estimates of the quotients of both are at most 1 too small, so that of their sum leaves
    /// less than 4q.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn reduce_wide(self, low: L, high: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let Some([minus_q, twice]) = self.narrow else { return self.add(self.scale(high, self.top), self.reduce(low)) };
            let quotient = self.zero.madd_hi(high, self.top[1]).madd_hi(low, self.ratio);
            let rest = low.madd_lo(high, self.top[0]).madd_lo(quotient, minus_q).mask();
            self.correct(rest.correct(twice))
        }
    }
}

impl<L: Integers> Reduction<L> for Prime<L> {
    #[inline(always)]
    unsafe fn new(q: u64) -> Self {
        let mask = u64::MAX >> (64 - L::BITS);
        let top = ((1u128 << L::BITS) % u128::from(q)) as u64;
        let words = [mask - q + 1, 2 * q].map(L::Word::truncate);
        // SAFETY: as for the caller.
        unsafe {
            Self {
                zero: L::splat(L::Word::default()),
                q: L::splat(L::Word::truncate(q)),
                ratio: L::splat(L::Word::truncate(mask / q)),
                top: <Self as Reduction<L>>::constant(q, top),
                narrow: (4 * u128::from(q) <= 1 << L::BITS).then(|| words.map(|word| L::splat(word))),
            }
        }
    }

    #[inline(always)]
    unsafe fn multiply(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.reduce_wide(self.zero.madd_lo(a, b), self.zero.madd_hi(a, b)) }
    }

    #[inline(always)]
    unsafe fn constant(q: u64, c: u64) -> [L; 2] {
        let companion = ((u128::from(c) << L::BITS) / u128::from(q)) as u64;
        // SAFETY: as for the caller.
        unsafe { [L::splat(L::Word::truncate(c)), L::splat(L::Word::truncate(companion))] }
    }

    /// The estimate of the quotient is at most 1 too small.
    #[inline(always)]
    unsafe fn scale(self, a: L, c: [L; 2]) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let quotient = self.zero.madd_hi(a, c[1]);
            self.correct(self.zero.madd_lo(a, c[0]).sub(self.zero.madd_lo(quotient, self.q)).mask())
        }
    }

    /// The estimate of the quotient is at most 1 too small.
    #[inline(always)]
    unsafe fn reduce(self, a: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.correct(a.sub(self.zero.madd_lo(self.zero.madd_hi(a, self.ratio), self.q))) }
    }
}

impl<L: Integers> Sums<L> for Prime<L> {
    #[inline(always)]
    unsafe fn add(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.correct(a.add(b)) }
    }

    /// Below zero the difference is a great word, and the sum with q the lesser one.
    #[inline(always)]
    unsafe fn sub(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let difference = a.sub(b);
            difference.min(difference.add(self.q))
        }
    }
}

/// A prime between `2^31` and `2^32` in 32-bit lanes: sums leave the word, so carries are compared
/// for.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct WidePrime<L> {
    zero: L,
    q: L,
    /// `q^(−1) mod 2^32`
    inverse: L,
    /// `2^64 mod q`, which makes up for two Montgomery steps.
    square: L,
}

impl<L: Lanes32> WidePrime<L> {
    /// `a·b·2^(−32) mod q`, for any words with `a·b < 2^32·q`.
    #[inline(always)]
    unsafe fn montgomery(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let m = self.zero.madd_lo(self.zero.madd_lo(a, b), self.inverse);
            self.zero.madd_hi(a, b).sub_else_add(self.zero.madd_hi(m, self.q), self.q)
        }
    }
}

impl<L: Lanes32> Reduction<L> for WidePrime<L> {
    #[inline(always)]
    unsafe fn new(q: u64) -> Self {
        let mut inverse = q; // right modulo 2^3, and each step doubles the bits that are
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(inverse)));
        }
        // SAFETY: as for the caller.
        unsafe {
            Self {
                zero: L::splat(0),
                q: L::splat(q as u32),
                inverse: L::splat(inverse as u32),
                square: L::splat(((1u128 << 64) % u128::from(q)) as u32),
            }
        }
    }

    #[inline(always)]
    unsafe fn multiply(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.montgomery(self.montgomery(a, b), self.square) }
    }

    #[inline(always)]
    unsafe fn constant(q: u64, c: u64) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [L::splat(((c << 32) % q) as u32), L::splat(0)] }
    }

    #[inline(always)]
    unsafe fn scale(self, a: L, c: [L; 2]) -> L {
        // SAFETY: as for the caller.
        unsafe { self.montgomery(a, c[0]) }
    }

    /// A word is below 2q.
    #[inline(always)]
    unsafe fn reduce(self, a: L) -> L {
        // SAFETY: as for the caller.
        unsafe { a.sub_else_add(self.q, self.q) }
    }
}

impl<L: Lanes32> Sums<L> for WidePrime<L> {
    #[inline(always)]
    unsafe fn add(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { a.sub_else_add(self.q.sub(b), self.q) }
    }

    #[inline(always)]
    unsafe fn sub(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { a.sub_else_add(b, self.q) }
    }
}
