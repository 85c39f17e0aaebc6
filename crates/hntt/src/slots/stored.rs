//! Designs that come from outside, and their predicted budgets.

use super::{NoiseModel, SlotDesign, SlotRecipe, predict};
use crate::budget::fresh;
use crate::design::{DesignError, MARGIN_BITS, StoredDesignError};
use crate::slots::SlotDesignError;
use papilio_fhe::bfv::Bfv;
use papilio_fhe::{Literal, Params, noise};
use papilio_field::Field;

/// Predicted bits of budget of a fresh ciphertext under one of the keys, and of its transform.
pub(super) fn budgets<F: Field>(recipe: &SlotRecipe, literal: &Literal, public_key: bool) -> [f64; 2] {
    let degree = 1usize << recipe.log_degree;
    let logs = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).collect::<Vec<_>>();
    let log2_input = fresh(degree, public_key).log2();
    let model = NoiseModel { moduli: logs(&literal.moduli), special: logs(&literal.special), log2_input };
    let budget = |limbs: usize, log2_variance: f64| {
        let noise = noise::log2_max(log2_variance, degree as f64);
        noise::budget_bits(model.moduli[..limbs].iter().sum(), Bfv::<F>::log_plain(), noise)
    };
    [budget(model.moduli.len(), log2_input), budget(recipe.output_limbs, predict::<F>(recipe, &model))]
}

impl SlotDesign {
    /// Checks a design that comes from outside, and validates its ring parameters.
    ///
    /// # Errors
    /// Any of [`StoredDesignError`].
    pub fn check<F: Field>(&self) -> Result<Params, StoredDesignError> {
        if self.field != F::NAME {
            return Err(StoredDesignError::Field { found: self.field.clone(), expected: F::NAME });
        }
        self.recipe.problem.check::<F>().map_err(DesignError::from)?;
        if self.recipe.log_degree != self.literal.log_degree {
            return Err(StoredDesignError::Mismatch("ring degree"));
        }
        // The ring first: the recipe's own check takes a degree in range.
        let params = Params::new(self.literal.clone()).map_err(DesignError::from)?;
        if self.literal.log_degree >= F::TWO_ADICITY {
            return Err(SlotDesignError::NoSlots { field: F::NAME, degree: params.degree() }.into());
        }
        self.recipe.check().map_err(SlotDesignError::from)?;
        if self.recipe.limbs[0] != params.limbs() {
            return Err(StoredDesignError::Mismatch("limb schedule"));
        }
        if params.switching().is_none() {
            return Err(StoredDesignError::Mismatch("list of special primes"));
        }
        Ok(params)
    }

    /// The predicted budget of the transform of a ciphertext under the public key, or under the secret one, in bits.
    #[must_use]
    pub fn budget_after<F: Field>(&self, public_key: bool) -> f64 {
        budgets::<F>(&self.recipe, &self.literal, public_key)[1]
    }

    /// Whether the transform of a ciphertext under the public key is predicted to decrypt: its noise is greater than under the secret key.
    #[must_use]
    pub fn takes_public_key<F: Field>(&self) -> bool {
        self.budget_after::<F>(true) >= MARGIN_BITS / 2.0
    }
}
