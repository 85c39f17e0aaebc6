//! Which kernels do the work modulo a prime.

use super::Kernel;
use papilio_field::Modulus;

/// The names of the kernels that do each kind of work modulo a prime. A kernel whose instruction
/// set has no code for a kind takes that of the scalar kernel, so that they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Transforms of polynomials.
    pub transform: &'static str,
    /// Stages across rows ([`crate::Stage`]).
    pub stage: &'static str,
    /// Sums of vectors times constants ([`Kernel::linear_combination`]), which are conversions
    /// between bases.
    pub conversion: &'static str,
}

impl Chosen {
    /// For a prime, and transforms of length `n`.
    #[must_use]
    pub fn of(modulus: &Modulus, n: usize) -> Self {
        let kernel = Kernel::preferred(modulus, n);
        let conversion = Kernel::<u64>::preferred(modulus, usize::MAX).stages.name;
        Self { transform: kernel.name, stage: kernel.for_stage(modulus).stages.name, conversion }
    }
}
