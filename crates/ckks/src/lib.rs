//! CKKS: arithmetic on encrypted vectors of real or complex numbers, with exact scales and
//! predicted precision.
#![forbid(unsafe_code)]

mod automatic;
mod ciphertext;
mod codec;
mod constant;
mod dft;
mod encoder;
mod encryption;
mod error;
mod linear;
mod linear_transform;
mod multiply;
mod parameters;
mod plaintext;
mod polynomial;
mod precision;
mod public_decryption;
mod rescale;
mod rotation;
mod scale;
mod scheme;

pub use automatic::Automatic;
pub use ciphertext::{Ciphertext, Product};
pub use dft::{Dft, DftPlan, Direction};
pub use encoder::Encoder;
pub use encryption::Seeded;
pub use error::CkksError;
pub use linear_transform::LinearTransform;
pub use num_complex::Complex64;
pub use parameters::{Parameters, ParametersLiteral};
pub use plaintext::{Plaintext, PreparedPlaintext};
pub use precision::{Precision, Summary};
pub use public_decryption::PublicDecryption;
pub use rotation::HoistedCiphertext;
pub use scale::Scale;
pub use scheme::Ckks;
