//! The primes as constants of 52-bit limbs.

use crate::kernel::lanes::MASK52;
use papilio_field::Field;
use papilio_field::fields::{Bls12_381, Bn254, Stark252};
use papilio_field::words::Words;

/// Limbs of a residue.
pub(crate) const LIMBS: usize = 5;

/// A prime `q` of 251 to 255 bits.
///
/// Everything is known when the kernel is compiled, so that limbs of the prime that are 0 or 1 cost
/// nothing: a reduction by the Stark prime takes 4 multiply-adds, one by each of the others
/// takes 11.
pub(crate) trait Prime: Send + Sync + 'static {
    /// Words of the prime, least first.
    const PRIME: Words;
    /// Its limbs.
    const Q: [u64; LIMBS] = limbs(Self::PRIME);
    /// `−1/q mod 2^52`.
    const NEGATIVE_INVERSE: u64 = negative_inverse(Self::PRIME[0]);
    /// Multiples of `q` below `2^260`: values that a product or the fold of residues takes are
    /// below that many `q`.
    const REACH: u64 = ((1u128 << 52) / (Self::Q[LIMBS - 1] as u128 + 1)) as u64;
    /// [`Self::RATIO`] is `2^(52 + RATIO_SHIFT)` over the last limb.
    const RATIO_SHIFT: u32 = 62 - Self::Q[LIMBS - 1].leading_zeros();
    /// At most `2^260·2^RATIO_SHIFT / q`, and short of it by less than a part in `2^42`.
    const RATIO: u64 = ((1u128 << (52 + Self::RATIO_SHIFT)) / (Self::Q[LIMBS - 1] as u128 + 1)) as u64;
}

impl Prime for Bls12_381 {
    const PRIME: Words = <Self as Field>::MODULUS;
}

impl Prime for Bn254 {
    const PRIME: Words = <Self as Field>::MODULUS;
}

impl Prime for Stark252 {
    const PRIME: Words = <Self as Field>::MODULUS;
}

/// Limbs of words.
pub(crate) const fn limbs([a, b, c, d]: Words) -> [u64; LIMBS] {
    [a & MASK52, (a >> 52 | b << 12) & MASK52, (b >> 40 | c << 24) & MASK52, (c >> 28 | d << 36) & MASK52, d >> 16]
}

/// `−1/q mod 2^52` by Newton's iteration: the number of correct bits doubles, from 3.
const fn negative_inverse(q: u64) -> u64 {
    let (mut inverse, mut step) = (q, 0);
    while step < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(inverse)));
        step += 1;
    }
    inverse.wrapping_neg() & MASK52
}
