//! Transforms over the complex numbers, in doubles: products of real polynomials modulo
//! `X^(2n) + 1` by `n` values, for encoders and for products that are rounded.
//!
//! `X^(2n) + 1 = (X^n − i)(X^n + i)`, and a real polynomial is determined by its residue modulo one
//! factor, because the residue modulo the other is the conjugate. So `R[X]/(X^(2n) + 1)` is
//! `C[X]/(X^n − i)`: coefficient `j` is the real part of the residue's coefficient `j`, and
//! coefficient `j + n` the imaginary part. A buffer of `2n` doubles, `n` real parts and then `n`
//! imaginary ones, is the polynomial as it is; [`crate::circle::FoldedDomain`] is the same over a
//! field.
//!
//! With `ζ = e^(2πi/4n)`, so that `ζ^n = i`, the values are those at `ζ^(4k+1)`, `k < n`. The tree
//! is that of [`crate::circle`]: node `v = 2^d + b` multiplies with `e^(2πi·e_v/2^(d+3))`,
//! `e_v = 1 + 4·brv_d(b)`, and value `k` comes to leaf `brv(k)`. The twiddle of a right half is i
//! times that of the left one.
//!
//! *Errors.* Let `u = 2^(−53)` be the unit of rounding and `t = log n`. A twiddle has parts that
//! err by at most `1.25·u` each, hence by `μ < 1.8·u` in all. A product of complex numbers errs by
//! `2u` of its magnitude besides, one `u` for the products that are rounded before they are added,
//! whose magnitudes are those of one part of a factor times the other factor, and one for the sum;
//! a sum by `u`. Each level multiplies by a matrix that is `√2` times a unitary one, and adds at
//! most `μ + 3u` to the relative error in the norm `l2`; this is the proof of N. Higham, "Accuracy
//! and Stability of Numerical Algorithms", theorem 24.2, with the constants of fused operations.
//! With terms of second order, for `t ≤ 24`,
//!
//! ```text
//! ‖computed − exact‖₂ ≤ 5·t·u·‖exact‖₂,    max |computed − exact| ≤ 5·t·u·Σ|a_j|
//! ```
//!
//! for a transform of `a`, and the same of the inverse, whose exact result is `1/n` times a sum of
//! the values. The second holds level by level, because a value and its neighbor depend on
//! coefficients that are not the same. Random data have errors that add up as their squares do:
//! about `0.7·√t·u` of the norm.
//!
//! Every kernel gives the same results, bit for bit: see [`ComplexPlan`].

pub(crate) mod factor;
mod matrix;
mod plan;
#[cfg(test)]
mod tests;
mod torus;

pub use crate::kernel::TorusWord;
pub(crate) use matrix::BLOCK;
pub use matrix::{ComplexMatrix, ComplexMatrixLayout};
pub use plan::ComplexPlan;
pub use torus::Torus;

use crate::MAX_LOG;
use alloc::string::String;

/// Why there is no complex transform or digit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComplexError {
    /// The length is out of range.
    #[error("no transform of 2^{log_size} complex numbers: there are those of 2^1 to 2^{MAX_LOG}")]
    Length {
        /// Logarithm of the length.
        log_size: u32,
    },
    /// No kernel of this name runs here, or it does not take the length.
    #[error("no kernel `{name}` that runs here takes 2^{log_size} complex numbers")]
    Kernel {
        /// The name.
        name: String,
        /// Logarithm of the length.
        log_size: u32,
    },
    /// The bits of a digit are none, or too many, or beyond the word.
    #[error("no digit of {bits} bits above the lowest {shift} of a word: it has from 1 to 51 bits, of 64")]
    Digit {
        /// Bits below the digit.
        shift: u32,
        /// Bits of the digit.
        bits: u32,
    },
}

/// A digit of 64-bit words: `((x + offset) >> shift mod 2^bits) − 2^(bits − 1)`, from
/// `−2^(bits − 1)` to below `2^(bits − 1)`.
///
/// The digits of the decomposition of a number on the torus: with an offset of
/// `Σ_j 2^(s_j + bits − 1)`, and half the unit of the last digit to round it, the digits at the
/// shifts `s_j`, times `2^(s_j)` each, add up to the word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digit {
    pub(crate) offset: u64,
    pub(crate) shift: u32,
    bits: u32,
}

impl Digit {
    /// The digit of `bits` bits above the lowest `shift` of them.
    ///
    /// # Errors
    /// [`ComplexError::Digit`] unless `1 ≤ bits ≤ 51` and `shift + bits ≤ 64`.
    pub fn new(offset: u64, shift: u32, bits: u32) -> Result<Self, ComplexError> {
        let fits = (1..=51).contains(&bits) && shift.checked_add(bits).is_some_and(|end| end <= u64::BITS);
        if fits { Ok(Self { offset, shift, bits }) } else { Err(ComplexError::Digit { shift, bits }) }
    }

    /// The digit of a word.
    #[must_use]
    pub fn of(&self, word: u64) -> i64 {
        (word.wrapping_add(self.offset) >> self.shift & self.mask()) as i64 - self.half() as i64
    }

    pub(crate) fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    pub(crate) fn half(&self) -> u64 {
        (1 << self.bits) >> 1
    }
}
