//! Products of the digits of a polynomial with given polynomials: the residue loops of hybrid key
//! switching.
//!
//! A polynomial is cut into digits, its residues modulo groups of primes of `Q`; each digit is
//! multiplied by a pair of polynomials modulo `P·Q`, and the sum divided by `P`, which leaves
//! little of the noise of those polynomials (C. Gentry, S. Halevi and N. Smart, ePrint 2012/099;
//! digits of several primes: K. Han and D. Ki, ePrint 2019/688). Special primes come first in the
//! basis, so that every level is a prefix of it.
//!
//! Rows of a key may be decomposed as well: [`KeyRows`] are of either kind, and say of which.

mod block_matrix;
mod blocks;
mod decomposition;
mod digit;
mod engine;
mod extended;
mod form;
mod matrix;
mod product;
mod quotient;
mod residues;
mod rows;
mod steps;
mod tables;
#[cfg(test)]
mod tests;

pub use block_matrix::BlockMatrix;
pub use blocks::BlockSizeError;
pub use decomposition::Decomposition;
pub use digit::Lift;
pub use engine::{KeySwitchEngine, Summands};
pub use extended::Extended;
pub use form::GadgetForm;
pub use matrix::GadgetMatrix;
pub use quotient::Dropping;
pub use residues::{Residues, RowBlocks};
pub use rows::KeyRows;
pub use steps::{GiantStep, Step, StepFactors};
pub use tables::Gadget;
