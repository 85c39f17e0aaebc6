//! `papilio bench ntt`: our transforms against the libraries that a user would take instead.
//!
//! * [`cases`]: what is measured, as data.
//! * [`own`]: our side of a case, checked by the definition before it is timed.
//! * [`protocol`]: what is said to the foreign programs of `bench/peers`, which [`crate::peers`]
//!   starts.
//! * [`bound`]: how fast a transform could be if it did nothing but multiply.
//! * [`jobs`]: one comparison, and the row that comes of it.

pub mod bound;
pub mod cases;
pub mod jobs;
pub mod own;
pub mod protocol;
