//! `papilio bench bfv`: our BFV beside other libraries, operation by operation.
//!
//! * [`sets`], [`cases`]: sets of parameters, operations and peers, as data.
//! * [`side`]: our side of a set: keys, messages, and each operation, checked by arithmetic in the
//!   clear before it is timed; the clock is [`crate::calls`].
//! * [`protocol`]: what is said to the foreign programs of `bench/peers`, which [`crate::peers`]
//!   starts.
//! * [`jobs`]: one comparison, and the row that comes of it.

pub mod cases;
pub mod jobs;
mod operations;
mod own;
pub mod protocol;
pub mod sets;
pub mod side;
