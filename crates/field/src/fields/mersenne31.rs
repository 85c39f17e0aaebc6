//! The Mersenne prime `p = 2^31 − 1`, and its quadratic extension.
//!
//! The multiplicative group of `F_p` has one root of unity of order `2^k`, `−1`. Transforms over
//! this field use those of the extension, [`Complex31`].

mod complex;

use super::word32::{difference_below_31_bits, sum_below_31_bits, word32};

pub use complex::Complex31;

const P: u32 = 0x7FFF_FFFF;

word32! {
    /// An element of `F_p`, `p = 2^31 − 1`.
    Mersenne31, modulo 0x7FFF_FFFF, "mersenne31", 31 bits, two-adicity 1, generator 7,
    sum_below_31_bits, difference_below_31_bits, fold
}

/// `x mod p` for `p = 2^31 − 1`.
#[inline]
fn fold(x: u64, p: u32) -> u32 {
    // 2^31 = 1: two folds leave less than 2^31 + 4, which is below 2p.
    let mask = u64::from(p);
    let folded = (x & mask) + (x >> 31);
    let folded = ((folded & mask) + (folded >> 31)) as u32;
    folded.min(folded.wrapping_sub(p))
}
