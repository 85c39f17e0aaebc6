//! CKKS: arithmetic on encrypted vectors of real or complex numbers, with exact scales and
//! predicted precision.
#![forbid(unsafe_code)]

mod error;

pub use error::CkksError;
pub use num_complex::Complex64;
