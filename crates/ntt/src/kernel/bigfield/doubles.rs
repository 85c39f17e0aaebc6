//! Products of 52-bit factors in doubles, for processors that have fused multiply-adds of nothing
//! else.
//!
//! With `a·b` between `±2^103`, the double `h` nearest to `1.5·2^104 + a·b` is a multiple of `2^52`
//! from `2^104` to `2^105`, where consecutive doubles have consecutive bits: the bits of `h`, less
//! those of `1.5·2^104`, are the integer nearest to `a·b/2^52`. What is left of the product, `l`,
//! is between `±2^51` and exact, and the bits of `1.5·2^52 + l`, less those of `1.5·2^52`, are `l`.
//! Hence one factor has to be *balanced*, between `±2^51`, where the other goes from 0 to `2^52`.
//! (After N. Emmart, F. Zheng, C. Weems, "Faster modular exponentiation using double precision
//! floating point arithmetic in the GPU", ARITH 2018, where rounding is towards zero and `l` not
//! negative.)
//!
//! Words hold factors by the bits of their doubles. Constants are rows between `±q/2` of balanced
//! limbs, and the factor of a reduction is balanced, so that a product by a constant is between
//! `±3q` and one of two variables above `−0.6q`: multiples of `q` in the starts of sums make them
//! positive.

use super::lanes::Lanes;
use super::prime::{LIMBS, Prime};
use crate::kernel::lanes::MASK52;

/// `2^52`: its bits and those of an integer below it are those of the sum of both.
const UNIT: f64 = (1u64 << 52) as f64;
/// The sum with an integer between `±2^51` has the bits of the sum of the integer and [`LOW`].
const ROUND: f64 = 1.5 * UNIT;
/// The same for multiples of `2^52`.
const ROUND_HIGH: f64 = ROUND * UNIT;
/// Bits of [`ROUND`].
pub(super) const LOW: u64 = ROUND.to_bits();
/// Bits of [`ROUND_HIGH`].
pub(super) const HIGH: u64 = ROUND_HIGH.to_bits();
/// `2^51`.
const HALF: u64 = 1 << 51;

/// The operations of doubles, on their bits.
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Doubles: Lanes {
    /// `self·a + b`, rounded once to the nearest.
    unsafe fn fused(self, a: Self, b: Self) -> Self;
    /// `self − other`.
    unsafe fn minus(self, other: Self) -> Self;
    /// `self + other`.
    unsafe fn plus(self, other: Self) -> Self;
}

#[inline(always)]
unsafe fn splat<L: Doubles>(x: f64) -> L {
    // SAFETY: as for the caller.
    unsafe { L::splat(x.to_bits()) }
}

/// The 52 lowest bits, less an integer: `less` is [`UNIT`] more.
#[inline(always)]
unsafe fn low_bits<L: Doubles>(x: L, less: f64) -> L {
    // SAFETY: as for the caller.
    unsafe { x.and(L::splat(MASK52)).or(splat(UNIT)).minus(splat(less)) }
}

/// [`Lanes::factor`].
#[inline(always)]
pub(super) unsafe fn factor<L: Doubles>(x: L) -> L {
    // SAFETY: as for the caller.
    unsafe { low_bits(x, UNIT) }
}

/// [`Lanes::madd`]: six instructions.
#[inline(always)]
pub(super) unsafe fn madd<L: Doubles>([low, high]: [L; 2], a: L, b: L) -> [L; 2] {
    // SAFETY: as for the caller.
    unsafe {
        let round: L = splat(ROUND_HIGH);
        let h = a.fused(b, round);
        let l = a.fused(b, round.minus(h));
        [low.add(l.plus(splat(ROUND))), high.add(h)]
    }
}

/// [`Lanes::balanced`]: a limb of `2^51` or more is taken from the next.
#[inline(always)]
pub(super) unsafe fn balanced<L: Doubles>(mut limbs: [L; LIMBS]) -> [L; LIMBS] {
    // SAFETY: as for the caller.
    unsafe {
        let mut carry = L::splat(0);
        for limb in &mut limbs[..LIMBS - 1] {
            let sum = limb.and(L::splat(MASK52)).add(L::splat(HALF)).add(carry);
            (*limb, carry) = (low_bits(sum, ROUND), sum.shr::<52>());
        }
        limbs[LIMBS - 1] = factor(limbs[LIMBS - 1].add(carry));
        limbs
    }
}

