//! Homomorphic encryption over [`ring`].
//!
//! * [`Literal`] → [`Params`]: what a caller writes, and what has been validated, security included.
//! * [`switch`]: hybrid key switching, for every scheme.
//! * [`bfv`]: the scheme, for plaintext primes up to 256 bits.
//! * [`noise`]: the predictor.
#![forbid(unsafe_code)]

pub mod bfv;
pub mod noise;
mod params;
pub mod security;
pub mod switch;

pub use params::{Literal, Params, ParamsError};
