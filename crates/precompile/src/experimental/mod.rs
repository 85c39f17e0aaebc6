//! Operations that verifiers of lattice signatures would use besides the four. No proposal has
//! them: inputs and prices may change.
//!
//! | operation | offset | input | output |
//! |:--|:--|:--|:--|
//! | [`Operation::Subtract`] | 4 | header, two vectors | their difference |
//! | [`Operation::MultiplyAccumulate`] | 5 | `k`, `l`, one byte each; header; `k·l` vectors, row by row; `l` vectors | `k` vectors |
//! | [`Operation::Norm`] | 6 | `00` for the square of the Euclidean norm or `01` for the greatest magnitude; header; one vector | 32 bytes |
//! | [`Operation::Shake256`] | 7 | length of the output, four bytes, at most `2^16`; message | that many bytes |
//!
//! Headers are those of the four operations, roots are not looked at, and
//! [`Kind::Incomplete`](crate::Kind::Incomplete) and [`Kind::Complex`](crate::Kind::Complex) have
//! no products here. With `k·l` at most 64 and `k·l·n` within the limit on `n`, products with a
//! matrix are no longer than other inputs. Norms are of the residues nearest to zero, modulo
//! numbers below `2^32`.
//!
//! Prices, with the coefficients of widths up to 4, of 8, of 16 and of 32 bytes:
//!
//! * differences: those of sums;
//! * products with a matrix: `{20, 20, 30, 60} + ⌈k·l·n·{0.15, 0.25, 1.0, 2.0}⌉ + ⌈(k + l)·n·{0.15,
//!   0.30, 1.0, 2.0}⌉`;
//! * norms: `20 + ⌈0.15·n⌉`;
//! * SHAKE256: `60 + 36` for each permutation, `⌊message/136⌋ + max(1, ⌈output/136⌉)` of them;
//! * malformed inputs: 200.

mod matrix;
mod norm;
mod shake;
mod subtract;

use crate::Error;
use alloc::vec::Vec;

/// An operation of a further precompile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The difference of two vectors.
    Subtract,
    /// A matrix of vectors times a vector of vectors, element by element.
    MultiplyAccumulate,
    /// A norm of a vector.
    Norm,
    /// The extendable output function of FIPS 202.
    Shake256,
}

impl Operation {
    /// In the order of their addresses.
    pub const ALL: [Self; 4] = [Self::Subtract, Self::MultiplyAccumulate, Self::Norm, Self::Shake256];

    /// The offset from the base address.
    #[must_use]
    pub fn address_offset(self) -> u64 {
        match self {
            Self::Subtract => 4,
            Self::MultiplyAccumulate => 5,
            Self::Norm => 6,
            Self::Shake256 => 7,
        }
    }
}

/// The gas of a call, from the header and the length alone.
#[must_use]
pub fn gas(operation: Operation, input: &[u8]) -> u64 {
    let price = match operation {
        Operation::Subtract => subtract::gas(input),
        Operation::MultiplyAccumulate => matrix::gas(input),
        Operation::Norm => norm::gas(input),
        Operation::Shake256 => shake::gas(input),
    };
    price.unwrap_or(crate::gas::MALFORMED)
}

/// The output of a call.
///
/// # Errors
/// [`Error`], the first that applies; what stands before a header counts as a part of it.
pub fn run(operation: Operation, input: &[u8]) -> Result<Vec<u8>, Error> {
    match operation {
        Operation::Subtract => subtract::run(input),
        Operation::MultiplyAccumulate => matrix::run(input),
        Operation::Norm => norm::run(input),
        Operation::Shake256 => shake::run(input),
    }
}
