//! Eight words of 32 bits.

use crate::kernel::available::has;
use crate::kernel::butterfly::class::Class;
use crate::kernel::isa::avx2::transpose_8x8;
use crate::kernel::isa::methods::methods;
use crate::kernel::isa::shells::shells_32;
use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use crate::kernel::transform::reverse::{Exchange, Reverse};
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise;
use crate::kernel::vector::pointwise::{Factors, Pointwise, by_width};
use crate::kernel::{Kernel, Part, TiledPermutation, Transform, TransformTable, transform};
use bytemuck::TransparentWrapper;
use core::arch::x86_64::*;
use papilio_field::Modulus;

pub(in crate::kernel) const KERNEL: Kernel<u32> = Kernel {
    name: "avx2",
    why: "AVX2: 8 lanes, 32-bit products",
    available: || has!("avx2"),
    bits: (2, 32),
    word_bits: 32,
    class: |q| Class::of(q, Words32::BITS, Words32::REACH),
    transform: Transform {
        lanes: Words32::WIDTH,
        squares: 2,
        max_radix: 8,
        tables: transform::tables_32::<Words32>,
        forward,
        inverse,
    },
    pointwise: Pointwise { add, sub, negate, multiply, scale, accumulate, shift_reduce, subtract_lazy },
    reverse: Reverse { words, rows },
    permute: PermuteFns { to_values, to_slots },
    stages: (),
};

shells_32!("avx2", Words32);

#[derive(Clone, Copy, TransparentWrapper)]
#[repr(transparent)]
pub(in crate::kernel) struct Words32(__m256i);

/// The odd words, each in place of the even one before it as well. A shuffle and not a shift,
/// because the compiler knows that it leaves a broadcast factor as it is.
#[inline(always)]
unsafe fn odd(x: __m256i) -> __m256i {
    // SAFETY: the caller has the features.
    unsafe { _mm256_shuffle_epi32::<0b11_11_01_01>(x) }
}

impl Lanes for Words32 {
    type Word = u32;
    const WIDTH: usize = 8;

    methods! {
        load(from: *const u32) = _mm256_loadu_si256(from.cast());
        splat(word: u32) = _mm256_set1_epi32(word as i32);
        permute(self, at: *const u8) = _mm256_permutevar8x32_epi32(self.0, _mm256_cvtepu8_epi32(_mm_loadl_epi64(at.cast())));
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

impl Integers for Words32 {
    const BITS: u32 = 32;

    methods! {
        add(self, other: Self) = _mm256_add_epi32(self.0, other.0);
        sub(self, other: Self) = _mm256_sub_epi32(self.0, other.0);
        min(self, other: Self) = _mm256_min_epu32(self.0, other.0);
        sub_if_msb(self, c: Self) = _mm256_sub_epi32(self.0, _mm256_and_si256(_mm256_srai_epi32::<31>(self.0), c.0));
        madd_lo(self, a: Self, b: Self) = _mm256_add_epi32(self.0, _mm256_mullo_epi32(a.0, b.0));
    }
    #[inline(always)]
    unsafe fn mask(self) -> Self {
        self
    }
    /// Products of the even words and of the odd ones; the high halves of the first move over the
    /// low ones of the second.
    #[inline(always)]
    unsafe fn madd_hi(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe {
            let evens = _mm256_mul_epu32(a.0, b.0);
            let odds = _mm256_mul_epu32(odd(a.0), odd(b.0));
            Self(_mm256_add_epi32(self.0, _mm256_blend_epi32::<0b1010_1010>(odd(evens), odds)))
        }
    }
}

impl Lanes32 for Words32 {
    methods! {
        sub_else_add(self, other: Self, c: Self) = {
            let not_below = _mm256_cmpeq_epi32(_mm256_min_epu32(self.0, other.0), other.0);
            _mm256_add_epi32(_mm256_sub_epi32(self.0, other.0), _mm256_andnot_si256(not_below, c.0))
        };
    }
}
