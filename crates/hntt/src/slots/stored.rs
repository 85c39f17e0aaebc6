//! Designs that come from outside, and their predicted budgets.

use super::{NoiseModel, SlotDesign, SlotRecipe, predict};
use crate::budget::fresh;
use crate::design::{DesignError, MARGIN_BITS, StoredDesignError};
use crate::slots::SlotDesignError;
use papilio_fhe::{Parameters, ParametersLiteral, noise};
use papilio_field::ResidueRing;

/// Predicted bits of budget of a fresh ciphertext under one of the keys, and of its transform.
pub(super) fn budgets(t: &impl ResidueRing, recipe: &SlotRecipe, literal: &ParametersLiteral, public_key: bool) -> [f64; 2] {
    let degree = 1usize << recipe.log_degree;
    let logs = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).collect::<Vec<_>>();
    let log2_input = fresh(degree, public_key).log2();
    let model = NoiseModel { moduli: logs(&literal.moduli), special: logs(&literal.special), log2_input };
    let budget = |limbs: usize, log2_variance: f64| {
        let noise = noise::log2_max(log2_variance, degree as f64);
        noise::budget_bits(model.moduli[..limbs].iter().sum(), noise::log2_modulus(t), noise)
    };
    [budget(model.moduli.len(), log2_input), budget(recipe.output_limbs, predict(t, recipe, &model))]
}

impl SlotDesign {
    /// Checks a design that comes from outside, and validates its ring parameters.
    ///
    /// # Errors
    /// Any of [`StoredDesignError`].
    pub fn check(&self, t: &impl ResidueRing) -> Result<Parameters, StoredDesignError> {
        if self.field != t.name() {
            return Err(StoredDesignError::Field { found: self.field.clone(), expected: t.name().into_owned() });
        }
        self.recipe.problem.check(t).map_err(DesignError::from)?;
        if self.recipe.log_degree != self.literal.log_degree {
            return Err(StoredDesignError::Mismatch("ring degree"));
        }
        // The ring first: the recipe's own check takes a degree in range.
        let parameters = Parameters::new(self.literal.clone()).map_err(DesignError::from)?;
        if self.literal.log_degree >= t.two_adicity() {
            return Err(SlotDesignError::NoSlots { field: t.name().into_owned(), degree: parameters.degree() }.into());
        }
        self.recipe.check().map_err(SlotDesignError::from)?;
        if self.recipe.limbs[0] != parameters.limbs() {
            return Err(StoredDesignError::Mismatch("limb schedule"));
        }
        if parameters.gadget().is_none() {
            return Err(StoredDesignError::Mismatch("list of special primes"));
        }
        Ok(parameters)
    }

    /// The predicted budget of the transform of a ciphertext under the public key, or under the secret one, in bits.
    #[must_use]
    pub fn budget_after(&self, t: &impl ResidueRing, public_key: bool) -> f64 {
        budgets(t, &self.recipe, &self.literal, public_key)[1]
    }

    /// Whether the transform of a ciphertext under the public key is predicted to decrypt: its noise is greater than under the secret key.
    #[must_use]
    pub fn takes_public_key(&self, t: &impl ResidueRing) -> bool {
        self.budget_after(t, true) >= MARGIN_BITS / 2.0
    }
}
