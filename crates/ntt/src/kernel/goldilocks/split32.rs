//! Words by halves: products of factors of 32 bits with a sign, for instruction sets without longer
//! ones. The intervals are derived in `docs/notes/goldilocks.md`.

use super::{EPSILON, P, times_power_of_two};
use crate::kernel::TransformTable;
use crate::kernel::butterfly::class::one_plane;
use crate::kernel::butterfly::{Branch, Butterfly, Level, Side, Source, Twiddle};
use crate::kernel::lanes::Integers;

/// A residue is *held* as this much more: the number `h·2^32 + l`, halves with their signs, as the
/// word whose high half is `h` and whose low half differs from `l` in its top bit. Any word is so
/// a residue, and any that is compared has a sign.
pub(super) const BIAS: u64 = 1 << 31;
const SIGN: u64 = 1 << 63;

/// The operations of 64-bit lanes that products by halves need besides.
///
/// # Safety
/// The conditions of [`Integers`] hold.
pub(super) trait Halves: Integers<Word = u64> {
    /// Product of the low 32 bits.
    unsafe fn product(self, other: Self) -> Self;
    /// Product of the low 32 bits, which have signs.
    unsafe fn signed_product(self, other: Self) -> Self;
    /// The high 32 bits in place of the low ones; only products of these may look at the result.
    unsafe fn high(self) -> Self;
    /// Logical shift by 32.
    unsafe fn down(self) -> Self;
    /// The other sign bit.
    unsafe fn turn(self) -> Self;
    /// `2^32 − 1` where `self` is less, both with their signs, and 0 elsewhere.
    unsafe fn epsilon_if_less(self, other: Self) -> Self;
    /// `self + other`, less p from `2^63` on: `self` with its sign, `0 ≤ other ≤ p`.
    #[inline(always)]
    unsafe fn add_mod(self, other: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe {
            let sum = self.add(other);
            sum.add(sum.epsilon_if_less(self))
        }
    }
    /// `self − other`, and p more below `−2^63`: `self` with its sign, `0 ≤ other ≤ p`.
    #[inline(always)]
    unsafe fn sub_mod(self, other: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe {
            let difference = self.sub(other);
            difference.sub(self.epsilon_if_less(difference))
        }
    }
}

/// Values are held between the ends of a transform. A factor `w` is stored as `2^32·w` and
/// `2^64·w`, each by two halves with signs.
#[derive(Clone, Copy)]
pub(super) struct Split32<L> {
    bias: L,
    below_bias: L,
    epsilon: L,
    zero: L,
}

/// A loop whose first four steps are written out: a loop of such butterflies is beyond what the
/// compiler unrolls, and leaves the values in memory.
macro_rules! written_out {
    ($count:expr, $i:ident => $step:expr) => {
        let count = $count;
        written_out!(count, $i => $step; 0, 1, 2, 3);
        for $i in 4..count {
            $step;
        }
    };
    ($count:ident, $i:ident => $step:expr; $($at:literal),*) => {$(
        if $at < $count {
            let $i = $at;
            $step;
        }
    )*};
}

