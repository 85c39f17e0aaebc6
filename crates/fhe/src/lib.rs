//! Homomorphic encryption over [`ring`].
//!
//! * [`Literal`] → [`Params`]: what a caller writes, and what has been validated, security included.
//! * [`switch`]: hybrid key switching, for every scheme.
//! * [`bfv`]: the scheme, for plaintext primes up to 256 bits.
//! * [`bgv`]: BGV over its ciphertexts and keys: cheaper products.
//! * [`bytes`]: keys, ciphertexts and plaintexts as they are sent.
//! * [`noise`]: the predictor.
//! * [`advice`]: parameters for a circuit, and why those.
#![forbid(unsafe_code)]

pub mod advice;
pub mod bfv;
pub mod bgv;
pub mod bytes;
pub mod noise;
mod params;
pub mod security;
pub mod switch;

pub use params::{Literal, Params, ParamsError};
