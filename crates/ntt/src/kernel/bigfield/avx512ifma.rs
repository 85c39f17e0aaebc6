//! AVX-512 with 52-bit integer fused multiply-add.

use super::lanes::{Eight, Lanes, WIDTH};
use super::prime::Prime;
use super::steps::{Job, Worker};
use super::{Shells, steps};
use crate::kernel::isa::avx512::transpose_8x8;
use crate::kernel::isa::shells::shells;
use core::arch::x86_64::*;
use core::ops::Range;

/// The kernel.
pub(super) fn shells<P: Prime>() -> Shells {
    Shells {
        name: "avx512ifma",
        constant_words: <__m512i as Lanes>::constant_words::<P>,
        columns: columns::<P>,
        rows: rows::<P>,
    }
}

shells! {
    "avx512f,avx512dq,avx512ifma";
    /// [`steps::columns`].
    fn columns<P: Prime>(job: &Job<'_>, worker: Worker, part: usize, groups: Range<usize>) = steps::columns::<__m512i, P>;
    /// [`steps::rows`].
    fn rows<P: Prime>(job: &Job<'_>, groups: Range<usize>) = steps::rows::<__m512i, P>;
}

impl Lanes for __m512i {
    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller gives eight readable words.
        unsafe { _mm512_loadu_epi64(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives eight writable words.
        unsafe { _mm512_storeu_epi64(to.cast(), self) }
    }
    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_set1_epi64(word as i64) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_add_epi64(self, other) }
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_sub_epi64(self, other) }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_and_si512(self, other) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_or_si512(self, other) }
    }
    #[inline(always)]
    unsafe fn shl<const BITS: u32>(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_slli_epi64::<BITS>(self) }
    }
    #[inline(always)]
    unsafe fn shr<const BITS: u32>(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_srli_epi64::<BITS>(self) }
    }
    #[inline(always)]
    unsafe fn sar<const BITS: u32>(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_srai_epi64::<BITS>(self) }
    }
    #[inline(always)]
    unsafe fn madd([low, high]: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        // SAFETY: the caller has the features.
        unsafe { [_mm512_madd52lo_epu64(low, a, b), _mm512_madd52hi_epu64(high, a, b)] }
    }
    #[inline(always)]
    unsafe fn if_negative(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_mask_blend_epi64(_mm512_movepi64_mask(self), b, a) }
    }
}

impl Eight for __m512i {
    type Part = Self;
    const PARTS: usize = 1;

    #[inline(always)]
    unsafe fn words_of([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: the caller has the features.
        unsafe {
            // Words 0 and 1 of four elements, then words 2 and 3.
            let low = _mm512_setr_epi64(0, 1, 4, 5, 8, 9, 12, 13);
            let high = _mm512_setr_epi64(2, 3, 6, 7, 10, 11, 14, 15);
            let (even, odd) = (_mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15));
            let (p, q) = (_mm512_permutex2var_epi64(a, low, b), _mm512_permutex2var_epi64(c, low, d));
            let (r, s) = (_mm512_permutex2var_epi64(a, high, b), _mm512_permutex2var_epi64(c, high, d));
            [
                _mm512_permutex2var_epi64(p, even, q),
                _mm512_permutex2var_epi64(p, odd, q),
                _mm512_permutex2var_epi64(r, even, s),
                _mm512_permutex2var_epi64(r, odd, s),
            ]
        }
    }
    #[inline(always)]
    unsafe fn elements_of([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: the caller has the features.
        unsafe {
            let low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
            let high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            let (p, q) = (_mm512_permutex2var_epi64(a, low, b), _mm512_permutex2var_epi64(c, low, d));
            let (r, s) = (_mm512_permutex2var_epi64(a, high, b), _mm512_permutex2var_epi64(c, high, d));
            [
                _mm512_permutex2var_epi64(p, first, q),
                _mm512_permutex2var_epi64(p, last, q),
                _mm512_permutex2var_epi64(r, first, s),
                _mm512_permutex2var_epi64(r, last, s),
            ]
        }
    }
    #[inline(always)]
    unsafe fn transpose(mut rows: [Self; WIDTH]) -> [Self; WIDTH] {
        // SAFETY: the caller has the features.
        unsafe { transpose_8x8(&mut rows) }
        rows
    }
    #[inline(always)]
    unsafe fn prefetch(from: *const u64) {
        // SAFETY: a prefetch reads nothing and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) }
    }
    #[inline(always)]
    unsafe fn prefetch_to_write(to: *const u64) {
        // SAFETY: a prefetch writes nothing and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(to.cast()) }
    }
}
