//! One double in the place of a 64-bit word.

use crate::kernel::lanes::{Doubles, Lanes};
use crate::rounding::mul_add;

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Double(f64);

impl Double {
    fn of(word: u64) -> Self {
        Self(f64::from_bits(word))
    }
}

impl Lanes for Double {
    type Word = u64;
    const WIDTH: usize = 1;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller gives a readable word.
        Self::of(unsafe { from.read() })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives a writable word.
        unsafe { to.write(self.0.to_bits()) }
    }
    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        Self::of(word)
    }
    #[inline(always)]
    unsafe fn transpose(_: &mut [Self]) {}
}

/// One line each: a method that is one expression.
macro_rules! operations {
    ($($name:ident($($args:tt)*) = $value:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($($args)*) -> Self {
            $value
        }
    )*};
}

impl Doubles for Double {
    #[inline(always)]
    unsafe fn load_integers32(from: *const i32) -> Self {
        // SAFETY: the caller gives a readable number.
        Self(f64::from(unsafe { from.read() }))
    }
    operations! {
        add(self, other: Self) = Self(self.0 + other.0);
        sub(self, other: Self) = Self(self.0 - other.0);
        mul(self, other: Self) = Self(self.0 * other.0);
        mul_add(self, a: Self, b: Self) = Self(mul_add(self.0, a.0, b.0));
        mul_sub(self, a: Self, b: Self) = Self(mul_add(self.0, a.0, -b.0));
        neg_mul_add(self, a: Self, b: Self) = Self(mul_add(-self.0, a.0, b.0));
        add_if_negative(self, c: Self) = Self(if self.0 < 0.0 { self.0 + c.0 } else { self.0 });
        floor(self) = Self(libm::floor(self.0));
        of_words(self) = Self(self.0.to_bits() as f64);
        to_words(self) = Self::of(self.0 as u64);
        add_words(self, other: Self) = Self::of(self.0.to_bits().wrapping_add(other.0.to_bits()));
        and_words(self, other: Self) = Self::of(self.0.to_bits() & other.0.to_bits());
        shl_words(self, bits: u32) = Self::of(self.0.to_bits() << bits);
        shr_words(self, bits: u32) = Self::of(self.0.to_bits() >> bits);
    }
}
