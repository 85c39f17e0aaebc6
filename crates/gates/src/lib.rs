//! Gate bootstrapping with half TRGSW products.
#![forbid(unsafe_code)]

mod blind_rotation;
mod decomposition;
mod error;
mod evaluation_key;
mod evaluator;
mod gate;
mod key_switch;
mod lwe;
mod noise;
mod parameters;
mod secret_key;
pub mod security;
mod seeds;
mod sets;
mod table;
mod word;

pub use decomposition::Decomposition;
pub use error::GatesError;
pub use evaluation_key::EvaluationKey;
pub use evaluator::Evaluator;
pub use gate::{BinaryGate, Gate, UnknownGate};
pub use lwe::{Bit, Integer};
pub use noise::Noise;
pub use parameters::{Order, Parameters, ParametersError, ParametersLiteral, Precision, SECURITY};
pub use secret_key::SecretKey;
pub use table::{DEFAULT_LOG2_FAILURE, Table};
