//! Vector operations modulo one prime, over 52-bit lanes. Tails shorter than a vector go through a padded buffer.

use super::lanes::{Lanes, MASK52};
use crate::Modulus;

/// Greatest vector of any implementor, in words.
const WIDEST: usize = 8;

/// Applies `f` to every word of `a`, with the words of `b` at the same places (`b` as long as `a`).
#[inline(always)]
unsafe fn zip<L: Lanes>(a: &mut [u64], b: &[u64], f: impl Fn(L, L) -> L) {
    let whole = a.len() / L::WIDTH * L::WIDTH;
    // SAFETY: `i + WIDTH` stays within both slices; the buffers hold the widest vector.
    unsafe {
        for i in (0..whole).step_by(L::WIDTH) {
            let at = a.as_mut_ptr().add(i);
            f(L::load(at), L::load(b.as_ptr().add(i))).store(at);
        }
        let rest = a.len() - whole;
        if rest > 0 {
            let (mut x, mut y) = ([0; WIDEST], [0; WIDEST]);
            x[..rest].copy_from_slice(&a[whole..]);
            y[..rest].copy_from_slice(&b[whole..]);
            f(L::load(x.as_ptr()), L::load(y.as_ptr())).store(x.as_mut_ptr());
            a[whole..].copy_from_slice(&x[..rest]);
        }
    }
}

#[inline(always)]
unsafe fn map<L: Lanes>(a: &mut [u64], f: impl Fn(L) -> L) {
    let whole = a.len() / L::WIDTH * L::WIDTH;
    // SAFETY: as in `zip`.
    unsafe {
        for at in a[..whole].chunks_exact_mut(L::WIDTH) {
            f(L::load(at.as_ptr())).store(at.as_mut_ptr());
        }
        let mut x = [0; WIDEST];
        let rest = a.len() - whole;
        x[..rest].copy_from_slice(&a[whole..]);
        f(L::load(x.as_ptr())).store(x.as_mut_ptr());
        a[whole..].copy_from_slice(&x[..rest]);
    }
}

/// `a·b mod q`, canonical, for canonical inputs.
///
/// `a·b = hi·2^52 + lo`: the high word is multiplied by `2^52 mod q`, the low word is reduced by itself.
#[inline(always)]
pub(super) unsafe fn multiply<L: Lanes>(modulus: &Modulus, a: &mut [u64], b: &[u64]) {
    let q = modulus.value();
    let fold = modulus.reduce(1 << 52);
    // SAFETY: as for the caller.
    unsafe {
        let (zero, mask, q_lanes) = (L::splat(0), L::splat(MASK52), L::splat(q));
        let (w, w_shoup) = (L::splat(fold), L::splat(modulus.shoup(fold, 52)));
        let ratio = L::splat(((1u64 << 52) - 1) / q);
        zip::<L>(a, b, |x, y| {
            let (lo, hi) = (zero.add_low(x, y), zero.add_high(x, y));
            // hi·2^52 mod q, below 2q.
            let h = shoup(zero, mask, q_lanes, hi, w, w_shoup);
            let l = barrett(zero, q_lanes, lo, ratio);
            // h + l < 4q.
            let sum = h.add(l);
            let sum = sum.min(sum.sub(q_lanes.add(q_lanes)));
            sum.min(sum.sub(q_lanes))
        });
    }
}

/// `x·w mod q`, below 2q, for a 52-bit `x` and `w_shoup = ⌊w·2^52/q⌋`.
#[inline(always)]
unsafe fn shoup<L: Lanes>(zero: L, mask: L, q: L, x: L, w: L, w_shoup: L) -> L {
    // SAFETY: as for the caller.
    unsafe {
        let quotient = zero.add_high(x, w_shoup);
        zero.add_low(x, w).sub(zero.add_low(quotient, q)).and(mask)
    }
}

/// `x mod q`, below 2q, for a 52-bit `x` and `ratio = ⌊(2^52 − 1)/q⌋`.
#[inline(always)]
unsafe fn barrett<L: Lanes>(zero: L, q: L, x: L, ratio: L) -> L {
    // SAFETY: as for the caller.
    unsafe { x.sub(zero.add_low(zero.add_high(x, ratio), q)) }
}

/// `a·c mod q`, canonical, for 52-bit `a` and canonical `c`.
#[inline(always)]
pub(super) unsafe fn scale<L: Lanes>(modulus: &Modulus, a: &mut [u64], c: u64) {
    // SAFETY: as for the caller.
    unsafe {
        let (zero, mask, q) = (L::splat(0), L::splat(MASK52), L::splat(modulus.value()));
        let (w, w_shoup) = (L::splat(c), L::splat(modulus.shoup(c, 52)));
        map::<L>(a, |x| {
            let x = shoup(zero, mask, q, x, w, w_shoup);
            x.min(x.sub(q))
        });
    }
}

/// `a + c mod q`, canonical, while `a + c` is a 52-bit word.
#[inline(always)]
pub(super) unsafe fn shift_reduce<L: Lanes>(modulus: &Modulus, a: &mut [u64], c: u64) {
    let q = modulus.value();
    // SAFETY: as for the caller.
    unsafe {
        let (zero, c, q_lanes) = (L::splat(0), L::splat(c), L::splat(q));
        let ratio = L::splat(((1u64 << 52) - 1) / q);
        map::<L>(a, |x| {
            let x = barrett(zero, q_lanes, x.add(c), ratio);
            x.min(x.sub(q_lanes))
        });
    }
}

/// `a + c − b`, as words.
#[inline(always)]
pub(super) unsafe fn subtract_lazy<L: Lanes>(a: &mut [u64], b: &[u64], c: u64) {
    // SAFETY: as for the caller.
    unsafe {
        let c = L::splat(c);
        zip::<L>(a, b, |x, y| x.add(c).sub(y));
    }
}
