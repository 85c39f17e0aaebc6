//! Homomorphic encryption over [`papilio_ring`].
//!
//! * [`ParametersLiteral`] → [`Parameters`]: what a caller writes, and what has been validated, security included.
//! * [`switch`]: hybrid key switching, for every scheme.
//! * [`bfv`]: the scheme, for plaintext primes up to 256 bits.
//! * [`bgv`]: BGV over its ciphertexts and keys: cheaper products.
//! * [`bytes`]: keys, ciphertexts and plaintexts as they are sent.
//! * [`noise`]: the predictor.
//! * [`seeds`]: what seeds are expanded to, each purpose apart.
//! * [`advice`]: parameters for a circuit, and why those.
#![forbid(unsafe_code)]

pub mod advice;
pub mod bfv;
pub mod bgv;
pub mod codec;
pub mod noise;
#[cfg(test)]
mod observed;
mod parameters;
pub mod prelude;
pub mod rlwe;
pub mod security;
pub mod seeds;

pub use parameters::{Parameters, ParametersBuilder, ParametersError, ParametersLiteral};