impl<L: Halves> Split32<L> {
    /// `(u, v)` with `u + 2^32·v = 2^32·x·w mod p` for a held `x`: from `−2^63 + 2^32` to `2^63`,
    /// and but for two factors up to `2^63 − 2^32`. `u = 2^63` is at the least word alone.
    #[inline(always)]
    unsafe fn expand(&self, x: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let (low, high) = (x.sub(self.bias), x.high());
            let u = low.signed_product(w[0]).add(high.signed_product(w[1]));
            let v = low.signed_product(w[0].high()).add(high.signed_product(w[1].high()));
            (u, v)
        }
    }

    /// `(u + 2^32·v)/2^32 mod p`: u without a sign, v and the result with one.
    ///
    /// P. Montgomery's reduction: with `u = u_0 + 2^32·u_1`, as `p = 1 mod 2^32`, `u − u_0·p` is a
    /// multiple of `2^32`, and the quotient of the sum is `v + u_1 − u_0·(2^32 − 1)`.
    #[inline(always)]
    unsafe fn contract(&self, u: L, v: L) -> L {
        // SAFETY: as for the caller.
        unsafe { v.add(u.down()).sub_mod(u.product(self.epsilon)) }
    }

    /// `x·w`, canonical, for a held `x`.
    ///
    /// The sum of u and `2^32·v` is made positive by `2^63 − 2^31 + 2^32·(2^63 − 2^32 + 1)`, a
    /// multiple of p; `2^63` of it is the sign bit.
    #[inline(always)]
    pub(super) unsafe fn multiply(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let (u, v) = self.expand(x, w);
            self.contract(u.add(L::splat(SIGN - BIAS)), v.sub(self.epsilon)).turn()
        }
    }

    /// `x·w`, held, for a held `x` that is not the least word: a sign bit in u is `2^31`, the bias,
    /// in the quotient.
    #[inline(always)]
    pub(super) unsafe fn multiply_held(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let (u, v) = self.expand(x, w);
            self.contract(u.turn(), v)
        }
    }

    /// The part of a level upwards that has a twiddle in common.
    #[inline(always)]
    unsafe fn gs_block(&self, block: &mut [L], w: Twiddle<L>) {
        let half = block.len() / 2;
        // SAFETY: as for the caller.
        unsafe {
            written_out!(half, j => (block[j], block[half + j]) = self.gs_butterfly(block[j], block[half + j], w));
        }
    }

    /// A word below p, held.
    #[inline(always)]
    unsafe fn hold(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = x.add(self.bias);
            x.add(x.epsilon_if_less(self.zero))
        }
    }

    /// `−x` for a held `x`, from 1 to p.
    #[inline(always)]
    unsafe fn negative(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.bias.sub(x).sub(self.below_bias.epsilon_if_less(x)) }
    }
}

impl<L: Halves> Butterfly for Split32<L> {
    type Lane = L;
    type Vector = L;
    const MAX_RADIX: usize = 8;

    fn twiddle(_q: u64, factor: u64) -> [u64; 2] {
        [32, 64].map(|exponent| {
            let word = times_power_of_two(factor, exponent) + BIAS;
            (if word & SIGN == 0 { word } else { word.wrapping_sub(P) }) ^ BIAS
        })
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u64>) -> Self {
        debug_assert_eq!(table.q, P);
        // SAFETY: as for the caller.
        unsafe {
            // `2^32 − 1` as `−p mod 2^64`: for a product by a constant that it knows, the compiler
            // writes a shift and a subtraction.
            let epsilon = table.q.wrapping_neg();
            debug_assert_eq!(epsilon, EPSILON);
            Self { bias: L::splat(BIAS), below_bias: L::splat(BIAS - 1), epsilon: L::splat(epsilon), zero: L::splat(0) }
        }
    }

    one_plane!(L);

    #[inline(always)]
    unsafe fn enter(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.hold(x) }
    }

    #[inline(always)]
    unsafe fn ct_block(&self, block: &mut [L], w: Twiddle<L>, side: Side) {
        let half = block.len() / 2;
        // SAFETY: as for the caller.
        unsafe {
            written_out!(half, j => (block[j], block[half + j]) = self.ct_butterfly(block[j], block[half + j], w, side));
        }
    }

    #[inline(always)]
    unsafe fn ct_level(&self, x: &mut [L], half: usize, w: impl Source<L>, next: usize, level: Level) {
        let side = Side { branch: Branch::Sums, level };
        let len = 2 * half;
        // SAFETY: as for the caller.
        unsafe {
            written_out!(x.len() / len, i => self.ct_block(&mut x[len * i..len * (i + 1)], w.at(next + i), side));
        }
    }

    #[inline(always)]
    unsafe fn gs_level(&self, x: &mut [L], half: usize, w: impl Source<L>, next: usize) {
        let len = 2 * half;
        // SAFETY: as for the caller.
        unsafe {
            written_out!(x.len() / len, i => self.gs_block(&mut x[len * i..len * (i + 1)], w.at(next + i)));
        }
    }

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let t = self.multiply(y, w);
            (x.add_mod(t), x.sub_mod(t))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.reduce(x) }
    }

    /// A number from 1 on is added for the difference, which so is not the least word.
    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let minus = self.negative(y);
            (x.sub_mod(minus), self.multiply_held(x.add_mod(minus), w))
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.hold(self.multiply(x, w)) }
    }

    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.sub(self.bias).sub(x.epsilon_if_less(self.bias)) }
    }
}
