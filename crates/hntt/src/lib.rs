//! The number-theoretic transform across ciphertexts, at constant multiplicative depth.
//!
//! [`Problem`] → [`design()`] → [`Recipe`] → [`execute`] over an [`Algebra`]: the plain field ([`over::plain`], the oracle),
//! BFV ciphertexts ([`over::bfv`]), operation counts ([`over::counts`]) and noise ([`over::noise`]). The transform itself,
//! which constant multiplies which input of which stage, is written once, in [`Constants`].
//!
//! [`slots`]: the transform inside one ciphertext, by rotations and diagonals.
#![forbid(unsafe_code)]

pub mod algebra;
pub mod batch;
mod budget;
mod constants;
pub mod cost;
pub mod design;
pub mod layout;
pub mod over;
mod problem;
mod recipe;
mod schedule;
pub mod slots;
#[cfg(test)]
mod tests;

pub use algebra::{Algebra, execute};
pub use batch::{Batch, Canceled, Sink, Source};
pub use constants::Constants;
pub use design::{Design, DesignError, LayoutChoice, Request, StoredDesignError, design};
pub use layout::{Layout, Packing};
pub use papilio_ntt::ProductSharing;
pub use problem::{Direction, Problem, ProblemError};
pub use recipe::{Recipe, RecipeError, Step};
