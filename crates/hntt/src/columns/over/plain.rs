//! The plain field: what a recipe computes, in the clear.

use crate::{Constants, Interpreter, Recipe, execute};
use core::convert::Infallible;
use papilio_field::{Residue, ResidueRing};

/// Rows of elements, `width` each.
#[derive(Debug)]
pub struct Plain<F: Residue> {
    constants: Constants<F>,
    width: usize,
}

/// Executes a recipe on `inputs` rows of `width` elements, in natural order, giving `columns` rows.
///
/// `None` when the field has no root of that order.
///
/// # Panics
/// For a width of zero, or a recipe that [`Recipe::check`] refuses.
#[must_use]
pub fn transform<R: ResidueRing>(t: &R, recipe: &Recipe, width: usize, input: &[R::Element]) -> Option<Vec<R::Element>> {
    let interpreter = Plain { constants: Constants::new(t, recipe)?, width };
    let mut rows = vec![R::Element::default(); recipe.problem.columns() * width];
    for (index, values) in input.chunks_exact(width).enumerate() {
        rows[recipe.row(index) * width..][..width].copy_from_slice(values);
    }
    let Ok(()) = execute(&recipe.limbs, &interpreter, &mut rows.as_mut_slice());
    Some(rows)
}

impl<F: Residue> Interpreter for Plain<F> {
    type Error = Infallible;
    type State<'a> = &'a mut [F];

    fn stage(&self, rows: &mut &mut [F], _: usize, s: usize) -> Result<(), Infallible> {
        let shape = self.constants.steps()[s].shape;
        let (stride, width, t) = (shape.span / shape.radix, self.width, self.constants.ring());
        for block in rows.chunks_exact_mut(shape.span * width) {
            for p in 0..stride {
                let at = |i: usize| (p + i * stride) * width;
                let inputs: Vec<F> = (0..shape.nonzero_inputs).flat_map(|j| block[at(j)..][..width].to_vec()).collect();
                for k in 0..shape.radix {
                    let row = &mut block[at(k)..][..width];
                    row.fill(F::default());
                    for (j, input) in inputs.chunks_exact(width).enumerate() {
                        let c = self.constants.at(s, p, k, j);
                        row.iter_mut().zip(input).for_each(|(y, &x)| *y = t.add(*y, t.mul(c, x)));
                    }
                }
            }
        }
        Ok(())
    }

    fn switch(&self, _: &mut &mut [F], _: usize, _: usize) -> Result<(), Infallible> {
        Ok(())
    }
}
