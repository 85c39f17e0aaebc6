//! The forms of numbers outside of a transform.

use crate::complex::Digit;
use crate::kernel::lanes::Doubles;

/// The words that the first pass reads, and those that the last one writes.
///
/// # Safety
/// Every method needs the instruction set of the lanes.
pub(in crate::kernel) trait Ends<L: Doubles>: Copy + Default {
    #[inline(always)]
    unsafe fn enter(&self, x: L) -> L {
        x
    }
    #[inline(always)]
    unsafe fn leave(&self, x: L) -> L {
        x
    }
}

/// Doubles at both ends.
#[derive(Clone, Copy, Default)]
pub(in crate::kernel) struct Unchanged;

/// Integers from `−2^51` to below `2^51` in words of two's complement come in.
#[derive(Clone, Copy, Default)]
pub(in crate::kernel) struct Integers;

/// Numbers below `2^82` in magnitude go out as the nearest integers modulo `2^64`.
#[derive(Clone, Copy, Default)]
pub(in crate::kernel) struct Rounded;

impl<L: Doubles> Ends<L> for Unchanged {}

impl<L: Doubles> Ends<L> for Integers {
    #[inline(always)]
    unsafe fn enter(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.of_integers() }
    }
}

impl<L: Doubles> Ends<L> for Rounded {
    #[inline(always)]
    unsafe fn leave(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.to_integers() }
    }
}

impl<L: Doubles> Ends<L> for Digit {
    #[inline(always)]
    unsafe fn enter(&self, x: L) -> L {
        // SAFETY: as for the caller; a digit is below `2^51`.
        unsafe {
            let digit = x.add_words(L::splat(self.offset)).shr_words(self.shift).and_words(L::splat(self.mask()));
            digit.of_words().sub(L::number(self.half() as f64))
        }
    }
}
