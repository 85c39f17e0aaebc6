//! AVX2: four words a vector.

use super::split32::{Halves, Split32};
use super::{EPSILON, P};
use crate::kernel::available::has;
use crate::kernel::field_kernel::FieldKernel;
use crate::kernel::isa::shells::shells;
use crate::kernel::lanes::{Integers, Lanes};
use crate::kernel::{Part, Transform, TransformTable, transform};
use core::arch::x86_64::*;

pub(super) static KERNEL: FieldKernel<u64> = FieldKernel {
    name: "avx2",
    why: "AVX2: 4 lanes, 32-bit products",
    available: || has!("avx2"),
    operations: (),
    transform: Transform { lanes: 4, squares: 2, max_radix: 8, tables: transform::tables::<Split32<Four>>, forward, inverse },
};

shells! {
    "avx2";
    /// [`transform::forward`].
    fn forward(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::forward::<Split32<Four>>;
    /// [`transform::inverse`].
    fn inverse(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::inverse::<Split32<Four>>;
}

const TOP: i64 = i64::MIN;

/// Four words.
#[derive(Clone, Copy)]
pub(super) struct Four(__m256i);

impl Four {
    /// `2^32 − 1` where the first is greater, both shown.
    #[inline(always)]
    unsafe fn epsilon_if_greater(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the caller has the feature.
        unsafe { _mm256_srli_epi64::<32>(_mm256_cmpgt_epi64(a, b)) }
    }
}

/// Only what [`Split32`] needs: factors have 32 bits.
impl Lanes for Four {
    type Word = u64;
    const WIDTH: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller gives four readable words.
        Self(unsafe { _mm256_loadu_si256(from.cast()) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives four writable words.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the caller has the feature and gives four rows.
        unsafe {
            for i in [0, 2] {
                let (a, b) = (rows[i].0, rows[i + 1].0);
                (rows[i].0, rows[i + 1].0) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
            }
            for i in [0, 1] {
                let (a, b) = (rows[i].0, rows[i + 2].0);
                rows[i].0 = _mm256_permute2x128_si256::<0x20>(a, b);
                rows[i + 2].0 = _mm256_permute2x128_si256::<0x31>(a, b);
            }
        }
    }
}

impl Integers for Four {
    const BITS: u32 = 32;
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_sub_epi64(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        // SAFETY: the caller has the feature.
        unsafe {
            let greater = _mm256_cmpgt_epi64(self.show().0, other.show().0);
            Self(_mm256_blendv_epi8(self.0, other.0, greater))
        }
    }
    #[inline(always)]
    unsafe fn mask(self) -> Self {
        // SAFETY: the caller has the feature.
        unsafe { self.and(Self::splat(EPSILON)) }
    }
    #[inline(always)]
    unsafe fn sub_if_msb(self, c: Self) -> Self {
        // SAFETY: the caller has the feature; bit 31 of each word is moved over all of it.
        unsafe {
            let bit = _mm256_slli_epi64::<32>(self.0);
            self.sub(c.and(Self(_mm256_cmpgt_epi64(_mm256_setzero_si256(), bit))))
        }
    }
    #[inline(always)]
    unsafe fn madd_lo(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the feature.
        unsafe { self.add(a.product(b).mask()) }
    }
    #[inline(always)]
    unsafe fn madd_hi(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the feature.
        unsafe { self.add(a.product(b).down()) }
    }
}

impl Halves for Four {
    #[inline(always)]
    unsafe fn product(self, other: Self) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_mul_epu32(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn up(self) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_slli_epi64::<32>(self.0) })
    }
    #[inline(always)]
    unsafe fn down(self) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_srli_epi64::<32>(self.0) })
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn show(self) -> Self {
        // SAFETY: the caller has the feature.
        Self(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi64x(TOP)) })
    }
    #[inline(always)]
    unsafe fn add_mod(self, other: Self) -> Self {
        // SAFETY: the caller has the feature.
        unsafe {
            let sum = _mm256_add_epi64(self.0, other.0);
            Self(_mm256_add_epi64(sum, Self::epsilon_if_greater(self.0, sum)))
        }
    }
    #[inline(always)]
    unsafe fn sub_mod(self, other: Self) -> Self {
        // SAFETY: the caller has the feature.
        unsafe {
            let difference = _mm256_sub_epi64(self.0, other.0);
            Self(_mm256_sub_epi64(difference, Self::epsilon_if_greater(difference, self.0)))
        }
    }
    /// `x − p` is `x + 2^32 − 1` modulo `2^64`.
    #[inline(always)]
    unsafe fn canonical(self) -> Self {
        // SAFETY: the caller has the feature.
        unsafe { Self(_mm256_add_epi64(self.0, Self::epsilon_if_greater(self.0, _mm256_set1_epi64x((P - 1) as i64 ^ TOP)))) }
    }
}
