//! The constants of the stages.

use super::{Arrangement, SlotRecipe};
use crate::Direction;
use ntt::Field;
use ntt::dft::powers;

/// The diagonals of a recipe over a field.
///
/// A forward stage of span `L = r·m` takes element `j_1·m + j_0` of a block to `k·m + j_0` with the factor `ω_L^{k·(j_1·m + j_0)}`; an
/// inverse stage is the inverse of that one. On a coset `g` the first forward stage multiplies input `j` by `g^j`, the last
/// inverse one output `j` by `g^(−j)`; the first inverse stage has the factor `1/n`.
#[derive(Clone, Debug)]
pub struct Diagonals<F> {
    recipe: SlotRecipe,
    /// `ω_n^i`, or its inverse.
    roots: Vec<F>,
    /// What the input of the first stage is multiplied by.
    inputs: Option<Vec<F>>,
    /// What the output of the last stage is multiplied by.
    outputs: Option<Vec<F>>,
}

impl<F: Field> Diagonals<F> {
    /// The diagonals, or `None` when the field has no root of that order.
    #[must_use]
    pub fn new(recipe: &SlotRecipe) -> Option<Self> {
        let (n, coset) = (recipe.size(), recipe.problem.shift_element::<F>());
        let root = F::root_of_unity(recipe.problem.log_columns)?;
        let on_coset = recipe.problem.shift != 0;
        let (root, inputs, outputs) = match recipe.problem.direction {
            Direction::Forward => (root, on_coset.then(|| powers(coset, n)), None),
            Direction::Inverse => {
                let scale = F::from_u64(n as u64).inverse()?;
                (root.inverse()?, Some(vec![scale; n]), if on_coset { Some(powers(coset.inverse()?, n)) } else { None })
            }
        };
        Some(Self { recipe: recipe.clone(), roots: powers(root, n), inputs, outputs })
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

    /// Factor of element `from` in element `to`, zero in another block.
    fn at(&self, s: usize, to: usize, from: usize) -> F {
        let span = self.recipe.span(s);
        if to / span != from / span {
            return F::ZERO;
        }
        let part = span / self.recipe.layers[s].radix;
        // Forward the digit of the output and the place of the input, inverse the reverse.
        let (digit, place) = match self.recipe.problem.direction {
            Direction::Forward => (to % span / part, from % span),
            Direction::Inverse => (from % span / part, to % span),
        };
        let mut factor = self.roots[digit * place % span * (self.roots.len() / span)];
        if let Some(inputs) = self.inputs.as_ref().filter(|_| s == 0) {
            factor = factor * inputs[from];
        }
        if let Some(outputs) = self.outputs.as_ref().filter(|_| s + 1 == self.recipe.layers.len()) {
            factor = factor * outputs[to];
        }
        factor
    }

    /// The diagonal of stage `s` that multiplies baby step `baby` of the input, or of the input with its rows exchanged, in the inner sum of
    /// a giant step: both rows of [`Self::row`] slots.
    #[must_use]
    pub fn values(&self, s: usize, giant: usize, baby: usize, swapped: bool) -> Vec<F> {
        let offsets = self.recipe.offsets(s);
        let row = self.row();
        let turned = offsets.giant_columns(giant, row);
        let step = baby * offsets.stride;
        let value = |slot: usize| {
            let (side, column) = (slot / row, slot % row);
            // The inner sum is rotated afterwards, the baby step before.
            let to = self.element(side, (column + row - turned) % row);
            self.at(s, to, self.element(side ^ usize::from(swapped), (column + step) % row))
        };
        (0..2 * row).map(value).collect()
    }

    /// The element of its vector that a slot holds.
    fn element(&self, side: usize, column: usize) -> usize {
        match self.recipe.arrangement {
            Arrangement::Repeated => column,
            Arrangement::Interleaved => column / (self.recipe.half() / self.recipe.size()),
            Arrangement::Whole => side * self.recipe.half() + column,
        }
    }
}
