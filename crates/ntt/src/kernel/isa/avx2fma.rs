//! AVX2 with fused multiply-add: four doubles a vector, for primes below `2^49`. Sums and
//! differences of residues are those of words.

use crate::kernel::available::has;
use crate::kernel::butterfly::Double;
use crate::kernel::butterfly::class::Class;
use crate::kernel::isa::avx2::words64::Exact64;
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
use core::arch::x86_64::*;
use papilio_field::Modulus;

const NAME: &str = "avx2fma";

pub(in crate::kernel) const KERNEL: Kernel<u64> = Kernel {
    name: NAME,
    why: "AVX2 and FMA: 4 lanes, products in doubles",
    available: || has!("avx2", "fma"),
    bits: (2, double::MAX_BITS),
    word_bits: double::WORD_BITS,
    class: |_| Class::Double,
    transform: Transform {
        lanes: Doubles256::WIDTH,
        squares: 2,
        max_radix: 8,
        tables: transform::tables::<Double<Doubles256>>,
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
        scratch: stage::tile::scratch::<{ Doubles256::WIDTH }>,
        apply,
        word_bits: double::WORD_BITS,
        max_bits: double::MAX_BITS,
    },
};

shells_double!("avx2,fma", Exact64, Doubles256);

/// Four doubles.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Doubles256(__m256d);

impl Lanes for Doubles256 {
    type Word = u64;
    const WIDTH: usize = 4;

    methods! {
        load(from: *const u64) = _mm256_loadu_pd(from.cast());
        splat(word: u64) = _mm256_set1_pd(f64::from_bits(word));
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives four writable words.
        unsafe { _mm256_storeu_pd(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the caller has the features and gives four rows.
        unsafe {
            let [a, b, c, d] = [rows[0].0, rows[1].0, rows[2].0, rows[3].0];
            // Words between pairs of rows, then halves.
            let (ab, cd) = (_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d));
            rows[0].0 = _mm256_permute2f128_pd::<0x20>(ab, cd);
            rows[2].0 = _mm256_permute2f128_pd::<0x31>(ab, cd);
            let (ab, cd) = (_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
            rows[1].0 = _mm256_permute2f128_pd::<0x20>(ab, cd);
            rows[3].0 = _mm256_permute2f128_pd::<0x31>(ab, cd);
        }
    }
}

/// `2^52`: the bits of its sum with a lesser integer are those of the integer, but for its own.
#[inline(always)]
unsafe fn unit() -> __m256d {
    // SAFETY: the caller has the features.
    unsafe { _mm256_set1_pd(4_503_599_627_370_496.0) }
}

impl Doubles for Doubles256 {
    methods! {
        load_integers32(from: *const i32) = _mm256_cvtepi32_pd(_mm_loadu_si128(from.cast()));
        add(self, other: Self) = _mm256_add_pd(self.0, other.0);
        sub(self, other: Self) = _mm256_sub_pd(self.0, other.0);
        mul(self, other: Self) = _mm256_mul_pd(self.0, other.0);
        mul_add(self, a: Self, b: Self) = _mm256_fmadd_pd(self.0, a.0, b.0);
        mul_sub(self, a: Self, b: Self) = _mm256_fmsub_pd(self.0, a.0, b.0);
        neg_mul_add(self, a: Self, b: Self) = _mm256_fnmadd_pd(self.0, a.0, b.0);
        add_if_negative(self, c: Self) = {
            let negative = _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, _mm256_setzero_pd());
            _mm256_add_pd(self.0, _mm256_and_pd(negative, c.0))
        };
        floor(self) = _mm256_floor_pd(self.0);
        of_words(self) = _mm256_sub_pd(_mm256_or_pd(self.0, unit()), unit());
        to_words(self) = _mm256_xor_pd(_mm256_add_pd(self.0, unit()), unit());
        add_words(self, other: Self) = {
            _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(self.0), _mm256_castpd_si256(other.0)))
        };
        and_words(self, other: Self) = _mm256_and_pd(self.0, other.0);
        shl_words(self, bits: u32) = {
            _mm256_castsi256_pd(_mm256_sll_epi64(_mm256_castpd_si256(self.0), _mm_cvtsi32_si128(bits as i32)))
        };
        shr_words(self, bits: u32) = {
            _mm256_castsi256_pd(_mm256_srl_epi64(_mm256_castpd_si256(self.0), _mm_cvtsi32_si128(bits as i32)))
        };
    }
}
