//! `q < 2^12` in words of 16 bits with a sign: butterflies only add.

use super::class::one_plane;
use super::{Butterfly, Side, Source, Twiddle};
use crate::kernel::TransformTable;
use crate::kernel::lanes::Signed16;
use crate::kernel::transform::direction::Input;

/// The greatest prime of the class, rounded up.
pub(in crate::kernel) const LIMIT: u64 = 1 << 12;

/// Values between passes are integers of either sign, canonical at the beginning and at the end.
///
/// Products are Montgomery's, with the factor prepared: for `u = w·2^16 mod q`, at most q/2 in
/// magnitude, and `u' = u·q^(−1) mod 2^16`, the low words of `x·u` and `(x·u' mod 2^16)·q` agree,
/// and the difference of the high ones is `x·w mod q`, at most `(1/2 + |x|/2^17)·q`. Centering is at
/// most `q/2 + |x|·q/2^16`: see [`Self::center`]. In multiples of q, with `p` for the greatest
/// product, and up to sixteen values in a pass, which is a leaf of two squares:
///
/// * Downwards a pass takes residues, or values up to b, of which it centers the first. At most
///   three products are added to another before it is multiplied, and four to the first:
///   `p = 1/2 + (b + 3p)/32` and `b = 1/2 + b/16 + 4p`, so that factors are below 5.4, and sums
///   below 6.1.
/// * Upwards a pass takes values up to 1 and adds eight of them, or of sixteen centers the sums of
///   four; it centers the half of its values that are not products. Sums stay below 8, which is
///   `2^15`, centered ones and products at most 1.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Centered<L> {
    q: L,
    /// `2^15/q`, rounded.
    ratio: L,
}

/// The greatest sums downwards and upwards, for the greatest primes, in multiples of q.
const fn greatest() -> (f64, f64) {
    let (mut down, mut up) = (1.0, 1.0);
    let mut sums = (0.0, 0.0);
    let mut pass = 0;
    // The first pass takes residues; from the second on the intervals grow towards their limits.
    while pass < 20 {
        let mut product = 0.75;
        let mut i = 0;
        while i < 20 {
            product = 0.5 + (down + 3.0 * product) / 32.0;
            i += 1;
        }
        let of_sixteen = 4.0 * (0.5 + 4.0 * up / 16.0);
        sums = (down + 4.0 * product, if of_sixteen > 8.0 * up { of_sixteen } else { 8.0 * up });
        let first = if pass == 0 { 1.0 } else { 0.5 + down / 16.0 };
        down = first + 4.0 * product;
        up = 0.5 + sums.1 / 16.0;
        pass += 1;
    }
    sums
}

const _: () = {
    let (down, up) = greatest();
    assert!(down < 6.1 && up <= 8.0);
};

impl<L: Signed16> Centered<L> {
    /// `x·w mod q`, at most `(1/2 + |x|/2^17)·q`.
    #[inline(always)]
    unsafe fn multiply(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { x.mul_high(w[0]).sub(x.mul_low(w[1]).mul_high(self.q)) }
    }

    /// `x mod q`. The quotient is within 1/2 of `x·r/2^15`, and `|r − 2^15/q| ≤ 1/2`, so the rest is
    /// at most `q/2 + |x|·q/2^16`.
    #[inline(always)]
    unsafe fn center(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.sub(x.mul_round(self.ratio).mul_low(self.q)) }
    }
}

/// `q^(−1) mod 2^16` for odd `q`, by Newton's iteration: each step doubles the bits that are right.
fn inverse_16(q: u64) -> u64 {
    let mut x = q; // right modulo 2^3
    for _ in 0..3 {
        x = x.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(x)));
    }
    x & 0xFFFF
}

impl<L: Signed16> Butterfly for Centered<L> {
    type Lane = L;
    type Vector = L;
    /// Sixteen values would add up to more than `2^15`; leaves center some in between.
    const MAX_RADIX: usize = 8;

    fn twiddle(q: u64, factor: u64) -> [L::Word; 2] {
        let u = (factor << 16) % q;
        let centered = if 2 * u > q { u.wrapping_sub(q) } else { u };
        [centered, centered.wrapping_mul(inverse_16(q))].map(|word| L::word(word as u16))
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<L::Word>) -> Self {
        let q = table.q;
        debug_assert!(q < LIMIT);
        // SAFETY: as for the caller.
        unsafe { Self { q: L::splat(L::word(q as u16)), ratio: L::splat(L::word(((1 << 16) / q).div_ceil(2) as u16)) } }
    }

    one_plane!(L);

    /// Residues are small as they are, and the first pass need not wait for the ratio: 3 % of the
    /// time of ML-KEM's.
    #[inline(always)]
    unsafe fn prepare(&self, x: &mut [L], input: Input) {
        if matches!(input, Input::Passed) {
            // SAFETY: as for the caller.
            x[0] = unsafe { self.center(x[0]) };
        }
    }

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let product = self.multiply(y, w);
            (x.add(product), x.sub(product))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.reduce(self.center(x)) }
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (x.add(y), self.multiply(x.sub(y), w)) }
    }

    /// The sums of four are centered where there are sixteen values.
    #[inline(always)]
    unsafe fn inverse_levels(&self, x: &mut [L], w: impl Source<L>) {
        let radix = x.len();
        let mut half = 1;
        while half < radix {
            // SAFETY: as for the caller.
            unsafe {
                if radix == 16 && half == 4 {
                    for i in 0..4 {
                        x[4 * i] = self.center(x[4 * i]);
                    }
                }
                self.gs_level(x, half, w, radix - radix / half);
            }
            half *= 2;
        }
    }

    /// The products of the last level are small as they are.
    #[inline(always)]
    unsafe fn partial_reduce(&self, x: &mut [L], _part: usize) {
        let sums = x.len() / 2;
        for value in &mut x[..sums] {
            // SAFETY: as for the caller.
            *value = unsafe { self.center(*value) };
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.multiply(x, w) }
    }

    /// Input in `(−q, q)`, output below q.
    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.add_if_negative(self.q) }
    }
}
