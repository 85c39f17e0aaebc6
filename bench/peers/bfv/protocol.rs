//! Requests and answers: one JSON object a line each.

use super::operation::Operation;
use serde::{Deserialize, Serialize};

/// A set of parameters. Its name is left to whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Set {
    /// Logarithm of the ring degree to base two.
    pub(crate) log_degree: u32,
    /// Bits of the primes of the modulus of the keys. The last is the special prime: ciphertexts
    /// have all but it.
    pub(crate) prime_bits: Vec<u32>,
    /// The plaintext modulus.
    pub(crate) plain_modulus: u64,
}

impl Set {
    /// The ring degree, and so the length of a vector.
    pub(crate) fn degree(&self) -> usize {
        1 << self.log_degree
    }

    /// Refuses what no library is made for, and what arithmetic here would fail on.
    pub(crate) fn check(&self) -> Result<(), String> {
        let possible = (3..=17).contains(&self.log_degree) && self.plain_modulus > 1 && self.prime_bits.len() > 1;
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
    /// Whether the result decrypts to what the arithmetic in the clear gives.
    pub(crate) correct: bool,
    /// Caveat for comparing the time.
    pub(crate) note: Option<&'static str>,
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
        let line = r#"{"set":"n8192-l3","log_degree":13,"prime_bits":[50,50,50],"plain_modulus":4293918721,
            "operation":"multiply","samples":11}"#;
        let request: Request = serde_json::from_str(line).expect("a request");
        let set = Set { log_degree: 13, prime_bits: vec![50; 3], plain_modulus: 4_293_918_721 };
        assert_eq!(request, Request { set, operation: Operation::Multiply, samples: 11 });
    }

    #[test]
    fn an_answer_is_written() {
        let answer =
            Answer { peer: "A 1".into(), operation: Operation::AddPlain, milliseconds: 0.5, correct: true, note: None };
        let line = serde_json::to_string(&Reply::Answer(answer)).expect("a line");
        assert_eq!(line, r#"{"peer":"A 1","operation":"add_plain","milliseconds":0.5,"correct":true,"note":null}"#);
        let line = serde_json::to_string(&Reply::Error { error: "no".into() }).expect("a line");
        assert_eq!(line, r#"{"error":"no"}"#);
    }
}
