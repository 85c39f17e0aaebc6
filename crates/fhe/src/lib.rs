//! Homomorphic encryption over [`papilio_ring`].
//!
//! * [`ParametersLiteral`], as a caller writes it, is validated into [`Parameters`], security included.
//! * [`rlwe`]: keys, ciphertexts and hybrid key switching, which all schemes share.
//! * [`bfv`]: BFV, for plaintext primes up to 256 bits.
//! * [`bgv`]: BGV over the ciphertexts and keys of BFV, with cheaper products.
//! * [`codec`]: keys, ciphertexts and plaintexts as bytes.
//! * [`noise`]: the prediction of noise.
//! * [`seeds`]: the expansion of seeds, separate for each purpose.
//! * [`advice`]: parameters for a circuit, and the reasons for them.
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
