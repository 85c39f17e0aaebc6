//! AVX2 with fused multiply-add of doubles: eight lanes are two vectors.

use super::doubles::{Doubles, double_products};
use super::lanes::{Eight, Lanes, WIDTH};
use super::prime::Prime;
use super::steps::{Job, Worker};
use super::{Shells, steps};
use crate::kernel::isa::avx2::words64::Words64;
use crate::kernel::isa::shells::shells;
use crate::kernel::lanes::Lanes as _;
use core::arch::x86_64::*;
use core::ops::Range;

/// The kernel.
pub(super) fn shells<P: Prime>() -> Shells {
    Shells { name: "avx2fma", constant_words: Pair::constant_words::<P>, columns: columns::<P>, rows: rows::<P> }
}

shells! {
    "avx2,fma";
    /// [`steps::columns`].
    fn columns<P: Prime>(job: &Job<'_>, worker: Worker, part: usize, groups: Range<usize>) = steps::columns::<Pair, P>;
    /// [`steps::rows`].
    fn rows<P: Prime>(job: &Job<'_>, groups: Range<usize>) = steps::rows::<Pair, P>;
}

/// Four words.
#[derive(Clone, Copy)]
pub(super) struct Four(__m256i);

/// Eight words.
#[derive(Clone, Copy)]
pub(super) struct Pair(Four, Four);

/// The vector of a shift by some bits, which is an immediate in the instruction.
#[inline(always)]
unsafe fn count(bits: u32) -> __m128i {
    // SAFETY: the caller has the features.
    unsafe { _mm_cvtsi32_si128(bits as i32) }
}

/// Four rows of four words.
#[inline(always)]
unsafe fn transpose_4x4(rows: [Four; 4]) -> [Four; 4] {
    let mut rows = rows.map(|row| Words64::<true>(row.0));
    // SAFETY: the caller has the features; there are four rows.
    unsafe { Words64::transpose(&mut rows) };
    rows.map(|row| Four(row.0))
}

/// Operations on words that are one expression over vectors, for [`Four`], and for both of a
/// [`Pair`].
macro_rules! operations {
    ($of:ident; $($name:ident $(<const $bits:ident: u32>)? ($x:ident $(, $other:ident)*) = $e:expr;)*) => {
        impl $of for Four {
            shared!(Four, $of);
            $(
                #[inline(always)]
                unsafe fn $name $(<const $bits: u32>)? (self $(, $other: Self)*) -> Self {
                    let ($x, $($other,)*) = (self.0, $($other.0,)*);
                    // SAFETY: the caller has the features.
                    Self(unsafe { $e })
                }
            )*
        }

        impl $of for Pair {
            shared!(Pair, $of);
            $(
                #[inline(always)]
                unsafe fn $name $(<const $bits: u32>)? (self $(, $other: Self)*) -> Self {
                    // SAFETY: the caller has the features.
                    unsafe { Self(self.0.$name $(::<$bits>)? ($($other.0),*), self.1.$name $(::<$bits>)? ($($other.1),*)) }
                }
            )*
        }
    };
}

/// The methods of which an implementation of a trait has its own text.
macro_rules! shared {
    ($lanes:ident, Doubles) => {};
    ($lanes:ident, Lanes) => {
        double_products!();
        memory!($lanes);
    };
}

/// Words from and to memory.
macro_rules! memory {
    (Four) => {
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
            // SAFETY: the caller has the features.
            Self(unsafe { _mm256_set1_epi64x(word as i64) })
        }
    };
    (Pair) => {
        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            // SAFETY: the caller gives eight readable words.
            unsafe { Self(Four::load(from), Four::load(from.add(4))) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            // SAFETY: the caller gives eight writable words.
            unsafe {
                self.0.store(to);
                self.1.store(to.add(4));
            }
        }
        #[inline(always)]
        unsafe fn splat(word: u64) -> Self {
            // SAFETY: the caller has the features.
            let vector = unsafe { Four::splat(word) };
            Self(vector, vector)
        }
    };
}

operations! {
    Lanes;
    add(x, other) = _mm256_add_epi64(x, other);
    sub(x, other) = _mm256_sub_epi64(x, other);
    and(x, other) = _mm256_and_si256(x, other);
    or(x, other) = _mm256_or_si256(x, other);
    shl<const BITS: u32>(x) = _mm256_sll_epi64(x, count(BITS));
    shr<const BITS: u32>(x) = _mm256_srl_epi64(x, count(BITS));
    sar<const BITS: u32>(x) = {
        let shifted = _mm256_srl_epi64(_mm256_add_epi64(x, _mm256_set1_epi64x(i64::MIN)), count(BITS));
        _mm256_sub_epi64(shifted, _mm256_set1_epi64x(1 << (63 - BITS)))
    };
    if_negative(x, a, b) = _mm256_castpd_si256(_mm256_blendv_pd(
        _mm256_castsi256_pd(b),
        _mm256_castsi256_pd(a),
        _mm256_castsi256_pd(x),
    ));
}

operations! {
    Doubles;
    fused(x, a, b) = _mm256_castpd_si256(_mm256_fmadd_pd(
        _mm256_castsi256_pd(x),
        _mm256_castsi256_pd(a),
        _mm256_castsi256_pd(b),
    ));
    minus(x, other) = _mm256_castpd_si256(_mm256_sub_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(other)));
    plus(x, other) = _mm256_castpd_si256(_mm256_add_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(other)));
}

impl Eight for Pair {
    type Part = Four;
    const PARTS: usize = 2;

    /// A vector is an element.
    #[inline(always)]
    unsafe fn words_of([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: the caller has the features.
        unsafe {
            let (first, second) = (transpose_4x4([a.0, a.1, b.0, b.1]), transpose_4x4([c.0, c.1, d.0, d.1]));
            core::array::from_fn(|w| Self(first[w], second[w]))
        }
    }
    #[inline(always)]
    unsafe fn elements_of(words: [Self; 4]) -> [Self; 4] {
        // SAFETY: the caller has the features.
        let (first, second) = unsafe { (transpose_4x4(words.map(|word| word.0)), transpose_4x4(words.map(|word| word.1))) };
        [Self(first[0], first[1]), Self(first[2], first[3]), Self(second[0], second[1]), Self(second[2], second[3])]
    }
    #[inline(always)]
    unsafe fn transpose([a, b, c, d, e, f, g, h]: [Self; WIDTH]) -> [Self; WIDTH] {
        // SAFETY: the caller has the features.
        unsafe {
            let (p, q) = (transpose_4x4([a.0, b.0, c.0, d.0]), transpose_4x4([e.0, f.0, g.0, h.0]));
            let (r, s) = (transpose_4x4([a.1, b.1, c.1, d.1]), transpose_4x4([e.1, f.1, g.1, h.1]));
            core::array::from_fn(|j| if j < 4 { Self(p[j], q[j]) } else { Self(r[j - 4], s[j - 4]) })
        }
    }
    #[inline(always)]
    unsafe fn prefetch(from: *const u64) {
        // SAFETY: a prefetch reads nothing and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) }
    }
    #[inline(always)]
    unsafe fn prefetch_to_write(to: *const u64) {
        // SAFETY: a prefetch writes nothing and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(to.cast()) }
    }
}
