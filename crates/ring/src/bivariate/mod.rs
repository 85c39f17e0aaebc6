//! Polynomials over the torus in base `2^K`, and exact products of their digits: the *bivariate*
//! representation.
//!
//! An element of `T_N[X]`, real polynomials modulo `X^N + 1` and integers, is written
//! `Σ_j d_j·2^(−jK)` with digits `d_j` of `K` bits: a polynomial in `X` and `Y = 2^(−K)` (M.
//! Georgieva Belorgey, S. Carpov, K. Deforth, D. Jetchev, A. Sae-Tang, M. Vuille and M. Zeller,
//! ePrint 2023/771). Its digits are its decomposition for a gadget product, a prefix of them is
//! the element at less precision, and sums of products of digits are made into digits once, by
//! carries.
//!
//! There are three spaces, each with its operands of products:
//! * coefficients, [`TorusPoly`]: words of 52 bits, the most significant first;
//! * transforms, [`Digits`]: those of each digit modulo each prime of a [`DigitPlan`], and
//!   [`PreparedDigits`] and [`DigitMatrix`], which they are multiplied with;
//! * sums, [`DigitSums`]: residues of sums of products, from which carries make a [`TorusPoly`].
//!
//! [`DigitTransforms`] leads from one to the next.

mod conversion;
mod digit_plan;
mod digits;
mod matrix;
mod multiples;
mod packed;
mod products;
mod shared;
mod shared_matrix;
mod sums;
mod tensor;
#[cfg(test)]
mod tests;
mod torus_poly;
mod transforms;

pub use digit_plan::{DigitPlan, DigitPlanError, DigitWords};
pub(crate) use digits::row_words;
pub use digits::{Digits, PreparedDigits};
pub use matrix::DigitMatrix;
pub(crate) use matrix::TILE;
pub use multiples::RoundedMultiples;
pub use products::DigitProducts;
pub use shared::{SharedBytes, SharedWordsError};
pub use sums::DigitSums;
pub use torus_poly::TorusPoly;
pub use transforms::DigitTransforms;

/// Bits of a word of the torus.
pub const WORD_BITS: u32 = papilio_ntt::Reconstruction::WORD_BITS;
