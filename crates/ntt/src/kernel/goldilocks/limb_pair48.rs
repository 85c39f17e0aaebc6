//! Words as pairs of limbs: `a + b·s`, `s = 2^48`, where `s² = 2^96 = −1`. Products by 52-bit fused
//! multiply-add.

use super::{P, product, times_power_of_two};
use crate::kernel::TransformTable;
use crate::kernel::butterfly::{Butterflies, Butterfly, RegisterTwiddles, Side, Source, Twiddle};
use crate::kernel::lanes::Lanes52;
use crate::kernel::transform::direction::{Direction, Input};

/// The operations of 52-bit lanes that pairs of limbs need besides.
///
/// # Safety
/// The conditions of [`Lanes`](crate::kernel::lanes::Lanes) hold.
pub(super) trait Limbs: Lanes52 {
    /// Logical shifts.
    unsafe fn up<const BITS: u32>(self) -> Self;
    unsafe fn down<const BITS: u32>(self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// `(self mod 2^24)·2^24`.
    unsafe fn low_24_up(self) -> Self;
    /// `self − other`, and `p` more below zero.
    unsafe fn sub_mod(self, other: Self) -> Self;
}

/// The root of order 8 of the field is `2^(24·ROOT8_SHIFT)`: `7^((p−1)/8) = 2^120`.
const ROOT8_SHIFT: usize = 5;

/// A multiple of p that keeps both limbs of the outputs of [`LimbPair48`] above `2^32`.
///
/// `2^38·p = 2^38 + s·(2^54 − 2^22)`, with 32 of the upper limb moved to the lower.
const OFFSET: [u64; 2] = [(1 << 38) + (1 << 53), (1 << 54) - (1 << 22) - 32];

/// Values are canonical words between passes. In a pass of radix `R` downwards, with `v` the factor
/// of the node:
///
/// 1. `x_j·v^j·s` as a pair, without reduction, both limbs below `2^49 + 2^34`; `x_0` needs none.
/// 2. The transform of length `R` whose roots are powers of `2^24`. Sums have no carries; `s`
///    exchanges limbs; `2^24` is two shifts a limb and makes limbs below `2^48 + 2^30`. Limbs of
///    outputs are between `±2^53`.
/// 3. [`Self::reduce_pair`], which divides by `s` again.
///
/// Upwards the same backwards, with a reduction before the product too.
#[derive(Clone, Copy)]
pub(super) struct LimbPair48<L> {
    low: L,
    /// The sum of [`OFFSET`] and, for the rounding, `2^48 − 1`. It is added to the pair that is in
    /// all outputs with factor 1.
    offset: Pair<L>,
    /// `16·p^(−1) mod 2^52`: `(1 − 2^32)(1 + 2^32) = 1 mod 2^64`.
    inverse: L,
    /// `2^32 − 1`
    epsilon: L,
    zero: L,
}

#[derive(Clone, Copy)]
struct Pair<L>(L, L);

impl<L: Limbs> Pair<L> {
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self(self.0.add(other.0), self.1.add(other.1)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self(self.0.sub(other.0), self.1.sub(other.1)) }
    }

    /// `(self + s·other, self − s·other)`.
    #[inline(always)]
    unsafe fn ct_butterfly_by_s(self, other: Self) -> (Self, Self) {
        // SAFETY: as for the caller.
        unsafe { (Self(self.0.sub(other.1), self.1.add(other.0)), Self(self.0.add(other.1), self.1.sub(other.0))) }
    }

    /// `(self + 2^(24·ROOT8_SHIFT)·other, self − 2^(24·ROOT8_SHIFT)·other)`.
    #[inline(always)]
    unsafe fn ct_butterfly<const ROOT8_SHIFT: usize>(self, other: Self) -> (Self, Self) {
        // SAFETY: as for the caller.
        unsafe {
            let y = if ROOT8_SHIFT % 2 == 1 { other.up_24() } else { other };
            let (sum, difference) = if ROOT8_SHIFT % 4 < 2 { (self.add(y), self.sub(y)) } else { self.ct_butterfly_by_s(y) };
            if ROOT8_SHIFT % 8 < 4 { (sum, difference) } else { (difference, sum) }
        }
    }

    /// `(self + other, (self − other)·2^(24·ROOT8_SHIFT))`.
    #[inline(always)]
    unsafe fn gs_butterfly<const ROOT8_SHIFT: usize>(self, other: Self) -> (Self, Self) {
        // SAFETY: as for the caller.
        unsafe {
            let sum = self.add(other);
            let difference = if ROOT8_SHIFT % 8 < 4 { self.sub(other) } else { other.sub(self) };
            let difference = if ROOT8_SHIFT % 2 == 1 { difference.up_24() } else { difference };
            let zero = L::splat(0);
            (sum, if ROOT8_SHIFT % 4 < 2 { difference } else { Self(zero.sub(difference.1), difference.0) })
        }
    }

