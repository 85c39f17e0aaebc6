//! The number-theoretic transform across ciphertexts, at constant multiplicative depth.
//!
//! [`Problem`] → [`design()`] → [`Recipe`] → [`execute`] over an [`Interpreter`]: the plain field
//! ([`over::plain`], the oracle), BFV ciphertexts ([`over::bfv`]), operation counts
//! ([`over::counts`]) and noise ([`over::noise`]). The transform itself, which constant multiplies
//! which input of which stage, is written once, in [`Constants`].
//!
//! ```
//! use papilio_field::fields::P32;
//! use papilio_field::{Field, FieldRing};
//! use papilio_hntt::{Problem, ProductSharing, Recipe, layout, over};
//!
//! // A transform of 64 columns of three elements in two layers, of radices 8 and 8.
//! let t = FieldRing::<P32>::new();
//! let problem = Problem::forward(64)?;
//! let recipe = Recipe { problem, radices: vec![8, 8], evaluator: ProductSharing::Shared, limbs: vec![1, 1], output_limbs: 1 };
//! recipe.check()?;
//! let matrix: Vec<P32> = (0..64 * 3).map(P32::from_u64).collect();
//! // The same recipe runs over ciphertexts; over the plain field it shows that it computes the transform.
//! let transformed = over::plain::transform(&t, &recipe, 3, &matrix);
//! assert_eq!(transformed, layout::reference(&t, &problem, 3, matrix));
//! let counts = over::counts::counts(&recipe);
//! assert_eq!((counts.rotations, counts.key_switches), (0, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`slots`]: the transform inside one ciphertext, by rotations and diagonals.
#![forbid(unsafe_code)]

pub mod columns;
mod interpreter;
mod key_kind;
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
pub use columns::windows::{Watches, WindowTimes, Windows};
pub use columns::{MemorySink, MemorySource};
pub use columns::{batch, cost, layout, over};
pub use interpreter::{Interpreter, execute};
pub use key_kind::KeyKind;
pub use papilio_ntt::ProductSharing;
pub use papilio_ring::stages::Ended;
pub use problem::{Direction, Problem, ProblemError};
