//! Operation counts, without computing.

use super::{Offsets, SlotOperations, SlotRecipe, execute};
use crate::Canceled;
use core::cell::Cell;
use core::ops::Range;
use serde::Serialize;

/// The cost of executing a recipe, in operations on ciphertexts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SlotCounts {
    /// Products of a ciphertext and a diagonal.
    pub ct_pt_multiplies: u64,
    /// Sums of two ciphertexts.
    pub ct_ct_additions: u64,
    /// Automorphisms, each with a key switch.
    pub rotations: u64,
    /// Rotations that share the cutting into digits of one ciphertext with others.
    pub hoisted: u64,
    /// Multiplicative layers.
    pub layers: u64,
}

/// The tracer.
#[derive(Debug)]
pub struct Counted<'r> {
    recipe: &'r SlotRecipe,
    counts: Cell<SlotCounts>,
}

impl<'r> Counted<'r> {
    /// The counts of a recipe.
    #[must_use]
    pub fn count(recipe: &'r SlotRecipe) -> SlotCounts {
        let tracer = Self { recipe, counts: Cell::default() };
        let done = execute(recipe, &tracer, (), &mut |_| true);
        debug_assert!(done.is_ok(), "nothing cancels it");
        tracer.counts.get()
    }

    fn add_counts(&self, change: impl FnOnce(&mut SlotCounts)) {
        let mut counts = self.counts.get();
        change(&mut counts);
        self.counts.set(counts);
    }
}

impl SlotOperations for Counted<'_> {
    type Vector = ();
    type Error = Canceled;

    fn baby_steps(&self, (): &(), _: usize, count: usize) -> Result<Vec<()>, Canceled> {
        self.add_counts(|counts| {
            counts.rotations += count as u64 - 1;
            counts.hoisted += count as u64 - 1;
        });
        Ok(vec![(); count])
    }

    fn swap(&self, (): &()) -> Result<(), Canceled> {
        self.add_counts(|counts| counts.rotations += 1);
        Ok(())
    }

    fn rotate(&self, (): (), columns: usize) -> Result<(), Canceled> {
        self.add_counts(|counts| counts.rotations += u64::from(columns != 0));
        Ok(())
    }

    fn inner_sums(&self, s: usize, giants: Range<usize>, _: &[()]) -> Vec<()> {
        let offsets: Offsets = self.recipe.offsets(s);
        let inner = |giant: usize| {
            let products = offsets.products(giant) as u64;
            self.add_counts(|counts| {
                counts.ct_pt_multiplies += products;
                counts.ct_ct_additions += products - 1;
            });
        };
        giants.map(inner).collect()
    }

    fn add(&self, (): &mut (), (): &()) {
        self.add_counts(|counts| counts.ct_ct_additions += 1);
    }

    fn switch(&self, (): &mut (), _: usize) {
        self.add_counts(|counts| counts.layers += 1);
    }
}
