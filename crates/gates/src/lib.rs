//! Gate bootstrapping with half TRGSW products.
#![forbid(unsafe_code)]

mod bits;
mod blind_rotation;
mod circuit;
mod codec;
mod decomposition;
mod error;
mod evaluation_key;
mod evaluator;
mod gate;
mod key_switch;
mod lwe;
mod noise;
mod parameters;
pub mod search;
mod secret_key;
pub mod security;
mod seeded;
mod seeds;
mod sets;
mod table;
mod word;

pub use bits::{Bits, Integers};
pub use circuit::{Circuit, CircuitError, Net, Run};
pub use decomposition::Decomposition;
pub use error::GatesError;
pub use evaluation_key::EvaluationKey;
pub use evaluator::Evaluator;
pub use gate::{BinaryGate, Gate, UnknownGate};
pub use lwe::{Bit, Integer};
pub use noise::{Noise, log2_tail};
pub use parameters::{Order, Parameters, ParametersError, ParametersLiteral, Precision, SECURITY};
pub use secret_key::SecretKey;
pub use seeded::SeededBits;
pub use table::{DEFAULT_LOG2_FAILURE, Table};
