//! Sixteen words of 32 bits.

use crate::kernel::available::has;
use crate::kernel::butterfly::class::Class;
use crate::kernel::isa::methods::methods;
use crate::kernel::isa::shells::shells_32;
use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use crate::kernel::transform::reverse::{Exchange, Reverse};
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise;
use crate::kernel::vector::pointwise::{Factors, Pointwise, by_width};
use crate::kernel::{Kernel, Part, TiledPermutation, Transform, TransformTable, transform};
use core::arch::x86_64::*;
use papilio_field::Modulus;

pub(in crate::kernel) const KERNEL: Kernel<u32> = Kernel {
    name: "avx512",
    why: "AVX-512 F and DQ: 16 lanes, 32-bit products",
    available: || has!("avx512f", "avx512dq"),
    bits: (2, 32),
    word_bits: 32,
    class: |q| Class::of(q, Words32::BITS, Words32::REACH),
    transform: Transform {
        lanes: Words32::WIDTH,
        squares: 1,
        max_radix: Words32::MAX_RADIX,
        tables: transform::tables_32::<Words32>,
        forward,
        inverse,
    },
    pointwise: Pointwise { add, sub, negate, multiply, scale, accumulate, shift_reduce, subtract_lazy },
    reverse: Reverse { words, rows },
    permute: PermuteFns { to_values, to_slots },
    stages: (),
};

shells_32!("avx512f,avx512dq", Words32);

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Words32(__m512i);

/// The odd words, each in place of the even one before it as well. A shuffle and not a shift,
/// because the compiler knows that it leaves a broadcast factor as it is.
#[inline(always)]
unsafe fn odd(x: __m512i) -> __m512i {
    // SAFETY: the caller has the features.
    unsafe { _mm512_shuffle_epi32::<0b11_11_01_01>(x) }
}

impl Lanes for Words32 {
    type Word = u32;
    const WIDTH: usize = 16;
    const MAX_RADIX: usize = 16;

    methods! {
        load(from: *const u32) = _mm512_loadu_epi32(from.cast());
        splat(word: u32) = _mm512_set1_epi32(word as i32);
        permute(self, at: *const u8) = _mm512_permutexvar_epi32(_mm512_cvtepu8_epi32(_mm_loadu_si128(at.cast())), self.0);
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the caller gives sixteen writable words.
        unsafe { _mm512_storeu_epi32(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the caller has the features and gives sixteen rows.
        unsafe {
            // Words between pairs of rows, then pairs between fours: row `4k + j` then has words
            // `4l + j` of rows `4k..4k + 4`.
            for four in rows.chunks_exact_mut(4) {
                let [a, b, c, d] = [four[0].0, four[1].0, four[2].0, four[3].0];
                let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
                (four[0].0, four[1].0) = (_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
                let (ab, cd) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
                (four[2].0, four[3].0) = (_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
            }
            // Quarters: a square of four of them for every `j`.
            for j in 0..4 {
                let [a, b, c, d] = [rows[j].0, rows[j + 4].0, rows[j + 8].0, rows[j + 12].0];
                let (ab, cd) = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0x44>(c, d));
                (rows[j].0, rows[j + 4].0) = (_mm512_shuffle_i32x4::<0x88>(ab, cd), _mm512_shuffle_i32x4::<0xDD>(ab, cd));
                let (ab, cd) = (_mm512_shuffle_i32x4::<0xEE>(a, b), _mm512_shuffle_i32x4::<0xEE>(c, d));
                (rows[j + 8].0, rows[j + 12].0) = (_mm512_shuffle_i32x4::<0x88>(ab, cd), _mm512_shuffle_i32x4::<0xDD>(ab, cd));
            }
        }
    }
}

impl Integers for Words32 {
    const BITS: u32 = 32;

    methods! {
        add(self, other: Self) = _mm512_add_epi32(self.0, other.0);
        sub(self, other: Self) = _mm512_sub_epi32(self.0, other.0);
        min(self, other: Self) = _mm512_min_epu32(self.0, other.0);
        sub_if_msb(self, c: Self) = _mm512_mask_sub_epi32(self.0, _mm512_movepi32_mask(self.0), self.0, c.0);
        madd_lo(self, a: Self, b: Self) = _mm512_add_epi32(self.0, _mm512_mullo_epi32(a.0, b.0));
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
            let evens = _mm512_mul_epu32(a.0, b.0);
            let odds = _mm512_mul_epu32(odd(a.0), odd(b.0));
            Self(_mm512_add_epi32(self.0, _mm512_mask_shuffle_epi32::<0b11_11_01_01>(odds, 0x5555, evens)))
        }
    }
}

impl Lanes32 for Words32 {
    methods! {
        sub_else_add(self, other: Self, c: Self) = {
            let (difference, below) = (_mm512_sub_epi32(self.0, other.0), _mm512_cmplt_epu32_mask(self.0, other.0));
            _mm512_mask_add_epi32(difference, below, difference, c.0)
        };
    }
}
