//! The constants of the stages.

use super::{Arrangement, BabyStep, SlotRecipe};
use crate::Direction;
use papilio_field::{Residue, ResidueRing};
use papilio_ntt::dft::powers;

/// The diagonals of a recipe over a field.
///
/// A forward stage of span `L = r·m` takes element `j_1·m + j_0` of a block to `k·m + j_0` with the
/// factor `ω_L^{k·(j_1·m + j_0)}`; an inverse stage is the inverse of that one. On a coset `g` the
/// first forward stage multiplies input `j` by `g^j`, the last inverse one output `j` by `g^(−j)`;
/// the first inverse stage has the factor `1/n`.
#[derive(Clone, Debug)]
pub struct Diagonals<F: Residue> {
    t: F::Ring,
    recipe: SlotRecipe,
    /// `ω_n^i`, or its inverse.
    roots: Vec<F>,
    /// Factors of the input of the first stage.
    inputs: Option<Vec<F>>,
    /// Factors of the output of the last stage.
    outputs: Option<Vec<F>>,
}

impl<F: Residue> Diagonals<F> {
    /// The diagonals, or `None` when the field has no root of that order.
    #[must_use]
    pub fn new(t: &F::Ring, recipe: &SlotRecipe) -> Option<Self> {
        let (n, coset) = (recipe.size(), recipe.problem.shift_element(t)?);
        let root = t.root_of_unity(recipe.problem.log_columns)?;
        let on_coset = recipe.problem.shift != 0;
        let (root, inputs, outputs) = match recipe.problem.direction {
            Direction::Forward => (root, on_coset.then(|| powers(t, coset, n)), None),
            Direction::Inverse => {
                let scale = t.inverse(t.reduce(n as u64))?;
                (t.inverse(root)?, Some(vec![scale; n]), if on_coset { Some(powers(t, t.inverse(coset)?, n)) } else { None })
            }
        };
        Some(Self { t: t.clone(), recipe: recipe.clone(), roots: powers(t, root, n), inputs, outputs })
    }

    /// The ring of the diagonals.
    #[must_use]
    pub fn ring(&self) -> &F::Ring {
        &self.t
    }

    /// The recipe.
    #[must_use]
    pub fn recipe(&self) -> &SlotRecipe {
        &self.recipe
    }

    /// Slots of a row, or, of periodic diagonals, of their period.
    #[must_use]
    pub fn row(&self) -> usize {
        if self.recipe.arrangement == Arrangement::Repeated { self.recipe.size() } else { self.recipe.half() }
    }

    /// The diagonal of stage `s` that multiplies a baby step in the inner sum of a giant step: both
    /// rows of [`Self::row`] slots, by slot.
    pub fn diagonal(&self, s: usize, giant: usize, BabyStep { step, rows }: BabyStep) -> impl Fn(usize) -> F {
        let (stage, offsets, row) = (self.stage(s), self.recipe.offsets(s), self.row());
        let (mask, log_row) = (row - 1, row.trailing_zeros());
        // The inner sum is rotated afterwards, the baby step before.
        let turned = row - offsets.giant_columns(giant, row);
        let (step, swap) = (step * offsets.stride, rows as usize);
        move |slot| {
            let (side, column) = (slot >> log_row, slot & mask);
            let to = stage.element(side, (column + turned) & mask);
            stage.factor(to, stage.element(side ^ swap, (column + step) & mask))
        }
    }

    fn stage(&self, s: usize) -> Stage<'_, F> {
        let (span, last) = (self.recipe.span(s), s + 1 == self.recipe.layers.len());
        let log_row = self.row().trailing_zeros();
        let (row_shift, column_shift) = match self.recipe.arrangement {
            Arrangement::Repeated => (None, 0),
            Arrangement::Interleaved => (None, log_row - self.recipe.problem.log_columns),
            Arrangement::Whole => (Some(log_row), 0),
        };
        Stage {
            t: &self.t,
            mask: span - 1,
            log_part: (span / self.recipe.layers[s].radix).trailing_zeros(),
            log_root: self.recipe.problem.log_columns - span.trailing_zeros(),
            forward: self.recipe.problem.direction == Direction::Forward,
            row_shift,
            column_shift,
            roots: &self.roots,
            inputs: self.inputs.as_deref().filter(|_| s == 0),
            outputs: self.outputs.as_deref().filter(|_| last),
        }
    }
}

/// The values that the factors of one stage depend on.
#[derive(Clone, Copy)]
struct Stage<'a, F: Residue> {
    t: &'a F::Ring,
    /// Mask of an element's place in a block.
    mask: usize,
    /// `log2 m`.
    log_part: u32,
    /// `log2` of the power of the root that is that of the block.
    log_root: u32,
    forward: bool,
    /// A slot of the second row is this many elements, `log2`, further; if rows differ.
    row_shift: Option<u32>,
    /// Columns of an element, `log2`.
    column_shift: u32,
    roots: &'a [F],
    inputs: Option<&'a [F]>,
    outputs: Option<&'a [F]>,
}

impl<F: Residue> Stage<'_, F> {
    /// The element of its vector that a slot holds.
    #[inline]
    fn element(&self, side: usize, column: usize) -> usize {
        (column >> self.column_shift) + self.row_shift.map_or(0, |shift| side << shift)
    }

    /// The factor of element `from` in element `to`, zero in another block.
    #[inline]
    fn factor(&self, to: usize, from: usize) -> F {
        if (to ^ from) & !self.mask != 0 {
            return F::default();
        }
        // Forward the digit of the output and the place of the input, inverse the reverse.
        let (digit, place) = if self.forward { (to, from) } else { (from, to) };
        let power = (((digit & self.mask) >> self.log_part) * (place & self.mask)) & self.mask;
        let mut factor = self.roots[power << self.log_root];
        if let Some(inputs) = self.inputs {
            factor = self.t.mul(factor, inputs[from]);
        }
        if let Some(outputs) = self.outputs {
            factor = self.t.mul(factor, outputs[to]);
        }
        factor
    }
}
