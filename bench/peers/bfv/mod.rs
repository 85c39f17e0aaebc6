//! The common parts of the peers for BFV that are written in Rust: the protocol, the messages and
//! the arithmetic in the clear, the clock. A module of each of them (`#[path]`), so that none of it
//! exists twice; it needs `serde` and `serde_json` only.

#[cfg(test)]
mod check;
mod clear;
mod clock;
mod library;
mod operation;
mod protocol;
mod server;

#[cfg(test)]
pub(crate) use check::every_operation_is_correct;
pub(crate) use clear::Clear;
pub(crate) use clock::{median, once};
pub(crate) use library::{Library, Measured};
pub(crate) use operation::Operation;
pub(crate) use protocol::Set;
pub(crate) use server::serve;
