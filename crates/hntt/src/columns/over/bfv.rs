//! BFV ciphertexts: a tile is a window of coefficients of every ciphertext, one part, all limbs.
//!
//! All constants are scalars, so the transform acts on each coefficient by itself and a whole
//! transform runs on one tile before the next is touched. The division by a dropped prime is
//! pointwise too: `x ↦ (x + ⌊q/2⌋ − δ)/q` with `δ = x + ⌊q/2⌋ mod q`; its factor `q^(−1)` is folded
//! into the constants of the next stage.

use crate::{Constants, Interpreter, Recipe, execute};
use core::convert::Infallible;
use papilio_field::{Modulus, Residue, ResidueRing};
use papilio_ntt::{Kernel, Operands, Stage, StageError, StageShape, Subtrahend};
use papilio_ring::RnsBasis;

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
    /// The limb that each stage subtracts as it reads its rows: one dropped after the stage before.
    minus: Vec<Option<(usize, u64)>>,
    /// The operations after each stage.
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

/// Words between the limbs of a tile: the rows, and a cache line. A stage that subtracts a dropped
/// limb reads the same rows of two limbs, and at an exact power of two they would all contend for
/// one set of the first-level cache.
pub(crate) fn plane_words(rows: usize, width: usize) -> usize {
    rows * width + 8 * 4
}

/// One tile: for each limb, `rows × width` words and the gap of [`Prepared::plane_words`].
#[derive(Debug)]
pub struct Tile<'a> {
    /// The residues.
    pub words: &'a mut [u64],
    /// Words of a row.
    pub width: usize,
    /// The last limb of the tile that is transformed after this one: fetched ahead. May be empty.
    pub next: &'a [u64],
    /// [`Prepared::scratch_len`] words.
    pub scratch: &'a mut [u64],
}

impl Prepared {
    /// Prepares a recipe, which has been checked for this field and has no more limbs than the
    /// basis.
    ///
    /// # Errors
    /// [`StageError`] when a kernel does not take a prime, or a prime dropped with it.
    ///
    /// # Panics
    /// If the recipe has more limbs than the basis.
    pub fn new<F: Residue>(recipe: &Recipe, constants: &Constants<F>, basis: &RnsBasis) -> Result<Self, StageError> {
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

    /// Transforms a tile in place: canonical residues of all input limbs in, in the row order of
    /// [`Recipe::row`]; canonical residues of the output limbs out, in natural order.
    pub fn transform(&self, mut tile: Tile<'_>) {
        let Ok(()) = execute(&self.recipe.limbs, self, &mut tile);
    }

    /// Words between the limbs of a tile of this width.
    #[must_use]
    pub fn plane_words(&self, width: usize) -> usize {
        plane_words(self.recipe.problem.columns(), width)
    }

    /// Words of the rows of one limb.
    fn limb_words(&self, tile: &Tile<'_>) -> usize {
        self.recipe.problem.columns() * tile.width
    }
}

impl Interpreter for Prepared {
    type Error = Infallible;
    type State<'a> = Tile<'a>;

    fn limbs(&self) -> usize {
        self.limbs.len()
    }

    fn stage(&self, tile: &mut Tile<'_>, limb: usize, s: usize) -> Result<(), Infallible> {
        let (size, plane) = (self.limb_words(tile), self.plane_words(tile.width));
        let Limb { stages, minus, .. } = &self.limbs[limb];
        let (head, higher) = tile.words.split_at_mut((limb + 1) * plane);
        let (lower, own) = head.split_at_mut(limb * plane);
        let subtrahend =
            minus[s].map(|(dropped, constant)| Subtrahend { words: &higher[(dropped - limb - 1) * plane..][..size], constant });
        // The limb that comes next, a share of it with each stage of this one.
        let next = if limb == 0 { tile.next } else { &lower[(limb - 1) * plane..] };
        let share = next.len() / stages.len();
        let ahead = &next[s * share..][..share];
        let rows = &mut own[..size];
        stages[s].apply_to(Operands { rows, width: tile.width, subtrahend, ahead, scratch: tile.scratch });
        Ok(())
    }

