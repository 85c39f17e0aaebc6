//! Eight words of 64 bits, by products of their halves.

use super::transpose_8x8;
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
use bytemuck::TransparentWrapper;
use core::arch::x86_64::*;
use papilio_field::Modulus;

pub(in crate::kernel) const KERNEL: Kernel<u64> = Kernel {
    name: "avx512dq",
    why: "AVX-512 F and DQ: 8 lanes, 64-bit products",
    available: || has!("avx512f", "avx512dq"),
    bits: (2, Modulus::MAX_BITS),
    word_bits: 63,
    class: transform::class_64::<Near64>,
    transform: Transform {
        lanes: Exact64::WIDTH,
        squares: 2,
        max_radix: Exact64::MAX_RADIX,
        tables: transform::tables_shoup::<Near64, Exact<Exact64>>,
        forward,
        inverse,
    },
    pointwise: Pointwise { add, sub, negate, multiply, scale, accumulate, shift_reduce, subtract_lazy },
    reverse: Reverse { words, rows },
    permute: PermuteFns { to_values, to_slots },
    stages: words64::PORTABLE,
};

shells_64!("avx512f,avx512dq", Near64, Exact64);

/// Quotients are estimated unless `EXACT`: cheaper, for primes below `2^61`.
#[derive(Clone, Copy, TransparentWrapper)]
#[repr(transparent)]
pub(in crate::kernel) struct Words64<const EXACT: bool>(__m512i);

/// [`Words64`] with estimated quotients.
pub(in crate::kernel) type Near64 = Words64<false>;
/// [`Words64`] with exact quotients.
pub(in crate::kernel) type Exact64 = Words64<true>;

/// The high halves of the words, in place of the low ones as well; only products may look at these.
/// A shuffle and not a shift, or LLVM recognizes the whole of a high product in
/// [`Integers::madd_hi`], and has no vector instruction for it.
#[inline(always)]
unsafe fn high(x: __m512i) -> __m512i {
    // SAFETY: the caller has the features.
    unsafe { _mm512_shuffle_epi32::<0b11_11_01_01>(x) }
}

impl<const EXACT: bool> Lanes for Words64<EXACT> {
    type Word = u64;
    const WIDTH: usize = 8;
    const MAX_RADIX: usize = 16;

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

impl<const EXACT: bool> Words26 for Words64<EXACT> {
    methods! {
        madd_26(self, a: Self, b: Self) = _mm512_add_epi64(self.0, _mm512_mul_epu32(a.0, b.0));
        and(self, other: Self) = _mm512_and_si512(self.0, other.0);
    }
    #[inline(always)]
    unsafe fn shift_right<const BITS: u32>(self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { Self(_mm512_srli_epi64::<BITS>(self.0)) }
    }
}

impl<const EXACT: bool> Integers for Words64<EXACT> {
    const BITS: u32 = 64;
    const REACH: u64 = if EXACT { 2 } else { 4 };

    methods! {
        add(self, other: Self) = _mm512_add_epi64(self.0, other.0);
        sub(self, other: Self) = _mm512_sub_epi64(self.0, other.0);
        min(self, other: Self) = _mm512_min_epu64(self.0, other.0);
        sub_if_msb(self, c: Self) = _mm512_mask_sub_epi64(self.0, _mm512_movepi64_mask(self.0), self.0, c.0);
        madd_lo(self, a: Self, b: Self) = _mm512_add_epi64(self.0, _mm512_mullo_epi64(a.0, b.0));
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
            let t = _mm512_add_epi64(_mm512_mul_epu32(a1, b.0), _mm512_srli_epi64::<32>(_mm512_mul_epu32(a.0, b.0)));
            let low = _mm512_and_si512(t, _mm512_set1_epi64(0xFFFF_FFFF));
            let u = _mm512_add_epi64(_mm512_mul_epu32(a.0, b1), low);
            let high = _mm512_add_epi64(_mm512_mul_epu32(a1, b1), _mm512_srli_epi64::<32>(t));
            Self(_mm512_add_epi64(self.0, _mm512_add_epi64(high, _mm512_srli_epi64::<32>(u))))
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
            let middle = _mm512_add_epi64(
                _mm512_srli_epi64::<32>(_mm512_mul_epu32(a1, b.0)),
                _mm512_srli_epi64::<32>(_mm512_mul_epu32(a.0, b1)),
            );
            Self(_mm512_add_epi64(self.0, _mm512_add_epi64(_mm512_mul_epu32(a1, b1), middle)))
        }
    }
    /// From the high half alone: see [`high_quotient_ratio`].
    #[inline(always)]
    unsafe fn small_quotient(self, ratio: Self) -> Self {
        // SAFETY: the caller has the features.
        unsafe { Self(_mm512_srli_epi64::<58>(_mm512_mul_epu32(high(self.0), ratio.0))) }
    }
    #[inline(always)]
    fn small_quotient_ratio(q: u64) -> u64 {
        high_quotient_ratio(q)
    }
}
