//! AVX-512 without 52-bit products: sixteen words of 16 or 32 bits, or eight of 64.

pub(in crate::kernel) mod doubles;
pub(in crate::kernel) mod words16;
pub(in crate::kernel) mod words32;
pub(in crate::kernel) mod words64;

use core::arch::x86_64::*;

/// Transposes a square of eight vectors of 64-bit words.
///
/// # Safety
/// The processor has AVX-512 F; there are eight rows.
#[inline(always)]
pub(in crate::kernel) unsafe fn transpose_8x8(rows: &mut [__m512i]) {
    // SAFETY: as for the caller.
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
    }
}
