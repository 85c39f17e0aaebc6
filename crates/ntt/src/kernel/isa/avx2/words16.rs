//! Sixteen words of 16 bits.

use crate::kernel::available::has;
use crate::kernel::isa::methods::methods;
use crate::kernel::isa::shells::shells_16;
use crate::kernel::lanes::{Integers, Lanes};
use crate::kernel::transform::reverse::{Exchange, Reverse};
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise;
use crate::kernel::vector::pointwise::{Factors, Pointwise};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::{Kernel, Part, TiledPermutation, Transform, TransformTable, transform};
use core::arch::x86_64::*;
use papilio_field::Modulus;

pub(in crate::kernel) const KERNEL: Kernel<u16> = Kernel {
    name: "avx2",
    why: "AVX2: 16 lanes, 16-bit products",
    available: || has!("avx2"),
    bits: (2, 15),
    word_bits: 16,
    class: transform::class_16,
    transform: Transform {
        lanes: Words16::WIDTH,
        squares: 1,
        max_radix: 8,
        tables: transform::tables_16::<Words16>,
        forward,
        inverse,
    },
    pointwise: Pointwise { add, sub, negate, multiply, scale, accumulate, shift_reduce, subtract_lazy },
    reverse: Reverse { words, rows },
    permute: PermuteFns { to_values, to_slots },
    stages: (),
};

shells_16!("avx2", Words16);

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Words16(__m256i);

impl Lanes for Words16 {
    type Word = u16;
    const WIDTH: usize = 16;

    methods! {
        load(from: *const u16) = _mm256_loadu_si256(from.cast());
        splat(word: u16) = _mm256_set1_epi16(word as i16);
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u16) {
        // SAFETY: the caller gives sixteen writable words.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the caller has the features and gives sixteen rows.
        unsafe {
            for eight in rows.chunks_exact_mut(8) {
                transpose_halves(eight);
            }
            for j in 0..8 {
                let (a, b) = (rows[j].0, rows[j + 8].0);
                rows[j].0 = _mm256_permute2x128_si256::<0x20>(a, b);
                rows[j + 8].0 = _mm256_permute2x128_si256::<0x31>(a, b);
            }
        }
    }
}

/// Transposes the squares of 128 bits in either half of eight rows: words between pairs of rows,
/// pairs between fours, then fours.
#[inline(always)]
unsafe fn transpose_halves(rows: &mut [Words16]) {
    // SAFETY: as for the caller.
    unsafe {
        let (mut low, mut high) = ([rows[0].0; 4], [rows[0].0; 4]);
        for i in 0..4 {
            let (a, b) = (rows[2 * i].0, rows[2 * i + 1].0);
            (low[i], high[i]) = (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
        }
        for (first, [a, b, c, d]) in [(0, low), (4, high)] {
            let (upper, lower) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            rows[first].0 = _mm256_unpacklo_epi64(upper, lower);
            rows[first + 1].0 = _mm256_unpackhi_epi64(upper, lower);
            let (upper, lower) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            rows[first + 2].0 = _mm256_unpacklo_epi64(upper, lower);
            rows[first + 3].0 = _mm256_unpackhi_epi64(upper, lower);
        }
    }
}

impl Integers for Words16 {
    const BITS: u32 = 16;

    methods! {
        add(self, other: Self) = _mm256_add_epi16(self.0, other.0);
        sub(self, other: Self) = _mm256_sub_epi16(self.0, other.0);
        min(self, other: Self) = _mm256_min_epu16(self.0, other.0);
        sub_if_msb(self, c: Self) = _mm256_sub_epi16(self.0, _mm256_and_si256(_mm256_srai_epi16::<15>(self.0), c.0));
        madd_lo(self, a: Self, b: Self) = _mm256_add_epi16(self.0, _mm256_mullo_epi16(a.0, b.0));
        madd_hi(self, a: Self, b: Self) = _mm256_add_epi16(self.0, _mm256_mulhi_epu16(a.0, b.0));
    }
    #[inline(always)]
    unsafe fn mask(self) -> Self {
        self
    }
}
