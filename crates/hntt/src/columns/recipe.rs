//! How it is computed: a value that can be printed, compared, stored and executed over any algebra.

use crate::{Direction, Problem};
use papilio_ntt::{ProductSharing, StageShape};
use serde::{Deserialize, Serialize};

/// A transform of `d` multiplicative layers, decimation in time: stage `s` joins `r_s` transforms
/// of `r_0·…·r_{s−1}` rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recipe {
    /// The transform to be computed.
    pub problem: Problem,
    /// The radices `r_0 … r_{d−1}`, in order of execution; their product is the number of columns.
    pub radices: Vec<usize>,
    /// Dense or shared products.
    pub evaluator: ProductSharing,
    /// Primes present at each stage, not increasing.
    pub limbs: Vec<usize>,
    /// Primes left at the end.
    pub output_limbs: usize,
}

/// Why a recipe is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The radices do not multiply to the number of columns.
    #[error(
        "radices {radices:?} multiply to {product}, not to the {columns} columns of the transform; each is a power of two from 2 to 4096"
    )]
    Radices {
        /// The radices.
        radices: Vec<usize>,
        /// Their product.
        product: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The schedule of primes is not one.
    #[error(
        "the limb schedule {limbs:?} then {output} does not have one entry per stage, decreasing, and end with at least one limb"
    )]
    Limbs {
        /// Primes per stage.
        limbs: Vec<usize>,
        /// Primes at the end.
        output: usize,
    },
}

/// One stage of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Radix, nonzero inputs, span, products.
    pub shape: StageShape,
    /// Weight of this stage's digit in the index of an input: `Π_{u>s} r_u`.
    pub weight: usize,
}

impl Recipe {
    /// Checks radices and schedule.
    ///
    /// # Errors
    /// Any of [`RecipeError`].
    pub fn check(&self) -> Result<(), RecipeError> {
        let columns = 1usize.checked_shl(self.problem.log_columns).unwrap_or(0);
        let product = self.radices.iter().try_fold(1usize, |p, &r| p.checked_mul(r)).unwrap_or(usize::MAX);
        let is_radix = |r: &usize| r.is_power_of_two() && (2..=StageShape::MAX_RADIX).contains(r);
        if product != columns || self.radices.is_empty() || !self.radices.iter().all(is_radix) {
            return Err(RecipeError::Radices { radices: self.radices.clone(), product, columns });
        }
        let chain = || self.limbs.iter().chain([&self.output_limbs]);
        if self.limbs.len() != self.radices.len() || !chain().is_sorted_by(|a, b| a >= b) || chain().any(|&l| l == 0 || l > 64)
        {
            return Err(RecipeError::Limbs { limbs: self.limbs.clone(), output: self.output_limbs });
        }
        Ok(())
    }

    /// Multiplicative layers.
    #[must_use]
    pub fn layers(&self) -> usize {
        self.radices.len()
    }

    /// Primes present after stage `s`.
    #[must_use]
    pub fn limbs_after(&self, s: usize) -> usize {
        self.limbs.get(s + 1).copied().unwrap_or(self.output_limbs)
    }

    /// The stages, in order of execution.
    ///
    /// With padding, the inputs present have a low most significant digit, which is the digit of
    /// the first stage.
    ///
    /// # Panics
    /// For a recipe that [`Self::check`] refuses.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut span = 1;
        let mut absent = 1usize << self.problem.log_blowup;
        let last = self.radices.len() - 1;
        let step = |(s, &radix): (usize, &usize)| {
            span *= radix;
            let nonzero_inputs = (radix / absent).max(1);
            absent = (absent / radix).max(1);
            let scaled = s == 0 && self.problem.direction == Direction::Inverse;
            // Scaling every output by its own power leaves no two products alike.
            let twisted = s == last && self.problem.direction == Direction::Inverse && self.problem.shift != 0;
            let products = if twisted { ProductSharing::Dense } else { self.evaluator };
            let shape = StageShape { radix, nonzero_inputs, span, products, first_is_one: !scaled };
            Step { shape, weight: self.problem.columns() / span }
        };
        self.radices.iter().enumerate().map(step).collect()
    }

    /// The row in which input `index` is placed: its digits, most significant first, become the
    /// least significant first.
    #[must_use]
    pub fn row(&self, index: usize) -> usize {
        // index = Σ j_s·weight_s and row = Σ j_s·(r_0·…·r_{s−1}).
        let (mut rest, mut row, mut place) = (index, 0, self.problem.columns());
        for &radix in self.radices.iter().rev() {
            place /= radix;
            row += (rest % radix) * place;
            rest /= radix;
        }
        row
    }

    /// The radices as the command line takes them: `4,4,8`.
    #[must_use]
    pub fn radices_text(&self) -> String {
        self.radices.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    /// The radices of the constant-depth transform of seed workloads: equal first layers, the
    /// remainder in the last.
    ///
    /// `None` when `2^log_columns` has no `depth` factors, or is more than a `usize` holds.
    #[must_use]
    pub fn constant_depth(log_columns: u32, depth: u32) -> Option<Vec<usize>> {
        let log = log_columns.checked_div(depth).filter(|&log| log > 0 && log_columns < usize::BITS)?;
        let last = log_columns - log * (depth - 1);
        Some((1..depth).map(|_| 1 << log).chain([1 << last]).collect())
    }
}
