//! Eight pairs of residues of 16 bits.

use crate::kernel::isa::avx2::transpose_8x8;
use crate::kernel::isa::methods::methods;
use crate::kernel::lanes::{Lanes, Signed16};
use bytemuck::TransparentWrapper;
use core::arch::x86_64::*;

#[derive(Clone, Copy, TransparentWrapper)]
#[repr(transparent)]
pub(in crate::kernel) struct Pairs16(__m256i);

impl Lanes for Pairs16 {
    type Word = u32;
    const WIDTH: usize = 8;

    methods! {
        load(from: *const u32) = _mm256_loadu_si256(from.cast());
        splat(word: u32) = _mm256_set1_epi32(word as i32);
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the caller gives eight writable words.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the caller has the features and gives eight rows.
        unsafe { transpose_8x8(Self::peel_slice_mut(rows)) }
    }
}

impl Signed16 for Pairs16 {
    #[inline(always)]
    fn word(residue: u16) -> u32 {
        u32::from(residue) * 0x1_0001
    }
    methods! {
        add(self, other: Self) = _mm256_add_epi16(self.0, other.0);
        sub(self, other: Self) = _mm256_sub_epi16(self.0, other.0);
        mul_low(self, other: Self) = _mm256_mullo_epi16(self.0, other.0);
        mul_high(self, other: Self) = _mm256_mulhi_epi16(self.0, other.0);
        mul_round(self, other: Self) = _mm256_mulhrs_epi16(self.0, other.0);
        add_if_negative(self, c: Self) = _mm256_min_epu16(self.0, _mm256_add_epi16(self.0, c.0));
    }
}