    /// `self·2^24`: limbs of `c + d·2^24`, `0 ≤ c < 2^24`, give `c·2^24 + d·s`.
    #[inline(always)]
    unsafe fn up_24(self) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self(self.0.low_24_up().sub(self.1.shr::<24>()), self.1.low_24_up().add(self.0.shr::<24>())) }
    }
}

/// The transform of length 2, 4 or 8, outputs in bit-reversed order.
#[inline(always)]
unsafe fn shifts_down<L: Limbs, const R: usize>(x: &mut [Pair<L>; R]) {
    // SAFETY: as for the caller.
    unsafe {
        for j in 0..R / 2 {
            (x[j], x[j + R / 2]) = x[j].ct_butterfly::<0>(x[j + R / 2]);
        }
        if R >= 4 {
            for j in 0..R / 4 {
                (x[j], x[j + R / 4]) = x[j].ct_butterfly::<0>(x[j + R / 4]);
                let at = R / 2 + j;
                (x[at], x[at + R / 4]) = x[at].ct_butterfly::<{ 2 * ROOT8_SHIFT }>(x[at + R / 4]);
            }
        }
        if R == 8 {
            (x[0], x[1]) = x[0].ct_butterfly::<0>(x[1]);
            (x[2], x[3]) = x[2].ct_butterfly::<{ 2 * ROOT8_SHIFT }>(x[3]);
            (x[4], x[5]) = x[4].ct_butterfly::<ROOT8_SHIFT>(x[5]);
            (x[6], x[7]) = x[6].ct_butterfly::<{ 3 * ROOT8_SHIFT }>(x[7]);
        }
    }
}

/// The inverse of [`shifts_down`], times `R`.
#[inline(always)]
unsafe fn shifts_up<L: Limbs, const R: usize>(x: &mut [Pair<L>; R]) {
    // SAFETY: as for the caller.
    unsafe {
        if R == 8 {
            (x[0], x[1]) = x[0].gs_butterfly::<0>(x[1]);
            (x[2], x[3]) = x[2].gs_butterfly::<{ 6 * ROOT8_SHIFT }>(x[3]);
            (x[4], x[5]) = x[4].gs_butterfly::<{ 7 * ROOT8_SHIFT }>(x[5]);
            (x[6], x[7]) = x[6].gs_butterfly::<{ 5 * ROOT8_SHIFT }>(x[7]);
        }
        if R >= 4 {
            for j in 0..R / 4 {
                (x[j], x[j + R / 4]) = x[j].gs_butterfly::<0>(x[j + R / 4]);
                let at = R / 2 + j;
                (x[at], x[at + R / 4]) = x[at].gs_butterfly::<{ 6 * ROOT8_SHIFT }>(x[at + R / 4]);
            }
        }
        for j in 0..R / 2 {
            (x[j], x[j + R / 2]) = x[j].gs_butterfly::<0>(x[j + R / 2]);
        }
    }
}

/// Where the power `j` is among the twiddles of a pass upwards: levels from the narrowest blocks.
const fn place_up(radix: usize, j: usize) -> usize {
    radix + j - 3 * (1 << j.ilog2())
}

impl<L: Limbs> LimbPair48<L> {
    /// `x·s` as a pair.
    #[inline(always)]
    unsafe fn turned(&self, x: L) -> Pair<L> {
        // SAFETY: as for the caller.
        unsafe { Pair(self.zero.sub(x.down::<48>()), x.and(L::splat((1 << 48) - 1))) }
    }

    /// `x·w·s` as a pair, for any word `x` and `w` prepared by [`Butterfly::twiddle`].
    ///
    /// With `x = x_0 + x_1·2^32`, the sum of `x_0·w'` and `x_1·w''`, each factor `c + d·s`,
    /// `c < s`: the product of 80 bits by c is cut at bit 48 by a factor of 16.
    #[inline(always)]
    unsafe fn multiply(&self, x: L, w: Twiddle<L>) -> Pair<L> {
        // SAFETY: as for the caller.
        unsafe {
            let (x0, x1) = (x.and(self.low), x.down::<32>());
            let (c0, c1) = (w[0].up::<4>(), w[1].up::<4>());
            let (d0, d1) = (w[0].down::<48>(), w[1].down::<48>());
            let a = self.zero.madd_lo(x0, c0).madd_lo(x1, c1);
            let b = self.zero.madd_hi(x0, c0).madd_lo(x0, d0).madd_hi(x1, c1).madd_lo(x1, d1);
            Pair(a.down::<4>(), b)
        }
    }

