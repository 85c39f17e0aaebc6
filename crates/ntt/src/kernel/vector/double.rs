//! Arithmetic modulo a prime below `2^49` in doubles.
//!
//! An integer below `2^53` is a double, and a fused multiply-add rounds once: with `h` the rounded
//! product of `x` and `w`, `x·w − h` is a double too, and so is `h − k·q` for `k` near `h/q`. The
//! sum of both is `x·w − k·q` without an error. FLINT's `fft_small` multiplies so (D. Schultz,
//! 2023).

use super::pointwise::{Factors, GROUP, Operation, load_some, map_into, store_some};
use super::reduction::Reduction;
use crate::kernel::lanes::Doubles;
use crate::kernel::prefetch::{prefetch, prefetch_stream};
use papilio_field::Modulus;

/// Bits of the greatest prime.
pub(in crate::kernel) const MAX_BITS: u32 = 49;
/// Words given to the operations stay below two to this: what a product takes, and what
/// [`Doubles::of_words`] does.
pub(in crate::kernel) const WORD_BITS: u32 = 52;

/// `2^52`: the distance of doubles above it is 1.
const ONE_UNIT: f64 = 4_503_599_627_370_496.0;
/// Added and subtracted, it rounds what is below `2^51` in magnitude to an integer.
const ROUND: f64 = 1.5 * ONE_UNIT;
/// Added and subtracted, it rounds what is below `2^53` in magnitude to a multiple of 4.
const ROUND_TO_FOURS: f64 = 4.0 * ROUND;
/// The distance of doubles near it is `2^50`, while no more than `2^101` is added.
const WIDE: f64 = ROUND * (1u64 << 50) as f64;
/// Products below `2^98` that are summed before their sum is reduced.
pub(super) const CHUNK: usize = 8;

/// The residue of a factor that is nearest to 0.
pub(in crate::kernel) fn centered(q: u64, factor: u64) -> f64 {
    if factor > q / 2 { -((q - factor) as f64) } else { factor as f64 }
}

/// A prime below `2^49`, in every lane.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct DoublePrime<L> {
    q: L,
    minus_q: L,
    /// `1/q`
    inverse: L,
    round: L,
}

impl<L: Doubles> DoublePrime<L> {
    #[inline(always)]
    pub(in crate::kernel) unsafe fn of(q: u64) -> Self {
        debug_assert!(q < 1 << MAX_BITS);
        // SAFETY: as for the caller.
        unsafe {
            let number = q as f64;
            Self {
                q: L::number(number),
                minus_q: L::number(-number),
                inverse: L::number(1.0 / number),
                round: L::number(ROUND),
            }
        }
    }

    /// The residue of a factor that is nearest to 0, and its quotient by q.
    pub(in crate::kernel) fn companions(q: u64, factor: u64) -> [u64; 2] {
        let centered = centered(q, factor);
        [centered.to_bits(), (centered / q as f64).to_bits()]
    }

    /// The prime.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn q(self) -> L {
        self.q
    }

    /// `x·w mod q`, of either sign, for `|x| < 2^52` and the [`Self::companions`] of a factor.
    ///
    /// The quotient is below `2^51`. Its rounding is at most 1/2 away, and the error of `w/q`, at
    /// most `2^(−54)`, moves it by `2^(−54)·|x|`: the result is at most `(1/2 + 2^(−54)·|x|)·q`,
    /// which is below `3q/4`.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn product(self, x: L, w: [L; 2]) -> L {
        // SAFETY: as for the caller.
        unsafe {
            x.watch(ONE_UNIT);
            let high = x.mul(w[0]);
            let quotient = x.mul_add(w[1], self.round).sub(self.round);
            let low = x.mul_sub(w[0], high);
            quotient.mul_add(self.minus_q, high).add(low)
        }
    }

    /// `x·w mod q`, at most q in magnitude, for `|x| < 2^52` and `|w| ≤ q/2`.
    ///
    /// The quotient, below `2^51`, is that of the rounded product by the rounded `1/q`: their
    /// errors, of `2^(−53)` each, move it by at most `2^(−53)·|x|`, which is below 1/2.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn times(self, x: L, w: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            x.watch(ONE_UNIT);
            let high = x.mul(w);
            let quotient = high.mul_add(self.inverse, self.round).sub(self.round);
            let low = x.mul_sub(w, high);
            quotient.mul_add(self.minus_q, high).add(low)
        }
    }

    /// `x mod q` at most `q/2` in magnitude but for `2^(−50)·|x|`, for `|x| < 2^53`.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn center(self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            x.watch(2.0 * ONE_UNIT);
            x.mul_add(self.inverse, self.round).sub(self.round).mul_add(self.minus_q, x)
        }
    }

    /// The word of a residue, for `|x| < q`.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn word(self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.add_if_negative(self.q).to_words() }
    }

    /// The residue of a wide sum that is nearest to 0, for a sum below `2^53·q`.
    ///
    /// The quotient of the high part is below `2^53`. It is rounded to a multiple of 4, and the
    /// errors of `1/q` and of its product move it by less than 2: what is left is below 4q.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn center_wide(self, sum: Wide<L>) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let ((high, low), fours) = (sum.parts(), L::number(ROUND_TO_FOURS));
            let rest = high.mul_add(self.inverse, fours).sub(fours).mul_add(self.minus_q, high);
            self.center(rest.add(low))
        }
    }
}

