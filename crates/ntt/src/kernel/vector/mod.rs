//! Operations on vectors of residues modulo one prime, of complex numbers, and of words of the
//! torus.

pub(in crate::kernel) mod automorphism;
pub(in crate::kernel) mod complex;
pub(in crate::kernel) mod complex_matrix;
pub(in crate::kernel) mod double;
pub(in crate::kernel) mod double_sums;
pub(in crate::kernel) mod linear_combination;
mod operations;
pub(in crate::kernel) mod pointwise;
pub(in crate::kernel) mod reconstruction;
pub(in crate::kernel) mod reduction;
pub(in crate::kernel) mod torus;
pub(in crate::kernel) mod wide_sums;

pub use linear_combination::{Divisor, Terms};
pub(in crate::kernel) use pointwise::Pointwise;
pub use reconstruction::{DigitOperands, Reconstruction};
pub use torus::TorusWord;
pub(crate) use torus::{ROWS as TORUS_ROWS, TILE as TORUS_TILE};
