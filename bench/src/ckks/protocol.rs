//! The messages between a benchmark and a foreign program: one JSON object a line each. The peers'
//! side of it, and what each operation is, are in `bench/peers/ckks`.

use crate::peers::{Question, Reply};
use serde::{Deserialize, Serialize};

/// A measurement to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// Name of the set of parameters, which a peer need not know.
    pub set: &'static str,
    /// `log2` of the ring degree.
    pub log_degree: u32,
    /// Bits of each prime of ciphertexts; the first stays longest.
    pub prime_bits: Vec<u32>,
    /// Bits of each prime that only keys have.
    pub special_bits: Vec<u32>,
    /// Bits of the scale.
    pub scale_bits: u32,
    /// Primes that a rescaling divides away.
    pub primes_per_level: usize,
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
    /// Whether every slot has the precision that the set allows to expect.
    pub correct: bool,
    /// Precision of the worst slot in bits.
    pub precision_min: f64,
    /// Mean of the precisions of all slots.
    pub precision_mean: f64,
    /// Bytes of the keys that the operation reads or makes, where the library tells.
    #[serde(default)]
    pub key_bytes: Option<usize>,
    /// Bytes of a fresh ciphertext.
    pub ciphertext_bytes: usize,
    /// Most memory that the process had resident while calls were timed.
    #[serde(default)]
    pub peak_bytes: Option<u64>,
    /// Caveat for comparing the time.
    #[serde(default)]
    pub note: Option<String>,
}

impl Question for Request {
    const ARGUMENTS: &'static [&'static str] = &["ckks"];
    type Answer = Answer;
    type Reply = Reply<Answer>;

    fn operations<'a>(&'a self, answer: &'a Answer) -> Option<[&'a str; 2]> {
        Some([self.operation, &answer.operation])
    }
}
