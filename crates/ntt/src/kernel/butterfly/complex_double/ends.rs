//! The forms of numbers outside of a transform.

use crate::complex::Digit;
use crate::kernel::lanes::Doubles;
use crate::kernel::prefetch::prefetch_line;

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
    /// Words are read from here.
    #[inline(always)]
    fn reads(&self, _from: *const u64) {}
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

/// Digits of words come in, and memory is asked for meanwhile, a few cache lines for each vector
/// until all of it is: processors leave out some of many requests at once.
#[derive(Clone, Copy, Default)]
pub(in crate::kernel) struct Digits {
    digit: Digit,
    /// Where the first word is.
    from: usize,
    /// Where the memory begins.
    ahead: usize,
    /// Where it ends.
    end: usize,
    /// Cache lines of it for each one of words.
    lines: usize,
}

impl Digits {
    pub(in crate::kernel) fn of(digit: Digit, from: *const u64, words: usize, ahead: &[u32]) -> Self {
        let lines = size_of_val(ahead).div_ceil(words * size_of::<u64>());
        let memory = ahead.as_ptr_range();
        Self { digit, from: from.addr(), ahead: memory.start.addr(), end: memory.end.addr(), lines }
    }
}

impl<L: Doubles> Ends<L> for Digits {
    #[inline(always)]
    unsafe fn enter(&self, x: L) -> L {
        let digit = self.digit;
        // SAFETY: as for the caller; a digit is below `2^51`.
        unsafe {
            let x = x.add_words(L::splat(digit.offset)).shr_words(digit.shift).and_words(L::splat(digit.mask()));
            x.of_words().sub(L::number(digit.half() as f64))
        }
    }

    #[inline(always)]
    fn reads(&self, from: *const u64) {
        let place = self.ahead.wrapping_add(from.addr().wrapping_sub(self.from).wrapping_mul(self.lines));
        for line in 0..self.lines {
            let at = place.wrapping_add(line * L::WIDTH * size_of::<u64>());
            if at < self.end {
                prefetch_line(core::ptr::without_provenance(at));
            }
        }
    }
}
