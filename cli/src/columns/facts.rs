//! Facts of a design that several reports show.

use papilio_hntt::Design;

/// `log2 Q`.
pub(crate) fn log_modulus(design: &Design) -> f64 {
    design.literal.moduli.iter().map(|&q| (q as f64).log2()).sum()
}

/// Primes at each layer, then at the end.
pub(crate) fn schedule(design: &Design) -> Vec<usize> {
    design.recipe.limbs.iter().copied().chain([design.recipe.output_limbs]).collect()
}
