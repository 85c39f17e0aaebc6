//! `X ↦ X^g` on coefficients of polynomials modulo `X^n + 1`.

use crate::kernel::lanes::Lanes52;

/// Greatest number of lanes.
pub(in crate::kernel) const LANES: usize = 8;

/// [`crate::Kernel::automorphism`]: words come one by one, a line of a cache each, and their signs
/// together.
///
/// # Safety
/// The lengths are the same power of two, up to `2^32`; the instruction set of the lanes is
/// enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn automorphism<L: Lanes52>(q: u64, from: &[u64], to: &mut [u64], step: usize) {
    let (n, log) = (from.len(), from.len().trailing_zeros());
    if n < L::WIDTH {
        return automorphism_from(q, from, to, step);
    }
    // The sign of X^k is bit log(n) of k, which is moved to the top of a lane.
    let sign = |k: usize| (k.wrapping_mul(step) as u64) << (L::BITS - 1 - log);
    let offsets: [usize; LANES] = core::array::from_fn(|lane| lane.wrapping_mul(step));
    let signs: [u64; LANES] = core::array::from_fn(sign);
    // SAFETY: as for the caller; places are below the length, and whole vectors lie within it.
    unsafe {
        let (prime, stride) = (L::splat(q), L::splat(sign(L::WIDTH)));
        let (mut power, mut signs) = (0usize, L::load(signs.as_ptr()));
        for i in (0..n).step_by(L::WIDTH) {
            let x = L::gather(from.as_ptr(), offsets.map(|offset| power.wrapping_add(offset) & (n - 1)));
            let image = x.sub_from_if_msb(prime, signs);
            image.min(image.sub(prime)).store(to.as_mut_ptr().add(i));
            power = power.wrapping_add(step.wrapping_mul(L::WIDTH));
            signs = signs.add(stride);
        }
    }
}

/// The portable image.
pub(in crate::kernel) fn automorphism_from(q: u64, from: &[u64], to: &mut [u64], step: usize) {
    let sign_place = 63 - from.len().trailing_zeros();
    let mut power = 0usize;
    for image in to {
        // Without a branch: all ones where the sign is odd, so that −x = !x + 1; q of 0 becomes 0.
        let odd = ((power as u64) << sign_place).cast_signed() >> 63;
        let x = (from[power & (from.len() - 1)] ^ odd.cast_unsigned()).wrapping_add((q + 1) & odd.cast_unsigned());
        *image = x.min(x.wrapping_sub(q));
        power = power.wrapping_add(step);
    }
}