    /// `(a + b·s)/s mod p`, canonical: input a pair with the offset.
    ///
    /// `q = a/p mod 2^48` makes `a − qp` a multiple of `2^48`, the quotient
    /// `b + ⌈a/2^48⌉ + ⌊q(2^32 − 1)/2^48⌋ − q·2^16`. All but the last is from `2^32` to `2^56`, so
    /// that the difference is above `−p`.
    #[inline(always)]
    unsafe fn reduce_pair(&self, Pair(a, b): Pair<L>) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let q = self.inverse.madd_lo(a, self.inverse);
            let sum = b.madd_hi(q, self.epsilon).add(a.down::<48>());
            sum.sub_mod(q.up::<12>())
        }
    }

    #[inline(always)]
    unsafe fn down<const R: usize>(&self, x: &mut [L], w: impl Source<L>) {
        // SAFETY: as for the caller.
        unsafe {
            let mut pairs = [self.turned(x[0]).add(self.offset); R];
            for j in 1..R {
                pairs[j] = self.multiply(x[j], w.at(j - 1));
            }
            shifts_down(&mut pairs);
            for (value, pair) in x.iter_mut().zip(pairs) {
                *value = self.reduce_pair(pair);
            }
        }
    }

    #[inline(always)]
    unsafe fn up<const R: usize>(&self, x: &mut [L], w: impl Source<L>) {
        // SAFETY: as for the caller.
        unsafe {
            let mut pairs = [self.turned(x[0]).add(self.offset); R];
            for j in 1..R {
                pairs[j] = self.turned(x[j]);
            }
            shifts_up(&mut pairs);
            x[0] = self.reduce_pair(pairs[0]);
            for j in 1..R {
                let word = self.reduce_pair(pairs[j]);
                x[j] = self.scale(word, w.at(place_up(R, j)));
            }
        }
    }
}

impl<L: Limbs> Butterfly for LimbPair48<L> {
    type Lane = L;
    type Vector = L;
    const MAX_RADIX: usize = 8;

    /// `w·s` and `w·s·2^32`, canonical words.
    fn twiddle(_q: u64, factor: u64) -> [u64; 2] {
        [times_power_of_two(factor, 48), times_power_of_two(factor, 80)]
    }

    /// The powers of the factor of the first node of the last level, `v^(parts + i)`.
    fn factor(factors: &[u64], at: Butterflies) -> u64 {
        let Butterflies { node, radix, parts, i, direction } = at;
        let up = direction == Direction::Inverse;
        let v = factors[node * radix / 2];
        debug_assert!(radix < 4 || up || factors[node * radix / 2 + 1] == times_power_of_two(v, 48), "another root of unity");
        // At the root upwards everything is scaled, the root's own factor already.
        let scale = if up && node == 1 && radix > 2 { factors[0] } else { 1 };
        (0..parts + i).fold(scale, |power, _| product(power, v))
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u64>) -> Self {
        debug_assert_eq!(table.q, P);
        // SAFETY: as for the caller.
        unsafe {
            Self {
                low: L::splat(0xFFFF_FFFF),
                offset: Pair(L::splat(OFFSET[0] + (1 << 48) - 1), L::splat(OFFSET[1])),
                inverse: L::splat(16 * (1 + (1 << 32))),
                epsilon: L::splat(0xFFFF_FFFF),
                zero: L::splat(0),
            }
        }
    }

    #[inline(always)]
    unsafe fn load(&self, from: *const u64) -> L {
        // SAFETY: as for the caller.
        unsafe { L::load(from) }
    }

    #[inline(always)]
    unsafe fn store(&self, x: L, to: *mut u64) {
        // SAFETY: as for the caller.
        unsafe { x.store(to) }
    }

    #[inline(always)]
    unsafe fn transpose(&self, rows: &mut [L]) {
        // SAFETY: as for the caller.
        unsafe { L::transpose(rows) }
    }

    #[inline(always)]
    unsafe fn forward_levels(&self, x: &mut [L], w: impl Source<L>, _input: Input) {
        // SAFETY: as for the caller.
        unsafe {
            match x.len() {
                2 => self.down::<2>(x, w),
                4 => self.down::<4>(x, w),
                8 => self.down::<8>(x, w),
                rows => unreachable!("no kernel has leaves of {rows} vectors"),
            }
        }
    }

    #[inline(always)]
    unsafe fn inverse_levels(&self, x: &mut [L], w: impl Source<L>) {
        // SAFETY: as for the caller.
        unsafe {
            match x.len() {
                2 => self.up::<2>(x, w),
                4 => self.up::<4>(x, w),
                8 => self.up::<8>(x, w),
                rows => unreachable!("no kernel has leaves of {rows} vectors"),
            }
        }
    }

    /// All but the first have the scale.
    #[inline(always)]
    unsafe fn end(&self, x: &mut [L], w: impl Source<L>) {
        // SAFETY: as for the caller.
        x[0] = unsafe { self.scale(x[0], w.at(x.len() - 1)) };
    }

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        let mut x = [x, y];
        // SAFETY: as for the caller.
        unsafe { self.down::<2>(&mut x, RegisterTwiddles([w])) };
        (x[0], x[1])
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        x
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        let mut x = [x, y];
        // SAFETY: as for the caller.
        unsafe { self.up::<2>(&mut x, RegisterTwiddles([w])) };
        (x[0], x[1])
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.reduce_pair(self.multiply(x, w).add(self.offset)) }
    }

    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        x
    }
}
