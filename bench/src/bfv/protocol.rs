//! The messages between a benchmark and a foreign program: one JSON object a line each. The peers'
//! side of it, and what each operation is, are in `bench/peers/bfv`.

use crate::peers::{Question, Reply};
use serde::{Deserialize, Serialize};

/// A measurement to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// Name of the set of parameters, which a peer need not know.
    pub set: &'static str,
    /// `log2` of the ring degree.
    pub log_degree: u32,
    /// Bits of each prime; the last one is special.
    pub prime_bits: Vec<u32>,
    /// The plaintext prime.
    pub plain_modulus: u64,
    /// Name of the operation.
    pub operation: &'static str,
    /// Timed calls.
    pub samples: usize,
}

/// The result of a measurement.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Answer {
    /// A library and its version.
    pub peer: String,
    /// The operation.
    pub operation: String,
    /// Median time of one call.
    pub milliseconds: f64,
    /// Whether the result decrypts to what arithmetic in the clear gives.
    pub correct: bool,
    /// Caveat for comparing the time.
    #[serde(default)]
    pub note: Option<String>,
}

impl Question for Request {
    const ARGUMENTS: &'static [&'static str] = &["bfv"];
    type Answer = Answer;
    type Reply = Reply<Answer>;

    fn operations<'a>(&'a self, answer: &'a Answer) -> Option<[&'a str; 2]> {
        Some([self.operation, &answer.operation])
    }
}
