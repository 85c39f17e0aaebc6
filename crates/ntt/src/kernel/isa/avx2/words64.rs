//! Four words of 64 bits, by products of their halves.

use crate::kernel::available::has;
use crate::kernel::butterfly::Exact;
use crate::kernel::isa::methods::methods;
use crate::kernel::isa::shells::shells_64;
use crate::kernel::lanes::{Integers, Lanes, Words26, high_quotient_ratio};
use crate::kernel::stage::words64;
use crate::kernel::transform::reverse::{Exchange, Reverse};
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise;
use crate::kernel::vector::pointwise::{Factors, Pointwise};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::{Kernel, Part, TiledPermutation, Transform, TransformTable, transform};
use core::arch::x86_64::*;
use papilio_field::Modulus;

pub(in crate::kernel) const KERNEL: Kernel<u64> = Kernel {
    name: "avx2",
    why: "AVX2: 4 lanes, 64-bit products",
    available: || has!("avx2"),
    bits: (2, Modulus::MAX_BITS),
    word_bits: 63,
    class: transform::class_64::<Near64>,
    transform: Transform {
        lanes: Exact64::WIDTH,
        squares: 2,
        max_radix: 8,
        tables: transform::tables_shoup::<Near64, Exact<Exact64>>,
        forward,
        inverse,
    },
    pointwise: Pointwise { add, sub, negate, multiply, scale, accumulate, shift_reduce, subtract_lazy },
    reverse: Reverse { words, rows },
    permute: PermuteFns { to_values, to_slots },
    stages: words64::PORTABLE,
};

shells_64!("avx2", Near64, Exact64);

/// Quotients are estimated unless `EXACT`: cheaper, for primes below `2^61`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Words64<const EXACT: bool>(pub(in crate::kernel) __m256i);

/// [`Words64`] with estimated quotients.
pub(in crate::kernel) type Near64 = Words64<false>;
/// [`Words64`] with exact quotients.
pub(in crate::kernel) type Exact64 = Words64<true>;

/// The high halves of the words, in place of the low ones as well; only products may look at these.
/// A shuffle and not a shift, or LLVM recognizes the whole of a high product in
/// [`Integers::madd_hi`], and has no vector instruction for it.
#[inline(always)]
unsafe fn high(x: __m256i) -> __m256i {
    // SAFETY: the caller has the features.
    unsafe { _mm256_shuffle_epi32::<0b11_11_01_01>(x) }
}

/// `set` where the highest bit of `by` is set, else `clear`.
#[inline(always)]
unsafe fn select(by: __m256i, set: __m256i, clear: __m256i) -> __m256i {
    // SAFETY: the caller has the features.
    unsafe {
        let [by, set, clear] = [_mm256_castsi256_pd(by), _mm256_castsi256_pd(set), _mm256_castsi256_pd(clear)];
        _mm256_castpd_si256(_mm256_blendv_pd(clear, set, by))
    }
}

/// The low 32 bits of `a₁b₀ + a₀b₁` for halves `a₁, a₀` and `b₁, b₀`: the sum of the halves of a
/// word. Products of 32-bit words give both at once.
#[inline(always)]
unsafe fn middle(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: the caller has the features.
    unsafe { _mm256_mullo_epi32(a, _mm256_shuffle_epi32::<0b10_11_00_01>(b)) }
}

/// `2^32` times the sum of the halves of a word, modulo `2^64`.
#[inline(always)]
unsafe fn raised(middle: __m256i) -> __m256i {
    // SAFETY: the caller has the features.
    unsafe {
        let sum = _mm256_add_epi32(_mm256_slli_epi64::<32>(middle), middle);
        _mm256_and_si256(sum, _mm256_set1_epi64x(-1 << 32))
    }
}

impl<const EXACT: bool> Lanes for Words64<EXACT> {
    type Word = u64;
    const WIDTH: usize = 4;

    methods! {
        load(from: *const u64) = _mm256_loadu_si256(from.cast());
        splat(word: u64) = _mm256_set1_epi64x(word as i64);
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives four writable words.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the caller has the features and gives four rows.
        unsafe {
            let [a, b, c, d] = [rows[0].0, rows[1].0, rows[2].0, rows[3].0];
            // Words between pairs of rows, then halves.
            let (ab, cd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpacklo_epi64(c, d));
            rows[0].0 = _mm256_permute2x128_si256::<0x20>(ab, cd);
            rows[2].0 = _mm256_permute2x128_si256::<0x31>(ab, cd);
            let (ab, cd) = (_mm256_unpackhi_epi64(a, b), _mm256_unpackhi_epi64(c, d));
            rows[1].0 = _mm256_permute2x128_si256::<0x20>(ab, cd);
            rows[3].0 = _mm256_permute2x128_si256::<0x31>(ab, cd);
        }
    }
}

