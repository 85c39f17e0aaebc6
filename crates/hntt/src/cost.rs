//! What a recipe costs, in seconds of one core.

use crate::{Recipe, Step};
use ntt::{Kernel, Products};
use serde::{Deserialize, Serialize};

/// Machine constants.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Seconds of one multiply-add of one 64-byte vector, everything around it included.
    pub multiply_add: f64,
    /// Seconds to move one byte between memory and cache.
    pub byte: f64,
}

impl Cost {
    /// The constants of a kernel row: what one core of a server of 2023 takes, to the precision that ranking needs.
    #[must_use]
    pub fn of(kernel: &Kernel) -> Self {
        let multiply_add = if kernel.name() == "scalar" { 12e-9 } else { 0.3e-9 };
        Self { multiply_add, byte: 0.04e-9 }
    }

    /// Seconds that a recipe takes on `degree` coefficients of two parts.
    #[must_use]
    pub fn seconds(&self, recipe: &Recipe, degree: usize) -> f64 {
        let vectors = (recipe.problem.columns() * 2 * degree / 8) as f64;
        let work: f64 = recipe.steps().iter().enumerate().map(|(s, step)| stage(recipe, s, step)).sum();
        vectors * (work * self.multiply_add + 64.0 * self.byte * self.traffic(recipe))
    }

    /// Vectors moved per row: every limb is read and, being worked on in place, written back.
    fn traffic(&self, recipe: &Recipe) -> f64 {
        2.0 * recipe.limbs[0] as f64
    }
}

/// Multiply-adds per row vector of one stage and the switch after it.
fn stage(recipe: &Recipe, s: usize, step: &Step) -> f64 {
    let shape = &step.shape;
    let (limbs, after) = (recipe.limbs[s], recipe.limbs_after(s));
    let products = match shape.products {
        Products::Dense => shape.radix * shape.live,
        Products::Shared => shape.live * (shape.radix * shape.radix - 1) / (3 * shape.radix),
    };
    // Two for a product, two for the reduction, and about one and a half for loads, stores and sums; butterflies that do
    // not fit the registers go through scratch.
    let spill = if shape.radix > 8 || shape.products == Products::Dense { 1.5 } else { 0.0 };
    let per_limb = 2.0 * products as f64 / shape.radix as f64 + 3.5 + spill;
    let dropped = (limbs - after) as f64;
    // A dropped prime costs a subtraction on every remaining limb and a multiplication on those not folded.
    per_limb * limbs as f64
        + dropped * (2.0 + 2.0 * after as f64)
        + if s + 1 == recipe.layers() { 3.0 * after as f64 } else { 0.0 }
}
