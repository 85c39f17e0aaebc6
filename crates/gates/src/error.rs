//! Errors.

use crate::ParametersError;
use papilio_fhe::codec::BytesError;
use papilio_fhe::rlwe::KeyId;

/// Why an operation on ciphertexts or keys is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GatesError {
    /// Something is of other parameters.
    #[error("{what} of the parameters {found:016x}, where those of {expected:016x} are in use")]
    Parameters {
        /// The object.
        what: &'static str,
        /// Its digest of parameters.
        found: u64,
        /// The digest in use.
        expected: u64,
    },
    /// Something is under another secret key.
    #[error("{what} under the key {found}, where the key {expected} is in use")]
    Key {
        /// The object.
        what: &'static str,
        /// Its key.
        found: KeyId,
        /// The key in use.
        expected: KeyId,
    },
    /// A value is not below the size of its space.
    #[error("value {value} at position {position} is not below {size}")]
    Value {
        /// The given number.
        value: u32,
        /// Where in the input.
        position: usize,
        /// The number of values.
        size: u32,
    },
    /// A space of values has no size that a table can have.
    #[error("a space of {size} values: its size is a power of two from 2 to {most}")]
    Space {
        /// The given number.
        size: u32,
        /// The greatest size for the degree.
        most: u32,
    },
    /// A table has another length than its space.
    #[error("a table of {found} values for a space of {size}")]
    Table {
        /// Values of the table.
        found: usize,
        /// Values of the space.
        size: u32,
    },
    /// Failures would be more probable than is allowed.
    #[error(
        "a table of {size} values fails with a probability of 2^{log2_failure:.1}, above 2^{allowed:.1}: take parameters for it"
    )]
    Failure {
        /// Values of the table.
        size: u32,
        /// `log2` of the probability.
        log2_failure: f64,
        /// `log2` of what is allowed.
        allowed: f64,
    },
    /// Bytes are refused.
    #[error(transparent)]
    Bytes(#[from] BytesError),
    /// Parameters are refused.
    #[error(transparent)]
    InvalidParameters(#[from] ParametersError),
    /// Another number of bits than inputs.
    #[error("{found} bits for a circuit of {expected} inputs")]
    Inputs {
        /// The given number.
        found: usize,
        /// Inputs of the circuit.
        expected: usize,
    },
    /// The work was canceled by its caller.
    #[error("canceled after {done} of {of} rotations")]
    Canceled {
        /// Rotations that were done.
        done: usize,
        /// Rotations of the circuit.
        of: usize,
    },
}
