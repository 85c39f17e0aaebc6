//! Eight doubles a vector, for primes below `2^49`. Sums and differences of residues are those of
//! words.

use super::transpose_8x8;
use super::words64::Exact64;
use crate::kernel::available::has;
use crate::kernel::butterfly::Double;
use crate::kernel::butterfly::class::Class;
use crate::kernel::isa::methods::methods;
use crate::kernel::isa::shells::shells_double;
use crate::kernel::lanes::{Doubles, Lanes};
use crate::kernel::stage::StageKernel;
use crate::kernel::transform::reverse::{Exchange, Reverse};
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::automorphism::{self, Automorphisms, Patterns};
use crate::kernel::vector::linear_combination::{Divisor, LinearCombination, Terms};
use crate::kernel::vector::pointwise::{Factors, Pointwise};
use crate::kernel::vector::reconstruction::{self, DigitOperands, Reconstruction};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::vector::{double, double_sums, pointwise};
use crate::kernel::{Kernel, Operands, Part, StageTable, TiledPermutation, Transform, TransformTable, stage, transform};
use bytemuck::TransparentWrapper;
use core::arch::x86_64::*;
use papilio_field::Modulus;

const NAME: &str = "avx512";

pub(in crate::kernel) const KERNEL: Kernel<u64> = Kernel {
    name: NAME,
    why: "AVX-512 F and DQ: 8 lanes, products in doubles",
    available: || has!("avx512f", "avx512dq"),
    bits: (2, double::MAX_BITS),
    word_bits: double::WORD_BITS,
    class: |_| Class::Double,
    transform: Transform {
        lanes: Doubles512::WIDTH,
        // Upwards, sixteen values would add up to more than the class allows.
        squares: 1,
        max_radix: 8,
        tables: transform::tables::<Double<Doubles512>>,
        forward,
        inverse,
    },
    pointwise: Pointwise { add, sub, negate, multiply, scale, accumulate, shift_reduce, subtract_lazy },
    reverse: Reverse { words, rows },
    permute: PermuteFns { to_values, to_slots },
    stages: StageKernel {
        name: NAME,
        linear_combination: LinearCombination {
            bits: double_sums::FRACTION_BITS,
            rounds_each: false,
            max_bits: double::MAX_BITS,
            word_bits: double::WORD_BITS,
            product_bits: double::MAX_BITS + double::WORD_BITS,
            divide_bits: double::WORD_BITS,
            sum: linear_combination,
            whole_parts,
            divide,
        },
        automorphisms: Automorphisms { values: automorphism_values, ..automorphism::PORTABLE },
        reconstruct,
        constant: stage::double::constant,
        bound: stage::double::bound,
        scratch: stage::tile::scratch::<{ Doubles512::WIDTH }>,
        apply,
        word_bits: double::WORD_BITS,
        max_bits: double::MAX_BITS,
    },
};

shells_double!("avx512f,avx512dq", Exact64, Doubles512);

/// Eight doubles, as the words that they are loaded from.
#[derive(Clone, Copy, TransparentWrapper)]
#[repr(transparent)]
pub(in crate::kernel) struct Doubles512(__m512i);

#[inline(always)]
unsafe fn pd(x: Doubles512) -> __m512d {
    // SAFETY: the caller has the features.
    unsafe { _mm512_castsi512_pd(x.0) }
}

impl Lanes for Doubles512 {
    type Word = u64;
    const WIDTH: usize = 8;

    methods! {
        load(from: *const u64) = _mm512_loadu_epi64(from.cast());
        splat(word: u64) = _mm512_set1_epi64(word as i64);
        permute(self, at: *const u8) = _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(_mm_loadl_epi64(at.cast())), self.0);
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives eight writable words.
        unsafe { _mm512_storeu_epi64(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the caller has the features and gives eight rows.
        unsafe { transpose_8x8(Self::peel_slice_mut(rows)) }
    }
}

impl Doubles for Doubles512 {
    methods! {
        load_integers32(from: *const i32) = _mm512_castpd_si512(_mm512_cvtepi32_pd(_mm256_loadu_si256(from.cast())));
        add(self, other: Self) = _mm512_castpd_si512(_mm512_add_pd(pd(self), pd(other)));
        sub(self, other: Self) = _mm512_castpd_si512(_mm512_sub_pd(pd(self), pd(other)));
        mul(self, other: Self) = _mm512_castpd_si512(_mm512_mul_pd(pd(self), pd(other)));
        mul_add(self, a: Self, b: Self) = _mm512_castpd_si512(_mm512_fmadd_pd(pd(self), pd(a), pd(b)));
        mul_sub(self, a: Self, b: Self) = _mm512_castpd_si512(_mm512_fmsub_pd(pd(self), pd(a), pd(b)));
        neg_mul_add(self, a: Self, b: Self) = _mm512_castpd_si512(_mm512_fnmadd_pd(pd(self), pd(a), pd(b)));
        add_if_negative(self, c: Self) = {
            let negative = _mm512_cmp_pd_mask::<_CMP_LT_OQ>(pd(self), _mm512_setzero_pd());
            _mm512_castpd_si512(_mm512_mask_add_pd(pd(self), negative, pd(self), pd(c)))
        };
        floor(self) = _mm512_castpd_si512(_mm512_roundscale_pd::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(pd(self)));
        of_words(self) = _mm512_castpd_si512(_mm512_cvtepu64_pd(self.0));
        to_words(self) = _mm512_cvtpd_epu64(pd(self));
        add_words(self, other: Self) = _mm512_add_epi64(self.0, other.0);
        and_words(self, other: Self) = _mm512_and_si512(self.0, other.0);
        shl_words(self, bits: u32) = _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(bits as i32));
        shr_words(self, bits: u32) = _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(bits as i32));
    }
}
