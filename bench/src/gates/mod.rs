//! `papilio bench gates`: our gates against those of other libraries.
//!
//! * [`cases`]: sets of parameters and operations, as data.
//! * [`own`]: our side.
//! * [`protocol`]: what is said to the foreign programs of `bench/peers`, which [`crate::peers`]
//!   starts.
//! * [`jobs`]: one comparison, and the row that comes of it.

pub mod cases;
pub mod jobs;
pub mod own;
pub mod protocol;
