//! AVX-512: eight words a vector, with 52-bit products where the processor has them.

use super::EPSILON;
use super::limb_pair48::{LimbPair48, Limbs};
use super::split32::{Halves, Split32};
use crate::kernel::available::has;
use crate::kernel::field_kernel::FieldKernel;
use crate::kernel::isa::shells::shells;
use crate::kernel::{Part, Transform, TransformTable, transform};
use core::arch::x86_64::*;

pub(super) static IFMA: FieldKernel<u64> = FieldKernel {
    name: "avx512ifma",
    why: "AVX-512 F, DQ, BW and IFMA: 8 lanes, 52-bit products",
    available: || has!("avx512f", "avx512dq", "avx512bw", "avx512ifma"),
    operations: (),
    transform: Transform {
        lanes: 8,
        squares: 1,
        max_radix: 8,
        tables: transform::tables::<LimbPair48<__m512i>>,
        forward: forward_ifma,
        inverse: inverse_ifma,
    },
};

pub(super) static PLAIN: FieldKernel<u64> = FieldKernel {
    name: "avx512",
    why: "AVX-512 F and DQ: 8 lanes, 32-bit products",
    available: || has!("avx512f", "avx512dq"),
    operations: (),
    transform: Transform {
        lanes: 8,
        squares: 2,
        max_radix: 8,
        tables: transform::tables::<Split32<__m512i>>,
        forward,
        inverse,
    },
};

shells! {
    "avx512f,avx512dq,avx512bw,avx512ifma";
    /// [`transform::forward`].
    fn forward_ifma(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::forward::<LimbPair48<__m512i>>;
    /// [`transform::inverse`].
    fn inverse_ifma(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::inverse::<LimbPair48<__m512i>>;
}

shells! {
    "avx512f,avx512dq";
    /// [`transform::forward`].
    fn forward(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::forward::<Split32<__m512i>>;
    /// [`transform::inverse`].
    fn inverse(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::inverse::<Split32<__m512i>>;
}

impl Limbs for __m512i {
    #[inline(always)]
    unsafe fn up<const BITS: u32>(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_slli_epi64::<BITS>(self) }
    }
    #[inline(always)]
    unsafe fn down<const BITS: u32>(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_srli_epi64::<BITS>(self) }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_and_si512(self, other) }
    }
    /// Bytes 0 to 2 go to places 3 to 5.
    #[inline(always)]
    unsafe fn low_24_up(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe {
            let places = _mm_set_epi64x(0x8080_0A09_0880_8080_u64 as i64, 0x8080_0201_0080_8080_u64 as i64);
            _mm512_shuffle_epi8(self, _mm512_broadcast_i32x4(places))
        }
    }
    #[inline(always)]
    unsafe fn sub_mod(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe {
            let difference = _mm512_sub_epi64(self, other);
            let below = _mm512_cmplt_epu64_mask(self, other);
            _mm512_mask_sub_epi64(difference, below, difference, _mm512_set1_epi64(EPSILON as i64))
        }
    }
}

impl Halves for __m512i {
    #[inline(always)]
    unsafe fn product(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_mul_epu32(self, other) }
    }
    #[inline(always)]
    unsafe fn signed_product(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_mul_epi32(self, other) }
    }
    #[inline(always)]
    unsafe fn high(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_shuffle_epi32::<0b11_11_01_01>(self) }
    }
    #[inline(always)]
    unsafe fn down(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_srli_epi64::<32>(self) }
    }
    #[inline(always)]
    unsafe fn turn(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_xor_si512(self, _mm512_set1_epi64(i64::MIN)) }
    }
    #[inline(always)]
    unsafe fn epsilon_if_less(self, other: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { _mm512_maskz_mov_epi64(_mm512_cmplt_epi64_mask(self, other), _mm512_set1_epi64(EPSILON as i64)) }
    }
}
