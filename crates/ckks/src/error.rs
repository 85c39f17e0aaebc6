//! Why an operation is refused.

use papilio_fhe::ParametersError;
use papilio_fhe::rlwe::FheError;

/// Why an operation of CKKS is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CkksError {
    /// An operation of the common part is refused.
    #[error(transparent)]
    Fhe(#[from] FheError),
    /// The ring parameters are refused.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
    /// A number is infinite or none.
    #[error("the value {value} in slot {index} is not finite")]
    NotFinite {
        /// Its slot, or coefficient.
        index: usize,
        /// The value.
        value: f64,
    },
    /// More values than slots.
    #[error("{found} values: there are {most} slots")]
    Slots {
        /// Values given.
        found: usize,
        /// Slots.
        most: usize,
    },
    /// A message at its scale does not fit the modulus.
    #[error(
        "a message of {bits:.1} bits at its scale does not fit a modulus of {modulus_bits:.1} bits, of which one is for the sign"
    )]
    Overflow {
        /// `log2` of the bound on the message, times the scale.
        bits: f64,
        /// `log2` of the modulus of the level.
        modulus_bits: f64,
    },
}