/// [`Lanes::reduction_factor`], between `±2^51`.
///
/// [`LOW`] is `2^51 mod 2^52`, so that the 52 lowest bits of `x`, which is short of it, less `2^51`
/// are balanced and those of the sum.
#[inline(always)]
pub(super) unsafe fn reduction_factor<L: Doubles, P: Prime>(x: L) -> (L, L) {
    // SAFETY: as for the caller.
    unsafe {
        if P::NEGATIVE_INVERSE == MASK52 {
            let m = L::splat(HALF).sub(x).and(L::splat(MASK52));
            return (m.sub(L::splat(HALF)), low_bits(m, ROUND));
        }
        let (x, inverse, round): (L, L, L) = (low_bits(x, ROUND), splat(P::NEGATIVE_INVERSE as f64), splat(ROUND_HIGH));
        let m = x.fused(inverse, round.minus(x.fused(inverse, round)));
        (m.plus(splat(ROUND)).sub(L::splat(LOW)), m)
    }
}

/// [`Lanes::quotient`], at least −1.
///
/// With `d` the last limb of `q` and one, `x/d` is at most the quotient by `q`, and short of it by
/// less than `2^-33`, as it is below 512. The integer nearest to `(x − d/2 − 2)/d` is at most
/// `x/d`: 2 of `d < 2^47` are more than the error of `1/d`, a part in `2^53`, makes of `x/d`.
#[inline(always)]
pub(super) unsafe fn quotient<L: Doubles, P: Prime>(x: L) -> (L, L) {
    let divisor = (P::Q[LIMBS - 1] + 1) as f64;
    // SAFETY: as for the caller.
    unsafe {
        let rounded = factor(x).minus(splat(divisor / 2.0 + 2.0)).fused(splat(1.0 / divisor), splat(ROUND));
        (rounded.sub(L::splat(LOW)), rounded.minus(splat(ROUND)))
    }
}

/// [`Lanes::factor_word`].
pub(super) fn factor_word(x: u64) -> u64 {
    (x as f64).to_bits()
}

/// [`Lanes::constant_words`]: the residue between `±q/2`, in balanced limbs.
pub(super) fn constant_words<P: Prime>(limbs: [u64; LIMBS]) -> [u64; LIMBS] {
    let signed = |x: [u64; LIMBS], less: [u64; LIMBS]| {
        let mut carry = 0;
        let mut digits: [i64; LIMBS] = core::array::from_fn(|k| x[k] as i64 - less[k] as i64);
        for digit in &mut digits[..LIMBS - 1] {
            let sum = *digit + carry;
            carry = (sum + HALF as i64) >> 52;
            *digit = sum - (carry << 52);
        }
        digits[LIMBS - 1] += carry;
        digits
    };
    let (above, below) = (signed(limbs, [0; LIMBS]), signed(limbs, P::Q));
    // The first digit that is not 0 has the sign of all.
    let twice = signed(limbs.map(|limb| 2 * limb), P::Q);
    let negative = twice.iter().rev().find(|&&digit| digit != 0).is_some_and(|&digit| digit < 0);
    (if negative { above } else { below }).map(|digit| (digit as f64).to_bits())
}

/// The items of [`Lanes`] that are those of doubles.
macro_rules! double_products {
    () => {
        const LOW_EXCESS: u64 = $crate::kernel::bigfield::doubles::LOW;
        const HIGH_EXCESS: u64 = $crate::kernel::bigfield::doubles::HIGH;
        const PRODUCT_SHIFT: u64 = 3;
        const MONTGOMERY_SHIFT: u64 = 1;
        #[inline(always)]
        unsafe fn madd(sums: [Self; 2], a: Self, b: Self) -> [Self; 2] {
            // SAFETY: as for the caller.
            unsafe { $crate::kernel::bigfield::doubles::madd(sums, a, b) }
        }
        #[inline(always)]
        unsafe fn factor(self) -> Self {
            // SAFETY: as for the caller.
            unsafe { $crate::kernel::bigfield::doubles::factor(self) }
        }
        #[inline(always)]
        unsafe fn balanced(
            limbs: [Self; $crate::kernel::bigfield::prime::LIMBS],
        ) -> [Self; $crate::kernel::bigfield::prime::LIMBS] {
            // SAFETY: as for the caller.
            unsafe { $crate::kernel::bigfield::doubles::balanced(limbs) }
        }
        #[inline(always)]
        unsafe fn reduction_factor<P: Prime>(self) -> (Self, Self) {
            // SAFETY: as for the caller.
            unsafe { $crate::kernel::bigfield::doubles::reduction_factor::<Self, P>(self) }
        }
        #[inline(always)]
        unsafe fn quotient<P: Prime>(self) -> (Self, Self) {
            // SAFETY: as for the caller.
            unsafe { $crate::kernel::bigfield::doubles::quotient::<Self, P>(self) }
        }
        fn factor_word(x: u64) -> u64 {
            $crate::kernel::bigfield::doubles::factor_word(x)
        }
        fn constant_words<P: Prime>(
            limbs: [u64; $crate::kernel::bigfield::prime::LIMBS],
        ) -> [u64; $crate::kernel::bigfield::prime::LIMBS] {
            $crate::kernel::bigfield::doubles::constant_words::<P>(limbs)
        }
    };
}
pub(super) use double_products;
