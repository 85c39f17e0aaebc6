//! CKKS: arithmetic on encrypted vectors of real or complex numbers, with exact scales and
//! predicted precision.
#![forbid(unsafe_code)]

pub mod advice;
mod automatic;
mod ciphertext;
mod constant;
mod encoder;
mod encryption;
mod error;
mod linear;
mod multiply;
mod parameters;
mod plaintext;
mod precision;
mod rescale;
mod rotation;
mod scale;
mod scheme;

pub use automatic::Automatic;
pub use ciphertext::{Ciphertext, Product};
pub use encoder::Encoder;
pub use encryption::Seeded;
pub use error::CkksError;
pub use num_complex::Complex64;
pub use parameters::{Parameters, ParametersLiteral};
pub use plaintext::{Plaintext, PreparedPlaintext};
pub use precision::{Precision, Summary};
pub use rotation::HoistedCiphertext;
pub use scale::Scale;
pub use scheme::Ckks;