impl<L: Doubles> Reduction<L> for DoublePrime<L> {
    #[inline(always)]
    unsafe fn new(q: u64) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self::of(q) }
    }

    /// The second factor is not centered, but the first is below q: the quotient is below `2^49`,
    /// and its error below 1/8.
    #[inline(always)]
    unsafe fn multiply(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.word(self.times(a.of_words(), b.of_words())) }
    }

    #[inline(always)]
    unsafe fn constant(q: u64, c: u64) -> [L; 2] {
        // SAFETY: as for the caller.
        Self::companions(q, c).map(|word| unsafe { L::splat(word) })
    }

    #[inline(always)]
    unsafe fn scale(self, a: L, c: [L; 2]) -> L {
        // SAFETY: as for the caller.
        unsafe { self.word(self.product(a.of_words(), c)) }
    }

    #[inline(always)]
    unsafe fn reduce(self, a: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.word(self.center(a.of_words())) }
    }
}

/// A sum of products, of which the high part is a multiple of `2^50`: exact for up to [`CHUNK`]
/// products below `2^98`, or twice as many below `2^97`.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Wide<L> {
    /// [`WIDE`] more than the high part.
    high: L,
    low: L,
}

impl<L: Doubles> Wide<L> {
    /// A number below `2^50`.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn of(low: L) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self { high: L::number(WIDE), low } }
    }

    /// The sum in two parts.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn parts(self) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (self.high.sub(L::number(WIDE)), self.low) }
    }

    /// `self + a·b`
    #[inline(always)]
    pub(in crate::kernel) unsafe fn add_product(self, a: L, b: L) -> Self {
        // SAFETY: as for the caller.
        unsafe {
            let high = a.mul_add(b, self.high);
            Self { high, low: self.low.add(a.mul_sub(b, high.sub(self.high))) }
        }
    }
}

/// `a + c mod q`, while `a + c < 2^52`.
#[derive(Clone, Copy)]
struct ShiftReduce<L>(DoublePrime<L>, L);

impl<L: Doubles> Operation<L> for ShiftReduce<L> {
    #[inline(always)]
    unsafe fn at(self, a: L, _: L) -> L {
        let Self(prime, c) = self;
        // SAFETY: as for the caller.
        unsafe { prime.word(prime.center(a.of_words().add(c))) }
    }
}

/// [`super::pointwise::shift_reduce`] in doubles.
#[inline(always)]
pub(in crate::kernel) unsafe fn shift_reduce<L: Doubles>(
    modulus: &Modulus,
    from: *const u64,
    to: *mut u64,
    len: usize,
    c: u64,
) {
    // SAFETY: as for the caller.
    unsafe { map_into::<L>(from, to, len, ShiftReduce(DoublePrime::of(modulus.value()), L::number(c as f64))) }
}

/// [`super::pointwise::accumulate`] in doubles.
#[inline(always)]
pub(in crate::kernel) unsafe fn accumulate<L: Doubles>(modulus: &Modulus, sum: &mut [u64], factors: Factors<'_, u64>) {
    let (len, whole) = (sum.len(), sum.len() / (GROUP * L::WIDTH) * (GROUP * L::WIDTH));
    // SAFETY: as for the caller: every factor is as long as the sum, and groups of vectors begin
    // before its end.
    unsafe {
        let prime = DoublePrime::<L>::of(modulus.value());
        for i in (0..whole).step_by(GROUP * L::WIDTH) {
            let to = sum.as_mut_ptr().add(i);
            if factors.next {
                prefetch(to.wrapping_add(len), GROUP * L::WIDTH);
            }
            for pairs in factors.pairs.chunks(CHUNK) {
                let mut sums = [Wide::of(L::number(0.0)); GROUP];
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum = Wide::of(L::load(to.add(k * L::WIDTH)).of_words());
                }
                for (a, b) in pairs {
                    let (a, b) = (a.as_ptr().add(i), b.as_ptr().add(i));
                    prefetch_stream(b, GROUP * L::WIDTH);
                    if factors.next {
                        prefetch(a.wrapping_add(len), GROUP * L::WIDTH);
                    }
                    for (k, sum) in sums.iter_mut().enumerate() {
                        let (x, y) = (L::load(a.add(k * L::WIDTH)), L::load(b.add(k * L::WIDTH)));
                        *sum = sum.add_product(x.of_words(), y.of_words());
                    }
                }
                for (k, sum) in sums.into_iter().enumerate() {
                    prime.word(prime.center_wide(sum)).store(to.add(k * L::WIDTH));
                }
            }
        }
        for i in (whole..sum.len()).step_by(L::WIDTH) {
            let count = L::WIDTH.min(sum.len() - i);
            for pairs in factors.pairs.chunks(CHUNK) {
                let mut total = Wide::of(load_some::<L>(&sum[i..], count).of_words());
                for (a, b) in pairs {
                    let (x, y) = (load_some::<L>(&a[i..], count), load_some::<L>(&b[i..], count));
                    total = total.add_product(x.of_words(), y.of_words());
                }
                store_some(prime.word(prime.center_wide(total)), &mut sum[i..], count);
            }
        }
    }
}
