//! `papilio bench ckks`: our CKKS beside other libraries, operation by operation.
//!
//! * [`sets`], [`cases`]: sets of parameters, operations and peers, as data.
//! * [`own`]: our side of a set: keys and messages; the clock is [`crate::calls`].
//! * [`operations`]: our side of each operation, checked by arithmetic in the clear before it is
//!   timed.
//! * [`protocol`]: what is said to the foreign programs of `bench/peers`, which [`crate::peers`]
//!   starts.
//! * [`jobs`]: one comparison, and the row that comes of it.

pub mod cases;
pub mod jobs;
pub mod operations;
pub mod own;
pub mod protocol;
pub mod sets;

/// The messages and the arithmetic that the peers have too.
#[path = "../../peers/ckks/clear.rs"]
mod clear;
#[path = "../../peers/ckks/memory.rs"]
pub(crate) mod memory;
