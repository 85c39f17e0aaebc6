//! The predicted noise of a linear transform.

use super::LinearTransform;
use super::transform::{Giant, Term};
use crate::noise::{Model, Noise};
use crate::rlwe::Rlwe;
use papilio_ring::Engine;

impl<E: Engine> LinearTransform<E> {
    /// The predicted noise of its application to a ciphertext of this noise, divided by so many of
    /// the last primes.
    ///
    /// Baby steps have the errors of their keys, which factors multiply; giant steps those of
    /// theirs and the rounding of a division; the result is rounded once more.
    #[must_use]
    pub fn noise(&self, rlwe: &Rlwe, x: &Noise, dropped: usize) -> Noise {
        let model = rlwe.model();
        let moved = model.automorphism_undivided(x);
        let giant = |giant: &Giant| {
            let inner = inner(model, [x, &moved], giant);
            if giant.steps == 0 { inner } else { model.automorphism(&inner) }
        };
        let sums = self.giants.iter().map(giant).reduce(|a, b| model.add(&a, &b));
        let sum = sums.unwrap_or_else(|| Noise::none(x.level()));
        if dropped > 0 { model.mod_switch_to(&sum, x.level() - dropped) } else { model.divided(&sum) }
    }
}

/// The noise of an inner sum, given that of the ciphertext and of a baby step.
fn inner(model: &Model, [x, moved]: [&Noise; 2], giant: &Giant) -> Noise {
    let term = |term: &Term| {
        let product = model.mul_plain(if term.baby == 0 { x } else { moved }, &term.norms);
        if term.spends { product.spent() } else { product }
    };
    let sum = giant.terms.iter().map(term).reduce(|a, b| model.add(&a, &b));
    sum.unwrap_or_else(|| Noise::none(x.level()))
}
