//! Operation counts, without computing.

use crate::{Interpreter, Recipe, Step, execute};
use core::convert::Infallible;
use papilio_ntt::{ProductSharing, StageShape};
use serde::Serialize;

/// The cost of executing a recipe, in operations on ciphertexts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Products of a ciphertext and a constant that are computed.
    pub ct_pt_multiplies: u64,
    /// Products that remain when those differing by their sign are computed once and those by 1 not
    /// at all.
    pub distinct_products: u64,
    /// Additions and subtractions of ciphertexts.
    pub ct_ct_additions: u64,
    /// Rotations: none in the columns layouts.
    pub rotations: u64,
    /// Key switches: none in the columns layouts.
    pub key_switches: u64,
}

/// The counts of a recipe.
#[must_use]
pub fn counts(recipe: &Recipe) -> Counts {
    let mut counts = Counts::default();
    let Ok(()) =
        execute(&recipe.limbs, &Tracer { steps: recipe.steps(), columns: recipe.problem.columns() as u64 }, &mut counts);
    counts
}

struct Tracer {
    steps: Vec<Step>,
    columns: u64,
}

impl Interpreter for Tracer {
    type Error = Infallible;
    type State<'a> = Counts;

    fn stage(&self, counts: &mut Counts, _: usize, s: usize) -> Result<(), Infallible> {
        let shape = self.steps[s].shape;
        let butterflies = self.columns / shape.radix as u64;
        let distinct = StageShape { products: ProductSharing::Shared, ..shape }.products_per_butterfly() as u64;
        counts.ct_pt_multiplies += butterflies * shape.products_per_butterfly() as u64;
        counts.distinct_products += butterflies * distinct;
        counts.ct_ct_additions += butterflies * additions(&shape);
        Ok(())
    }

    fn switch(&self, _: &mut Counts, _: usize, _: usize) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Additions of one butterfly: `r(nonzero_inputs − 1)` dense; shared, at every level `R` the sums
/// of the products, then one addition and one subtraction for each pair of outputs that has an odd
/// part.
fn additions(shape: &StageShape) -> u64 {
    let (r, nonzero_inputs) = (shape.radix, shape.nonzero_inputs);
    if shape.products == ProductSharing::Dense {
        return (r * (nonzero_inputs - 1)) as u64;
    }
    let level = |log: u32| {
        let half = 1usize << (log - 1);
        let terms = (r / half / 2..nonzero_inputs).step_by(r / half).count();
        if terms == 0 { 0 } else { half * (terms - 1) + 2 * half }
    };
    (1..=r.trailing_zeros()).map(level).sum::<usize>() as u64
}
