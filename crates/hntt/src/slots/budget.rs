//! Budgets that a recipe is predicted to leave.

use super::noise::{NoiseModel, predict};
use super::recipe::SlotRecipe;
use crate::KeyKind;
use crate::columns::budget::fresh;
use papilio_fhe::{ParametersLiteral, noise};
use papilio_field::ResidueRing;

/// Predicted bits of budget of a fresh ciphertext under one of the keys, and of its transform.
pub(super) fn budgets(t: &impl ResidueRing, recipe: &SlotRecipe, literal: &ParametersLiteral, key: KeyKind) -> [f64; 2] {
    let degree = 1usize << recipe.log_degree;
    let log2_input = fresh(degree, key).log2();
    let model =
        NoiseModel { moduli: noise::log2_primes(&literal.moduli), special: noise::log2_primes(&literal.special), log2_input };
    let budget = |limbs: usize, log2_variance: f64| {
        let noise = noise::log2_max(log2_variance, degree as f64);
        noise::budget_bits(model.moduli[..limbs].iter().sum(), noise::log2_modulus(t), noise)
    };
    [budget(model.moduli.len(), log2_input), budget(recipe.output_limbs, predict(t, recipe, &model))]
}
