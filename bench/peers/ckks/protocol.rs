//! Requests and answers: one JSON object a line each.

use super::operation::Operation;
use serde::{Deserialize, Serialize};

/// A set of parameters. Its name is left to whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Set {
    /// Logarithm of the ring degree to base two.
    pub(crate) log_degree: u32,
    /// Bits of the primes of ciphertexts, in the order in which they stay: the last goes first.
    pub(crate) prime_bits: Vec<u32>,
    /// Bits of the primes that only keys have.
    pub(crate) special_bits: Vec<u32>,
    /// Logarithm of the scale to base two.
    pub(crate) scale_bits: u32,
    /// Primes that a rescaling divides by.
    pub(crate) primes_per_level: u32,
}

impl Set {
    /// The number of slots.
    pub(crate) fn slots(&self) -> usize {
        1 << (self.log_degree - 1)
    }

    /// The precision in bits that every slot of a result must have: noise grows with the degree,
    /// and takes a few bits besides.
    pub(crate) fn expected(&self) -> f64 {
        f64::from(self.scale_bits.saturating_sub(self.log_degree + 12).clamp(8, 32))
    }

    /// Refuses what no library is made for, and what arithmetic here would fail on.
    pub(crate) fn check(&self) -> Result<(), String> {
        let bits = self.prime_bits.iter().chain(&self.special_bits).all(|bits| (1..=64).contains(bits));
        let primes = !self.prime_bits.is_empty() && !self.special_bits.is_empty();
        let possible = (5..=17).contains(&self.log_degree) && (1..=128).contains(&self.scale_bits) && bits && primes;
        if possible { Ok(()) } else { Err("no such set of parameters".into()) }
    }
}

/// A measurement to be made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Request {
    /// The parameters.
    #[serde(flatten)]
    pub(crate) set: Set,
    /// The operation.
    pub(crate) operation: Operation,
    /// Timed calls.
    pub(crate) samples: usize,
}

/// The result of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Answer {
    /// A library and its version.
    pub(crate) peer: String,
    /// The operation.
    pub(crate) operation: Operation,
    /// Median time of one call.
    pub(crate) milliseconds: f64,
    /// Whether every slot has the precision that the set allows to expect.
    pub(crate) correct: bool,
    /// Precision of the worst slot in bits.
    pub(crate) precision_min: f64,
    /// Mean of the precisions of all slots.
    pub(crate) precision_mean: f64,
    /// Size of the keys that the operation reads or makes.
    pub(crate) key_bytes: usize,
    /// Size of a fresh ciphertext.
    pub(crate) ciphertext_bytes: usize,
    /// Most memory that the process had resident while calls were timed.
    pub(crate) peak_bytes: Option<u64>,
    /// Caveat for comparing the time.
    pub(crate) note: Option<String>,
}

/// A line of answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    /// It did what was asked.
    Answer(Answer),
    /// It cannot.
    Error {
        /// Why not.
        error: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read() {
        let line = r#"{"set":"n13-l2","log_degree":13,"prime_bits":[50,40,40],"special_bits":[50],"scale_bits":40,
            "primes_per_level":1,"operation":"rotate_hoisted_8","samples":11}"#;
        let request: Request = serde_json::from_str(line).expect("a request");
        let (prime_bits, special_bits) = (vec![50, 40, 40], vec![50]);
        let set = Set { log_degree: 13, prime_bits, special_bits, scale_bits: 40, primes_per_level: 1 };
        assert_eq!(set.check(), Ok(()));
        assert_eq!(request, Request { set, operation: Operation::RotateHoisted8, samples: 11 });
    }

    #[test]
    fn an_answer_is_written() {
        let answer = Answer {
            peer: "A 1".into(),
            operation: Operation::Dft,
            milliseconds: 0.5,
            correct: true,
            precision_min: 20.5,
            precision_mean: 22.0,
            key_bytes: 3,
            ciphertext_bytes: 4,
            peak_bytes: None,
            note: None,
        };
        let line = serde_json::to_string(&Reply::Answer(answer)).expect("a line");
        let start = r#"{"peer":"A 1","operation":"dft","milliseconds":0.5,"correct":true,"precision_min":20.5,"#;
        let rest = r#""precision_mean":22.0,"key_bytes":3,"ciphertext_bytes":4,"peak_bytes":null,"note":null}"#;
        assert_eq!(line, format!("{start}{rest}"));
    }
}
