//! The common parts of the peers for CKKS that are written in Rust: the protocol, the messages and
//! the arithmetic in the clear, the clock. A module of each of them (`#[path]`), so that none of it
//! exists twice; it needs `serde` and `serde_json` only.

#[cfg(test)]
mod check;
mod clear;
#[path = "../bfv/clock.rs"]
mod clock;
mod library;
mod memory;
mod operation;
mod protocol;
mod run;
mod server;

#[cfg(test)]
pub(crate) use check::every_operation_is_correct_or_refused;
pub(crate) use clear::Slots;
pub(crate) use library::{Library, Measured};
pub(crate) use operation::Operation;
pub(crate) use protocol::Set;
pub(crate) use run::watch;
pub(crate) use server::serve;
