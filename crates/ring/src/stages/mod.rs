//! Stages across the rows of a batch of polynomials, and the primes that are dropped between them.
//!
//! A [`Program`] is the description: the shapes, the constants modulo each prime, and what a limb
//! subtracts when others are dropped. A [`RowTransform`] is a program as an engine runs it. The
//! CPU's loops work on all cores, which this crate does not: those of `papilio_hntt` are the
//! engine's, and so it is tables that have this trait, where others are of an engine. A [`RowPipe`]
//! is for windows that are moved while others are transformed.

mod ended;
mod program;
mod row_pipe;
mod row_transform;

pub use ended::{Canceled, Ended};
pub use program::{Dropped, Program, StageConstants};
pub use row_pipe::{RowPipe, SLOTS};
pub use row_transform::{RowTransform, Watch};
