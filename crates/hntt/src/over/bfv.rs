//! BFV ciphertexts: a tile is a window of coefficients of every ciphertext, one part, all limbs.
//!
//! All constants are scalars, so the transform acts on each coefficient by itself and a whole transform runs on one tile
//! before the next is touched. The division by a dropped prime is pointwise too: `x ↦ (x + ⌊q/2⌋ − δ)/q` with
//! `δ = x + ⌊q/2⌋ mod q`; its factor `q^(−1)` is folded into the constants of the next stage.

use crate::{Algebra, Constants, Recipe, execute};
use ntt::{Field, Kernel, Modulus, Stage, StageError, StageShape};
use ring::Basis;

/// A recipe prepared for the primes of a basis.
#[derive(Clone, Debug)]
pub struct Prepared {
    recipe: Recipe,
    limbs: Vec<Limb>,
}

/// The life of one limb.
#[derive(Clone, Debug)]
struct Limb {
    kernel: &'static Kernel,
    modulus: Modulus,
    stages: Vec<Stage>,
    /// What follows each stage.
    switches: Vec<Vec<Operation>>,
}

/// A step of a switch to fewer limbs.
#[derive(Clone, Copy, Debug)]
enum Operation {
    /// Add the constant and subtract the residues of a dropped limb.
    Subtract { dropped: usize, constant: u64 },
    /// Multiply by a constant, giving canonical residues.
    Scale(u64),
    /// Add a constant, giving canonical residues.
    ShiftReduce(u64),
}

/// One tile: `limbs × rows × width` words.
#[derive(Debug)]
pub struct Tile<'a> {
    /// The residues.
    pub words: &'a mut [u64],
    /// Words of a row.
    pub width: usize,
    /// [`Prepared::scratch_len`] words.
    pub scratch: &'a mut [u64],
}

impl Prepared {
    /// Prepares a recipe, which has been checked for this field and has no more limbs than the basis.
    ///
    /// # Errors
    /// [`StageError`] when a kernel does not take a prime.
    pub fn new<F: Field>(recipe: &Recipe, constants: &Constants<F>, basis: &Basis) -> Result<Self, StageError> {
        let limbs = (0..recipe.limbs[0]).map(|i| Limb::new(recipe, constants, basis, i)).collect::<Result<_, _>>()?;
        Ok(Self { recipe: recipe.clone(), limbs })
    }

    /// Words of scratch for a tile.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.limbs.iter().flat_map(|limb| &limb.stages).map(Stage::scratch_len).max().unwrap_or(0)
    }

    /// Bytes of the tables of constants.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.limbs.iter().flat_map(|limb| &limb.stages).map(Stage::table_bytes).sum()
    }

    /// Limbs of an input.
    #[must_use]
    pub fn input_limbs(&self) -> usize {
        self.recipe.limbs[0]
    }

    /// The recipe.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Transforms a tile in place: canonical residues of all input limbs in, in the row order of [`Recipe::row`];
    /// canonical residues of the output limbs out, in natural order.
    pub fn transform(&self, mut tile: Tile<'_>) {
        execute(&self.recipe, self, &mut tile);
    }

    fn limb_words(&self, tile: &Tile<'_>) -> usize {
        self.recipe.problem.columns() * tile.width
    }
}

impl Algebra for Prepared {
    type Rows<'a> = Tile<'a>;

    fn limbs(&self) -> usize {
        self.limbs.len()
    }

    fn stage(&self, tile: &mut Tile<'_>, limb: usize, s: usize) {
        let size = self.limb_words(tile);
        self.limbs[limb].stages[s].apply(&mut tile.words[limb * size..][..size], tile.width, tile.scratch);
    }

    fn switch(&self, tile: &mut Tile<'_>, limb: usize, s: usize) {
        let size = self.limb_words(tile);
        let Limb { kernel, modulus, switches, .. } = &self.limbs[limb];
        let (head, higher) = tile.words.split_at_mut((limb + 1) * size);
        let words = &mut head[limb * size..];
        for operation in &switches[s] {
            match *operation {
                Operation::Subtract { dropped, constant } => {
                    kernel.subtract_lazy(words, &higher[(dropped - limb - 1) * size..][..size], constant);
                }
                Operation::Scale(c) => kernel.scale(modulus, words, c),
                Operation::ShiftReduce(c) => kernel.shift_reduce(modulus, words, c),
            }
        }
    }
}

impl Limb {
    fn new<F: Field>(recipe: &Recipe, constants: &Constants<F>, basis: &Basis, limb: usize) -> Result<Self, StageError> {
        let plan = &basis.plans()[limb];
        let (kernel, modulus) = (plan.kernel(), *plan.modulus());
        let life = recipe.limbs.iter().filter(|&&limbs| limb < limbs).count();
        let (mut stages, mut switches) = (Vec::with_capacity(life), Vec::with_capacity(life));
        let (mut bound, mut factor) = (modulus.value(), 1);
        for (s, step) in constants.steps()[..life].iter().enumerate() {
            let shape = StageShape { unit: step.shape.unit && factor == 1, ..step.shape };
            let residue = |p: usize, k: usize, j: usize| modulus.mul(modulus.reduce_centred(&constants.at(s, p, k, j).centred()), factor);
            let stage = Stage::new(kernel, modulus, shape, bound, residue)?;
            bound = stage.output_bound();
            stages.push(stage);
            let last = s + 1 == recipe.layers();
            let operations;
            (operations, bound, factor) = Self::switch(basis, limb, recipe.limbs[s], recipe.limbs_after(s), bound, last);
            switches.push(operations);
        }
        Ok(Self { kernel, modulus, stages, switches })
    }

    /// What a limb does when the limbs `after..before` are dropped: the operations, the bound of the result, and the factor
    /// that the next stage still has to multiply by.
    fn switch(basis: &Basis, limb: usize, before: usize, after: usize, mut bound: u64, last: bool) -> (Vec<Operation>, u64, u64) {
        let m = basis.modulus(limb);
        let q = m.value();
        let mut operations = Vec::new();
        let mut factor = 1;
        for dropped in (after.max(limb)..before).rev() {
            let divisor = basis.modulus(dropped).value();
            if dropped == limb {
                operations.push(Operation::ShiftReduce(divisor / 2));
                continue;
            }
            let constant = m.reduce(divisor / 2) + divisor.div_ceil(q) * q;
            operations.push(Operation::Subtract { dropped, constant });
            bound += constant;
            factor = m.inverse(m.reduce(divisor));
            if last || dropped > after || limb >= after {
                operations.push(Operation::Scale(factor));
                (bound, factor) = (q, 1);
            }
        }
        if last && limb < after && before == after {
            operations.push(Operation::ShiftReduce(0));
            bound = q;
        }
        (operations, bound, factor)
    }
}
