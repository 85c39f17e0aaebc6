//! Operations on vectors of residues modulo one prime, and of complex numbers.

pub(in crate::kernel) mod automorphism;
pub(in crate::kernel) mod complex;
pub(in crate::kernel) mod complex_matrix;
pub(in crate::kernel) mod double;
pub(in crate::kernel) mod double_sums;
pub(in crate::kernel) mod linear_combination;
mod operations;
pub(in crate::kernel) mod pointwise;
pub(in crate::kernel) mod reduction;

pub use linear_combination::{Divisor, Terms};
pub use pointwise::Factors;
pub(in crate::kernel) use pointwise::Pointwise;
