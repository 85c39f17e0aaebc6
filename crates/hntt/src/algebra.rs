//! What a recipe is executed over.

use crate::Recipe;

/// A meaning of the transform.
///
/// `Rows` are the operands: for ciphertexts, a window of coefficients of all of them, limb by limb; for the plain field,
/// rows of elements; for a tracer, what it has counted so far.
pub trait Algebra {
    /// The operands.
    type Rows<'a>;

    /// Independent parts of the operands, executed one after the other from the last to the first; 1 unless they are
    /// residues modulo several primes.
    fn limbs(&self) -> usize {
        1
    }

    /// Executes stage `s` on one limb.
    fn stage(&self, rows: &mut Self::Rows<'_>, limb: usize, s: usize);

    /// Follows the limb schedule after stage `s`: the limbs dropped there are complete for all higher limbs.
    fn switch(&self, rows: &mut Self::Rows<'_>, limb: usize, s: usize);
}

/// Executes a recipe.
///
/// Limbs go from the last to the first, each through all stages of its life. A switch needs only limbs that are dropped
/// earlier or with it, which come before; and the rows of one limb stay in cache from its first stage to its last.
pub fn execute<A: Algebra>(recipe: &Recipe, algebra: &A, rows: &mut A::Rows<'_>) {
    for limb in (0..algebra.limbs()).rev() {
        for (s, _) in recipe.limbs.iter().enumerate().take_while(|&(_, &limbs)| limb < limbs) {
            algebra.stage(rows, limb, s);
            algebra.switch(rows, limb, s);
        }
    }
}
