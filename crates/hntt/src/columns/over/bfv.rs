//! BFV ciphertexts: a tile is a window of coefficients of every ciphertext, one part, all limbs.
//!
//! All constants are scalars, so the transform acts on each coefficient by itself and a whole
//! transform runs on one tile before the next is touched. The division by a dropped prime is
//! pointwise too: `x ↦ (x + ⌊q/2⌋ − δ)/q` with `δ = x + ⌊q/2⌋ mod q`; its factor `q^(−1)` is folded
//! into the constants of the next stage.

use crate::{Constants, Interpreter, Recipe, execute};
use core::convert::Infallible;
use papilio_field::{Modulus, Residue};
use papilio_ntt::{Kernel, Operands, Stage, StageError, StageShape, Subtrahend};
use papilio_ring::RnsBasis;
use papilio_ring::stages::{Dropped, Program};

/// A recipe prepared for the primes of a basis: with the tables of the CPU, or of another engine.
#[derive(Clone, Debug)]
pub struct Prepared<T = Loops> {
    recipe: Recipe,
    tables: T,
}

/// The tables of the loops of the CPU.
#[derive(Clone, Debug)]
pub struct Loops {
    rows: usize,
    /// Primes present at each stage.
    levels: Vec<usize>,
    output_limbs: usize,
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
        Self::with(recipe, constants, basis, Loops::new)
    }

    /// Words of scratch for a tile.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.tables.scratch_len()
    }

    /// Bytes of the tables of constants.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.tables.limbs.iter().flat_map(|limb| &limb.stages).map(Stage::table_bytes).sum()
    }

    /// Transforms a tile in place: canonical residues of all input limbs in, in the row order of
    /// [`Recipe::row`]; canonical residues of the output limbs out, in natural order.
    pub fn transform(&self, tile: Tile<'_>) {
        self.tables.transform_tile(tile);
    }

    /// Words between the limbs of a tile of this width.
    #[must_use]
    pub fn plane_words(&self, width: usize) -> usize {
        plane_words(self.tables.rows, width)
    }
}

impl<T> Prepared<T> {
    /// Prepares a recipe as for [`Prepared::new`], with the tables that an engine makes of its
    /// program.
    ///
    /// # Errors
    /// Any of the engine.
    ///
    /// # Panics
    /// If the recipe has more limbs than the basis.
    pub fn with<F: Residue, E>(
        recipe: &Recipe,
        constants: &Constants<F>,
        basis: &RnsBasis,
        tables: impl FnOnce(&Program<'_>) -> Result<T, E>,
    ) -> Result<Self, E> {
        let shapes = constants.steps().iter().map(|step| step.shape).collect();
        let program = Program::new(basis, shapes, &recipe.limbs, recipe.output_limbs, constants);
        Ok(Self { recipe: recipe.clone(), tables: tables(&program)? })
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

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &T {
        &self.tables
    }
}

impl Loops {
    pub(crate) fn new(program: &Program<'_>) -> Result<Self, StageError> {
        let limbs = (0..program.input_limbs()).map(|i| Limb::new(program, i)).collect::<Result<_, _>>()?;
        let levels = program.levels()[..program.shapes().len()].to_vec();
        Ok(Self { rows: program.rows(), levels, output_limbs: program.output_limbs(), limbs })
    }

    /// Rows, limbs of an input, and limbs of an output.
    pub(crate) fn shape(&self) -> [usize; 3] {
        [self.rows, self.limbs.len(), self.output_limbs]
    }

    /// Words of scratch for a tile.
    pub(crate) fn scratch_len(&self) -> usize {
        self.limbs.iter().flat_map(|limb| &limb.stages).map(Stage::scratch_len).max().unwrap_or(0)
    }

    /// [`Prepared::transform`]
    pub(crate) fn transform_tile(&self, mut tile: Tile<'_>) {
        let Ok(()) = execute(&self.levels, self, &mut tile);
    }

    /// Words of the rows of one limb, and those to the next limb.
    fn words(&self, tile: &Tile<'_>) -> (usize, usize) {
        (self.rows * tile.width, plane_words(self.rows, tile.width))
    }
}

impl Interpreter for Loops {
    type Error = Infallible;
    type State<'a> = Tile<'a>;

    fn limbs(&self) -> usize {
        self.limbs.len()
    }

    fn stage(&self, tile: &mut Tile<'_>, limb: usize, s: usize) -> Result<(), Infallible> {
        let (size, plane) = self.words(tile);
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
        let (size, plane) = self.words(tile);
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
    fn new(program: &Program<'_>, limb: usize) -> Result<Self, StageError> {
        let plan = &program.basis().plans()[limb];
        let (kernel, modulus) = (plan.kernel(), *plan.modulus());
        let life = program.life(limb);
        let (mut stages, mut switches) = (Vec::with_capacity(life), Vec::with_capacity(life));
        let mut minus = Vec::with_capacity(life);
        let mut pending = Pending { bound: modulus.value(), factor: 1, minus: None, greatest: modulus.value() };
        for (s, shape) in program.shapes()[..life].iter().enumerate() {
            let Pending { bound, factor, minus: subtrahend, .. } = pending;
            let shape = StageShape { first_is_one: shape.first_is_one && factor == 1, ..*shape };
            let residue = |p: usize, k: usize, j: usize| modulus.mul(program.constant(limb, s, p, k, j), factor);
            let stage = Stage::new(kernel, modulus, shape, bound, residue)?;
            let (operations, next) = Pending::after(program, limb, s, stage.output_bound());
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

impl Pending {
    /// The operations after a stage of a limb, whose words are below `bound`, and what is left to
    /// its next stage.
    fn after(program: &Program<'_>, limb: usize, stage: usize, bound: u64) -> (Vec<Operation>, Self) {
        let q = program.basis().modulus(limb).value();
        let (ends, last) = (program.ends(limb, stage), stage + 1 == program.shapes().len());
        let level = program.levels()[stage + 1];
        let mut operations = Vec::new();
        let mut pending = Self { bound, factor: 1, minus: None, greatest: bound };
        for Dropped { limb: dropped, prime, half, inverse } in program.dropped(limb, stage) {
            let constant = half + prime.div_ceil(q) * q;
            pending.greatest = pending.greatest.max(pending.bound + constant);
            if last || dropped > level || ends {
                operations.extend([Operation::Subtract { dropped, constant }, Operation::Scale(inverse)]);
                pending.bound = q;
            } else {
                pending =
                    Self { bound: pending.bound + constant, factor: inverse, minus: Some((dropped, constant)), ..pending };
            }
        }
        if ends {
            operations.push(Operation::ShiftReduce(q / 2));
            pending.greatest = pending.greatest.max(pending.bound + q / 2);
        } else if last && level == program.levels()[stage] {
            // At the end of the recipe residues become canonical.
            operations.push(Operation::ShiftReduce(0));
        }
        (operations, pending)
    }
}