impl<const EXACT: bool> Words26 for Words64<EXACT> {
    methods! {
        madd_26(self, a: Self, b: Self) = _mm256_add_epi64(self.0, _mm256_mul_epu32(a.0, b.0));
        and(self, other: Self) = _mm256_and_si256(self.0, other.0);
    }
    #[inline(always)]
    unsafe fn shift_right<const BITS: u32>(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { Self(_mm256_srl_epi64(self.0, _mm_cvtsi32_si128(BITS as i32))) }
    }
}

impl<const EXACT: bool> Integers for Words64<EXACT> {
    const BITS: u32 = 64;
    const REACH: u64 = if EXACT { 2 } else { 4 };
    const TESTS_MSB: bool = true;

    methods! {
        add(self, other: Self) = _mm256_add_epi64(self.0, other.0);
        sub(self, other: Self) = _mm256_sub_epi64(self.0, other.0);
        /// Comparisons are signed.
        min(self, other: Self) = {
            let top = _mm256_set1_epi64x(i64::MIN);
            let greater = _mm256_cmpgt_epi64(_mm256_xor_si256(self.0, top), _mm256_xor_si256(other.0, top));
            _mm256_blendv_epi8(self.0, other.0, greater)
        };
        /// Blends go by the highest bit of a word.
        sub_if_msb(self, c: Self) = select(self.0, _mm256_sub_epi64(self.0, c.0), self.0);
        /// The highest bit of the difference says whether it is below zero.
        correct(self, c: Self) = {
            let difference = _mm256_sub_epi64(self.0, c.0);
            select(difference, self.0, difference)
        };
        madd_lo(self, a: Self, b: Self) = {
            let low = _mm256_add_epi64(_mm256_mul_epu32(a.0, b.0), raised(middle(a.0, b.0)));
            _mm256_add_epi64(self.0, low)
        };
    }
    /// The middles of both products move up at once.
    #[inline(always)]
    unsafe fn madd_lo_2(self, [a, b]: [Self; 2], [c, d]: [Self; 2]) -> Self {
        // SAFETY: the caller has the features.
        unsafe {
            let middle = _mm256_add_epi32(middle(a.0, b.0), middle(c.0, d.0));
            let low = _mm256_add_epi64(_mm256_mul_epu32(a.0, b.0), _mm256_mul_epu32(c.0, d.0));
            Self(_mm256_add_epi64(self.0, _mm256_add_epi64(low, raised(middle))))
        }
    }
    #[inline(always)]
    unsafe fn mask(self) -> Self {
        self
    }
    /// With halves `a₁, a₀` and `b₁, b₀`, `t = a₁b₀ + ⌊a₀b₀/2^32⌋` and `u = a₀b₁ + (t mod 2^32)`,
    /// neither of which leaves 64 bits, the high word is `a₁b₁ + ⌊t/2^32⌋ + ⌊u/2^32⌋`.
    #[inline(always)]
    unsafe fn madd_hi(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe {
            let (a1, b1) = (high(a.0), high(b.0));
            let t = _mm256_add_epi64(_mm256_mul_epu32(a1, b.0), _mm256_srli_epi64::<32>(_mm256_mul_epu32(a.0, b.0)));
            let low = _mm256_and_si256(t, _mm256_set1_epi64x(0xFFFF_FFFF));
            let u = _mm256_add_epi64(_mm256_mul_epu32(a.0, b1), low);
            let high = _mm256_add_epi64(_mm256_mul_epu32(a1, b1), _mm256_srli_epi64::<32>(t));
            Self(_mm256_add_epi64(self.0, _mm256_add_epi64(high, _mm256_srli_epi64::<32>(u))))
        }
    }
    /// `a₁b₁ + ⌊a₁b₀/2^32⌋ + ⌊a₀b₁/2^32⌋`. What is left out, the fractions of the two quotients and
    /// `a₀b₀/2^64`, is below 3 in all, and so the integer is at most 2 too small.
    #[inline(always)]
    unsafe fn add_quotient(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe {
            if EXACT {
                return self.madd_hi(a, b);
            }
            let (a1, b1) = (high(a.0), high(b.0));
            let middle = _mm256_add_epi64(
                _mm256_srli_epi64::<32>(_mm256_mul_epu32(a1, b.0)),
                _mm256_srli_epi64::<32>(_mm256_mul_epu32(a.0, b1)),
            );
            Self(_mm256_add_epi64(self.0, _mm256_add_epi64(_mm256_mul_epu32(a1, b1), middle)))
        }
    }
    /// From the high half alone: see [`high_quotient_ratio`].
    #[inline(always)]
    unsafe fn small_quotient(self, ratio: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { Self(_mm256_srli_epi64::<58>(_mm256_mul_epu32(high(self.0), ratio.0))) }
    }
    #[inline(always)]
    fn small_quotient_ratio(q: u64) -> u64 {
        high_quotient_ratio(q)
    }
}
