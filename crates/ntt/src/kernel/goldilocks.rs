//! The transform over Goldilocks, `p = 2^64 − 2^32 + 1`, which is above the primes of
//! [`Modulus`](papilio_field::Modulus).
//!
//! Kernels as those of the word primes: a name, a test, and code. All take and give canonical
//! words, and have the points `shift·ω^i` for the `ω` of [`Field::root_of_unity`]. The reasons are
//! in `docs/notes/goldilocks.md`.
//!
//! | kernel | text | lanes |
//! |---|---|---|
//! | `avx512ifma` | [`limb_pair48`] | 8 words as pairs of 48-bit limbs, 52-bit products |
//! | `avx512`, `avx2` | [`split32`] | 8 or 4 words, 32-bit products |
//! | `scalar` | [`scalar`] | one word, products of 128 bits |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod limb_pair48;
mod scalar;
mod split32;
#[cfg(test)]
mod tests;

use super::field_kernel::FieldKernel;
use super::{Twiddles, coset_twiddles};
use papilio_field::Field;
use papilio_field::fields::Goldilocks;

/// The prime.
pub(crate) const P: u64 = 0xFFFF_FFFF_0000_0001;
/// `2^64 mod p`.
const EPSILON: u64 = 0xFFFF_FFFF;

/// The kernels, in order of preference. The last takes everything.
pub(crate) static KERNELS: &[&FieldKernel<u64>] = &[
    #[cfg(target_arch = "x86_64")]
    &avx512::IFMA,
    #[cfg(target_arch = "x86_64")]
    &avx512::PLAIN,
    #[cfg(target_arch = "x86_64")]
    &avx2::KERNEL,
    &scalar::KERNEL,
];

/// The twiddles of the coset `shift·ω^i` of `n` points, or `None` where the field has no such `ω`
/// or the shift is zero.
pub(crate) fn twiddles(n: usize, shift: Goldilocks) -> Option<Twiddles> {
    let root = Goldilocks::root_of_unity(n.trailing_zeros())?;
    let coset = |root, shift| coset_twiddles(n, word(root), word(shift), 1, product);
    let scale = Goldilocks::from_u64(n as u64).inverse()?;
    Some(Twiddles::new(coset(root, shift), coset(root.inverse()?, shift.inverse()?), word(scale), product))
}

fn word(x: Goldilocks) -> u64 {
    x.to_words()[0]
}

/// `a·b mod p`.
fn product(a: u64, b: u64) -> u64 {
    word(Goldilocks::from_u64(a) * Goldilocks::from_u64(b))
}

/// `factor·2^exponent mod p`. Tables have two such words for every twiddle.
fn times_power_of_two(factor: u64, exponent: u64) -> u64 {
    product(factor, power_of_two(exponent))
}

/// `2^exponent mod p`, where `2^64 = 2^32 − 1` and `2^96 = −1`.
fn power_of_two(exponent: u64) -> u64 {
    let power = match exponent % 96 {
        short @ ..64 => 1 << short,
        long => EPSILON << (long - 64),
    };
    if (exponent / 96).is_multiple_of(2) { power } else { P - power }
}
