//! Random polynomials. Sampling of secrets and errors neither branches nor indexes on their values.

mod small;
mod uniform;

pub use small::{ERROR_VARIANCE, Small, TERNARY_VARIANCE, THRESHOLD_BITS};
pub use uniform::{CHUNK, Seed, Uniform};
