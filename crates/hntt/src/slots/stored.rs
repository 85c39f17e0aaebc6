//! Designs that come from outside, and their predicted budgets.

use super::SlotDesign;
use super::budget::budgets;
use crate::KeyKind;
use crate::columns::design::{DesignError, MARGIN_BITS, StoredDesignError};
use crate::slots::SlotDesignError;
use papilio_fhe::Parameters;
use papilio_field::ResidueRing;

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

    /// The predicted budget of the transform of a ciphertext under the public key, or under the
    /// secret one, in bits.
    #[must_use]
    pub fn budget_after(&self, t: &impl ResidueRing, key: KeyKind) -> f64 {
        budgets(t, &self.recipe, &self.literal, key)[1]
    }

    /// Whether the transform of a ciphertext under the public key is predicted to decrypt: its
    /// noise is greater than under the secret key.
    #[must_use]
    pub fn takes_public_key(&self, t: &impl ResidueRing) -> bool {
        self.budget_after(t, KeyKind::Public) >= MARGIN_BITS / 2.0
    }
}
