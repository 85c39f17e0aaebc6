//! `16Pq ≤ 2^B`: butterflies only add.

use super::class::{negative_and_ratio, one_plane, shoup, word};
use super::shoup::Shoup;
use super::{Butterfly, Side, Twiddle};
use crate::kernel::TransformTable;
use crate::kernel::lanes::Integers;
use crate::kernel::transform::direction::Input;

/// "Below b" is meant modulo `2^B`, "in truth below b" without garbage above. With `p = Pq`, the
/// reach of a product:
///
/// * Downwards a pass takes values below 9p. The first is reduced to p; every value is raised by p
///   for each butterfly in which it is not multiplied, and each of them adds at most p. So factors
///   stay between 0 and `9p + 2·2·p`, or at radix 16 `9p + 3·2·p`; outputs are below
///   `p + 2p·log R ≤ 9p`.
/// * Upwards a pass over `R` vectors takes values below `16p/R`; sums stay below 16p, and
///   [`Butterfly::partial_reduce`] reduces those that are not products or sums of two.
///
/// A prime is *small* when `128p ≤ 2^B`:
///
/// * Downwards nothing is reduced before the end. The first value, which meets no product of its
///   own, grows by 2p a level: factors and outputs stay below `q + 2pL` after L
///   levels, and 128p is enough for 63.
/// * Upwards the squares of a leaf give values below 8p, for they take words below q ≤ p/2: sums of
///   sixteen of them are below 8p, and those of eight products. Sums of sixteen such values stay
///   below 128p, and each half of them, which a difference takes away from 64p, below that.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Lazy<L> {
    prime: Shoup<L>,
    /// p, 2p, 3p, 4p
    lifts: [L; 4],
    /// 8p, or 64p if the prime is small: what keeps a difference above zero, upwards.
    above: L,
    /// Whether the prime is small.
    small: bool,
    /// `⌊2^B/q⌋`
    ratio: L,
}

impl<L: Integers> Lazy<L> {
    /// `x mod q`: input below `2^B`, output below p: the ratio makes the estimate of `x/q` at most
    /// 1 too small, the lanes `P − 2` more.
    #[inline(always)]
    unsafe fn fold(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.madd_lo(self.prime.zero.add_quotient(x, self.ratio), self.prime.minus_q) }
    }
}

impl<L: Integers> Butterfly for Lazy<L> {
    type Lane = L;
    type Vector = L;
    /// Sums of sixteen values that were reduced only partially would be too great.
    const MAX_RADIX: usize = 8;
    const HALVES_LEAVES: bool = size_of::<L::Word>() == 4 && L::WIDTH == 8;
    const SINGLE_SQUARES_UP: bool = Self::HALVES_LEAVES;

    fn twiddle(q: u64, factor: u64) -> [L::Word; 2] {
        shoup::<L>(q, factor)
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<L::Word>) -> Self {
        let q = table.q;
        let p = L::REACH * q;
        let (_, ratio) = negative_and_ratio::<L>(q);
        let fits = |times: u64| u128::from(times) * u128::from(p) <= 1 << L::BITS;
        debug_assert!(fits(16));
        let small = fits(128);
        // SAFETY: as for the caller.
        unsafe {
            Self {
                prime: Shoup::new(q),
                lifts: [1, 2, 3, 4].map(|times| L::splat(word::<L>(times * p))),
                above: L::splat(word::<L>(if small { 64 } else { 8 } * p)),
                small,
                ratio: L::splat(ratio),
            }
        }
    }

    one_plane!(L);

    /// Reduces the first value below p unless it is, or the prime is small, and raises each by p
    /// for every butterfly that it passes unmultiplied.
    #[inline(always)]
    unsafe fn prepare(&self, x: &mut [L], input: Input) {
        let levels = x.len().trailing_zeros() as usize;
        // SAFETY: as for the caller.
        unsafe {
            if levels > 0 {
                let first = if self.small || matches!(input, Input::Reduced) { x[0] } else { self.fold(x[0]) };
                x[0] = first.add(self.lifts[levels - 1]);
            }
            for level in 1..levels {
                for value in &mut x[1 << (level - 1)..1 << level] {
                    *value = value.add(self.lifts[levels - 1 - level]);
                }
            }
        }
    }

    /// The interval of `x` grows by p to either side.
    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let sum = self.prime.multiply_add(x, y, w);
            (sum, x.add(x).sub(sum))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.reduce(self.fold(x)) }
    }

    /// Inputs below 8p, or 64p if the prime is small; the product below p.
    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (x.add(y), self.prime.multiply(x.add(self.above).sub(y), w)) }
    }

    /// Values from `R/2` on are products, below p, and those from `R/4` on are sums of two
    /// products; so outputs are below 2p for `part` 4, and p for `part` 2, which the squares of a
    /// leaf ask for: those of small primes stay as they are.
    #[inline(always)]
    unsafe fn partial_reduce(&self, x: &mut [L], part: usize) {
        if x.len() > 1 && !(self.small && part == 2) {
            let first = x.len().div_ceil(part);
            for value in &mut x[..first] {
                // SAFETY: as for the caller.
                *value = unsafe { self.fold(*value) };
            }
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.multiply(x, w) }
    }

    /// Input below p, output in truth below q.
    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.reduce(x) }
    }
}
