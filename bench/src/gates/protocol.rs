//! The messages between a benchmark and a foreign program: one JSON object a line each.

use crate::peers::{Question, Reply};
use serde::{Deserialize, Serialize};

/// A measurement to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// Names of the peer's sets, of which the fastest counts.
    pub sets: &'static [&'static str],
    /// Gates of one call.
    pub gates: usize,
    /// Whether they are multiplexers, and not NAND.
    pub multiplexers: bool,
    /// Threads that they run on.
    pub threads: usize,
    /// Timed calls.
    pub samples: usize,
}

/// The result of a measurement.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Answer {
    /// A library, its version, and the set.
    pub peer: String,
    /// Median time of one gate.
    pub milliseconds: f64,
    /// Bytes of its compressed key.
    pub key_bytes: usize,
    /// Whether every bit was right.
    pub correct: bool,
}

impl Question for Request {
    const ARGUMENTS: &'static [&'static str] = &[];
    type Answer = Answer;
    type Reply = Reply<Answer>;
}
