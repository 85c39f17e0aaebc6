//! The vocabulary of the kernels over large primes: eight words side by side, with a multiply-add
//! of 52-bit factors.

use super::prime::{LIMBS, Prime};
use crate::kernel::lanes::MASK52;

/// Lanes of a vector.
pub(super) const WIDTH: usize = 8;

/// Unsigned 64-bit words, eight or a part of them.
///
/// Sums wrap modulo `2^64`. A product of 52-bit factors is cut into a low part and `2^52` times a
/// high part, which [`Self::madd`] adds to two sums. Methods with a body are those of lanes that
/// multiply integers: there factors are words that count modulo `2^52`, and both parts are from 0
/// to `2^52 − 1`. Lanes of doubles replace them.
///
/// # Safety
/// Every method needs the instruction set of the implementor; `load` and `store` need as many words
/// behind the pointer, of any alignment. Methods are inlined into a shell that enables the
/// instruction set.
pub(super) trait Lanes: Copy {
    unsafe fn load(from: *const u64) -> Self;
    unsafe fn store(self, to: *mut u64);
    unsafe fn splat(word: u64) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// Shift left, zeros come in.
    unsafe fn shl<const BITS: u32>(self) -> Self;
    /// Shift right, zeros come in.
    unsafe fn shr<const BITS: u32>(self) -> Self;
    /// Arithmetic shift right.
    unsafe fn sar<const BITS: u32>(self) -> Self;
    /// The word that the low part of a product adds to its sum, besides the part: sums start from
    /// less.
    const LOW_EXCESS: u64 = 0;
    /// The same for the high part.
    const HIGH_EXCESS: u64 = 0;
    /// The multiple of `q` that is added to products by constants, so that none is negative.
    const PRODUCT_SHIFT: u64 = 0;
    /// The same for products of two variables.
    const MONTGOMERY_SHIFT: u64 = 0;
    /// The low and the high parts of the products of `a` and `b`, added to sums. One factor is from
    /// 0 to `2^52 − 1`, the other that or [balanced](Self::balanced).
    unsafe fn madd(sums: [Self; 2], a: Self, b: Self) -> [Self; 2];
    /// The 52 lowest bits as a factor from 0.
    #[inline(always)]
    unsafe fn factor(self) -> Self {
        self
    }
    /// Limbs, of which all but the last count modulo `2^52`, as second factors.
    #[inline(always)]
    unsafe fn balanced(limbs: [Self; LIMBS]) -> [Self; LIMBS] {
        limbs
    }
    /// The word whose splat is the factor `x`, `x < 2^52`.
    fn factor_word(x: u64) -> u64 {
        x
    }
    /// A residue as words whose splats are second factors: limbs in, canonical.
    fn constant_words<P: Prime>(limbs: [u64; LIMBS]) -> [u64; LIMBS] {
        limbs
    }
    /// `m = −self/q mod 2^52`, as a word and as a factor. Where the product of `m` and the lowest
    /// limb of `q` is not just `m`, `self` is short of [`Self::LOW_EXCESS`].
    #[inline(always)]
    unsafe fn reduction_factor<P: Prime>(self) -> (Self, Self) {
        // SAFETY: as for the caller.
        unsafe {
            let zero = Self::splat(0);
            let m = if P::NEGATIVE_INVERSE == MASK52 {
                zero.sub(self).and(Self::splat(MASK52))
            } else {
                Self::madd([zero; 2], self, Self::splat(P::NEGATIVE_INVERSE))[0]
            };
            (m, m)
        }
    }
    /// The quotient by `q` of a residue with this last limb, as a word and as a factor: at most 1
    /// too small, and that only when the remainder is tiny.
    #[inline(always)]
    unsafe fn quotient<P: Prime>(self) -> (Self, Self) {
        // SAFETY: as for the caller.
        unsafe {
            let [_, product] = Self::madd([Self::splat(0); 2], self, Self::splat(P::RATIO));
            // A shift by an associated constant cannot be written.
            let quotient = match P::RATIO_SHIFT {
                45 => product.shr::<45>(),
                44 => product.shr::<44>(),
                42 => product.shr::<42>(),
                _ => unreachable!(),
            };
            (quotient, quotient)
        }
    }
    /// `a` in the lanes where `self` is negative, `b` elsewhere.
    unsafe fn if_negative(self, a: Self, b: Self) -> Self;
    /// Lanes that watch intervals, which are those of tests, panic here unless every word is below
    /// `2^52`.
    #[inline(always)]
    unsafe fn watch(self) {}
}

/// Eight words: the lanes of a vector as it lies in memory.
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Eight: Lanes {
    /// The vectors of the machine that eight words are, one after another. Where the registers do
    /// not hold two products at a time, a product of eight is done part by part.
    type Part: Lanes;
    /// Parts.
    const PARTS: usize;
    /// Eight elements of four words, two in a vector: from elements to words. Lane `i` of vector
    /// `w` is word `w` of element `i`.
    unsafe fn words_of(elements: [Self; 4]) -> [Self; 4];
    /// The inverse of [`Self::words_of`].
    unsafe fn elements_of(words: [Self; 4]) -> [Self; 4];
    /// Lane `i` of vector `j` and lane `j` of vector `i` change places.
    unsafe fn transpose(rows: [Self; WIDTH]) -> [Self; WIDTH];
    /// Prefetches the cache line at any address.
    unsafe fn prefetch(from: *const u64);
    /// Prefetches the cache line at any address, to write it.
    unsafe fn prefetch_to_write(to: *const u64);
}
