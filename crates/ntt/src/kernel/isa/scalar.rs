//! The portable kernels: any odd prime that the words hold, any length, one word at a time.

pub(in crate::kernel) mod doubles;

use crate::kernel::Kernel;
use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use crate::kernel::over_lanes::{words16, words32, words64};
use papilio_field::select::mask;

const NAME: &str = "scalar";

pub(in crate::kernel) static KERNEL64: Kernel<u64> = words64::<u64>(NAME, "portable 64-bit words");

pub(in crate::kernel) static KERNEL32: Kernel<u32> = words32::<u32>(NAME, "portable 32-bit words");

pub(in crate::kernel) static KERNEL16: Kernel<u16> = words16::<u16>(NAME, "portable 16-bit words");

/// One word is a vector of one lane.
macro_rules! one_lane {
    ($word:ty, $double:ty) => {
        impl Lanes for $word {
            type Word = Self;
            const WIDTH: usize = 1;

            #[inline(always)]
            unsafe fn load(from: *const Self) -> Self {
                // SAFETY: the caller gives a readable word.
                unsafe { from.read() }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut Self) {
                // SAFETY: the caller gives a writable word.
                unsafe { to.write(self) }
            }
            #[inline(always)]
            unsafe fn splat(word: Self) -> Self {
                word
            }
            #[inline(always)]
            unsafe fn transpose(_: &mut [Self]) {}
        }

        impl Integers for $word {
            const BITS: u32 = <$word>::BITS;
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            unsafe fn mask(self) -> Self {
                self
            }
            #[inline(always)]
            unsafe fn sub_if_msb(self, c: Self) -> Self {
                self.wrapping_sub(if self >> (Self::BITS - 1) == 1 { c } else { 0 })
            }
            #[inline(always)]
            unsafe fn madd_lo(self, a: Self, b: Self) -> Self {
                self.wrapping_add(a.wrapping_mul(b))
            }
            #[inline(always)]
            unsafe fn madd_hi(self, a: Self, b: Self) -> Self {
                self.wrapping_add(((<$double>::from(a) * <$double>::from(b)) >> Self::BITS) as Self)
            }
        }
    };
}

one_lane!(u64, u128);
one_lane!(u32, u64);
one_lane!(u16, u32);

impl Lanes32 for u32 {
    #[inline(always)]
    unsafe fn sub_else_add(self, other: Self, c: Self) -> Self {
        let (difference, below) = self.overflowing_sub(other);
        difference.wrapping_add(c & mask(below) as Self)
    }
}