    fn switch(&self, tile: &mut Tile<'_>, limb: usize, s: usize) -> Result<(), Infallible> {
        let (size, plane) = (self.limb_words(tile), self.plane_words(tile.width));
        let Limb { kernel, modulus, switches, .. } = &self.limbs[limb];
        let (head, higher) = tile.words.split_at_mut((limb + 1) * plane);
        let words = &mut head[limb * plane..][..size];
        for operation in &switches[s] {
            match *operation {
                Operation::Subtract { dropped, constant } => {
                    kernel.subtract_lazy(words, &higher[(dropped - limb - 1) * plane..][..size], constant);
                }
                Operation::Scale(c) => kernel.scale(modulus, words, c),
                Operation::ShiftReduce(c) => kernel.shift_reduce(modulus, words, c),
            }
        }
        Ok(())
    }
}

impl Limb {
    fn new<F: Residue>(recipe: &Recipe, constants: &Constants<F>, basis: &RnsBasis, limb: usize) -> Result<Self, StageError> {
        let plan = &basis.plans()[limb];
        let (kernel, modulus) = (plan.kernel(), *plan.modulus());
        let life = recipe.limbs.iter().filter(|&&limbs| limb < limbs).count();
        let (mut stages, mut switches) = (Vec::with_capacity(life), Vec::with_capacity(life));
        let mut minus = Vec::with_capacity(life);
        let mut pending = Pending { bound: modulus.value(), factor: 1, minus: None, greatest: modulus.value() };
        for (s, step) in constants.steps()[..life].iter().enumerate() {
            let Pending { bound, factor, minus: subtrahend, .. } = pending;
            let shape = StageShape { first_is_one: step.shape.first_is_one && factor == 1, ..step.shape };
            let residue = |p: usize, k: usize, j: usize| {
                modulus.mul(modulus.reduce_centered(&constants.ring().centered(constants.at(s, p, k, j))), factor)
            };
            let stage = Stage::new(kernel, modulus, shape, bound, residue)?;
            let switch = Switch { limb, before: recipe.limbs[s], after: recipe.limbs_after(s), last: s + 1 == recipe.layers() };
            let (operations, next) = switch.plan(basis, stage.output_bound());
            if next.greatest > 1 << kernel.word_bits() {
                return Err(StageError::Kernel { kernel: kernel.name(), modulus: modulus.value(), bound: next.greatest });
            }
            stages.push(stage);
            minus.push(subtrahend);
            switches.push(operations);
            pending = next;
        }
        Ok(Self { kernel, modulus, stages, minus, switches })
    }
}

/// The part of a switch that is left to the next stage.
struct Pending {
    /// Words are below this once the subtraction is done.
    bound: u64,
    /// The constants are to be multiplied by this.
    factor: u64,
    /// A dropped limb to be subtracted, and the constant added first.
    minus: Option<(usize, u64)>,
    /// Words met on the way are below this.
    greatest: u64,
}

/// The limbs `after..before` are dropped; seen by one limb, which may be among them.
struct Switch {
    limb: usize,
    before: usize,
    after: usize,
    /// Whether this is the end of the recipe, where residues become canonical.
    last: bool,
}

impl Switch {
    /// The operations of a limb whose words are below `bound`, and what is left to its next stage.
    fn plan(&self, basis: &RnsBasis, bound: u64) -> (Vec<Operation>, Pending) {
        let m = basis.modulus(self.limb);
        let q = m.value();
        let mut operations = Vec::new();
        let mut pending = Pending { bound, factor: 1, minus: None, greatest: bound };
        for dropped in (self.after.max(self.limb)..self.before).rev() {
            let divisor = basis.modulus(dropped).value();
            if dropped == self.limb {
                operations.push(Operation::ShiftReduce(divisor / 2));
                pending.greatest = pending.greatest.max(pending.bound + divisor / 2);
                continue;
            }
            let constant = m.reduce(divisor / 2) + divisor.div_ceil(q) * q;
            let factor = m.inverse(m.reduce(divisor));
            pending.greatest = pending.greatest.max(pending.bound + constant);
            if self.last || dropped > self.after || self.limb >= self.after {
                operations.extend([Operation::Subtract { dropped, constant }, Operation::Scale(factor)]);
                pending.bound = q;
            } else {
                pending = Pending { bound: pending.bound + constant, factor, minus: Some((dropped, constant)), ..pending };
            }
        }
        if self.last && self.limb < self.after && self.before == self.after {
            operations.push(Operation::ShiftReduce(0));
        }
        (operations, pending)
    }
}
