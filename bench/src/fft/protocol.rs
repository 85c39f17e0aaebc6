//! The messages between a benchmark and a foreign program: one JSON object a line each.

use super::ntt::{Direction, Order};
use serde::{Deserialize, Serialize};

/// A measurement to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Complex numbers of the transform.
    pub n: usize,
    /// Which way is timed.
    pub direction: Direction,
    /// The order of the values.
    pub order: Order,
    /// Where the data comes from.
    pub seed: u64,
    /// Timed samples.
    pub samples: usize,
}

/// The result of a measurement. Errors are in units of `2^(−53)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Who answers: a library and its version, or a kernel of ours.
    pub peer: String,
    /// Median time of one transform.
    pub nanoseconds: f64,
    /// The greatest error of a value of the forward transform, relative to the sum of the
    /// magnitudes of the coefficients.
    pub value_error: f64,
    /// The error of what the inverse transform gives back, relative to the data, in the norm `l2`.
    pub inverse_error: f64,
    /// Caveat for comparing the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}
