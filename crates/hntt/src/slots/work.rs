//! How much a server works at a design.

use super::{Counted, SlotCounts, SlotDesign};

/// The work of a server at a design, by which an engine is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotWork {
    /// The ring degree.
    pub degree: usize,
    /// Primes of the ciphertext.
    pub limbs: usize,
    /// Special primes of its keys.
    pub special: usize,
    /// Products of a ciphertext and a diagonal.
    pub diagonals: usize,
    /// Rotations, all of them.
    pub rotations: usize,
    /// Rotations that share digits with others.
    pub hoisted: usize,
    /// Keys of rotations.
    pub keys: usize,
}

impl SlotDesign {
    /// The work of a server. Operations are counted here, also for a design that was read.
    #[must_use]
    pub fn work(&self) -> SlotWork {
        let (recipe, literal) = (&self.recipe, &self.literal);
        let SlotCounts { ct_pt_multiplies, rotations, hoisted, .. } = Counted::count(recipe);
        let [diagonals, rotations, hoisted] = [ct_pt_multiplies, rotations, hoisted].map(|count| count as usize);
        let keys = recipe.galois_elements().len();
        let [limbs, special] = [&literal.moduli, &literal.special].map(Vec::len);
        SlotWork { degree: 1 << recipe.log_degree, limbs, special, diagonals, rotations, hoisted, keys }
    }
}
