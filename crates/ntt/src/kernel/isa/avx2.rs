//! AVX2: sixteen words of 16 bits, eight of 32, or four of 64. Sixteen registers, no masks, no
//! 64-bit products and no unsigned comparisons.

pub(in crate::kernel) mod pairs16;
pub(in crate::kernel) mod words16;
pub(in crate::kernel) mod words32;
pub(in crate::kernel) mod words64;

use core::arch::x86_64::*;

/// Transposes a square of eight vectors of 32-bit words.
///
/// # Safety
/// The processor has AVX2; there are eight rows.
#[inline(always)]
unsafe fn transpose_8x8(rows: &mut [__m256i]) {
    // SAFETY: as for the caller.
    unsafe {
        // Words between pairs of rows, then pairs between fours: row `4k + j` then has words `j`
        // and `4 + j` of rows `4k..4k + 4`. Halves last.
        for four in rows.chunks_exact_mut(4) {
            let [a, b, c, d] = [four[0], four[1], four[2], four[3]];
            let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            (four[0], four[1]) = (_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
            let (ab, cd) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            (four[2], four[3]) = (_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
        }
        for j in 0..4 {
            let (a, b) = (rows[j], rows[j + 4]);
            (rows[j], rows[j + 4]) = (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b));
        }
    }
}
