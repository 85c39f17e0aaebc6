//! The circuit whose precision is predicted: sums, whose products are rescaled, and so on.

use super::Request;
use crate::{Encoder, Parameters, Scale};
use papilio_fhe::noise::{Model, Noise, Sources};

/// Scales and primes of the levels.
pub(super) trait Levels {
    /// The scale of ciphertexts that can be rescaled so many times.
    fn scale(&self, levels: usize) -> Scale;
    /// Their primes.
    fn limbs(&self, levels: usize) -> usize;
}

impl Levels for Parameters {
    fn scale(&self, levels: usize) -> Scale {
        Self::scale(self, levels)
    }

    fn limbs(&self, levels: usize) -> usize {
        self.limbs_of(levels)
    }
}

/// Predicted precision in bits of a fresh ciphertext, then after each product.
///
/// The worst case: both operands of a product are sums of related ciphertexts, and all values reach
/// the bound.
pub(super) fn precisions(model: &Model, request: &Request, levels: &impl Levels) -> Vec<f64> {
    let slots = model.degree() / 2;
    let bits = |noise: &Noise, left| -Encoder::error_bits(noise, levels.scale(left), slots, request.log_bound);
    let moved = |noise: Noise| if request.rotations { model.automorphism(&noise) } else { noise };
    let depth = request.depth as usize;
    let mut noise = moved(model.fresh_extended(Sources::any()));
    let mut precisions = vec![bits(&noise, depth)];
    for left in (0..depth).rev() {
        let log2_message = request.log_bound + levels.scale(left + 1).log2();
        let sum = sum(model, &noise, request.terms);
        let product = model.key_switch(&model.multiply_messages((&sum, log2_message), (&sum, log2_message)));
        noise = moved(model.mod_switch_to(&product, levels.limbs(left)));
        precisions.push(bits(&noise, left));
    }
    precisions
}

/// A sum of ciphertexts that are all the same, but for what is known of their masks.
fn sum(model: &Model, noise: &Noise, terms: u32) -> Noise {
    if terms == 1 {
        return noise.clone();
    }
    model.mul_scalar(&model.add(noise, noise), f64::from(terms).log2() - 1.0)
}
