//! AVX-512 with 52-bit integer fused multiply-add.

use super::lanes::{Lanes, WIDTH};
use super::prime::Prime;
use super::steps;
use super::steps::{Job, Worker};
use core::arch::x86_64::*;
use core::ops::Range;

/// One shell per operation: the algorithm is inlined here, where the instruction set is enabled.
macro_rules! shells {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) = $body:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The processor has the features below; the arguments are as the algorithm asks.
        #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
        pub(super) unsafe fn $name<P: Prime>($($arg: $type),*) {
            // SAFETY: as for the caller.
            unsafe { $body($($arg),*) }
        }
    )*};
}

shells! {
    /// [`steps::columns`].
    columns(job: &Job<'_>, worker: Worker, part: usize, groups: Range<usize>) = steps::columns::<__m512i, P>;
    /// [`steps::rows`].
    rows(job: &Job<'_>, groups: Range<usize>) = steps::rows::<__m512i, P>;
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
    unsafe fn madd_lo(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_madd52lo_epu64(self, a, b) }
    }
    #[inline(always)]
    unsafe fn madd_hi(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_madd52hi_epu64(self, a, b) }
    }
    #[inline(always)]
    unsafe fn if_negative(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_mask_blend_epi64(_mm512_movepi64_mask(self), b, a) }
    }
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
        unsafe {
            // Words, then pairs of words, then halves change places.
            for i in [0, 2, 4, 6] {
                let (a, b) = (rows[i], rows[i + 1]);
                (rows[i], rows[i + 1]) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
            }
            for i in [0, 1, 4, 5] {
                let (a, b) = (rows[i], rows[i + 2]);
                let evens = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
                let odds = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
                (rows[i], rows[i + 2]) = (_mm512_permutex2var_epi64(a, evens, b), _mm512_permutex2var_epi64(a, odds, b));
            }
            for i in 0..4 {
                let (a, b) = (rows[i], rows[i + 4]);
                (rows[i], rows[i + 4]) = (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xEE>(a, b));
            }
            rows
        }
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
