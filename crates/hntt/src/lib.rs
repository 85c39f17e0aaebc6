//! The number-theoretic transform across ciphertexts, at constant multiplicative depth.
//!
//! [`Problem`] → [`design()`] → [`Recipe`] → [`execute`] over an [`Interpreter`]: the plain field ([`over::plain`], the oracle),
//! BFV ciphertexts ([`over::bfv`]), operation counts ([`over::counts`]) and noise ([`over::noise`]). The transform itself,
//! which constant multiplies which input of which stage, is written once, in [`Constants`].
//!
//! [`slots`]: the transform inside one ciphertext, by rotations and diagonals.
#![forbid(unsafe_code)]

pub mod columns;
mod interpreter;
mod planner;
mod problem;
mod schedule;
pub mod slots;
#[cfg(test)]
mod tests;

pub use columns::batch::{Batch, Canceled, Sink, Source};
pub use columns::constants::Constants;
pub use columns::design::{Design, DesignError, LayoutChoice, Request, StoredDesignError};
pub use columns::layout::{Layout, Packing};
pub use columns::recipe::{Recipe, RecipeError, Step};
pub use columns::search::design;
pub use columns::{batch, cost, layout, over};
pub use interpreter::{Interpreter, execute};
pub use papilio_ntt::ProductSharing;
pub use problem::{Direction, Problem, ProblemError};
