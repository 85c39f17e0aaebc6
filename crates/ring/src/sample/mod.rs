//! Random polynomials. Sampling of secrets and errors neither branches nor indexes on their values.

mod short_poly;
mod uniform;
mod wide;

pub use short_poly::{ERROR_VARIANCE, ShortPoly, TERNARY_VARIANCE, THRESHOLD_BITS};
pub use uniform::{CHUNK, Seed, SeededUniform};
pub use wide::{LOG2_GREATEST, add_gaussian, add_uniform, normal_integer};
