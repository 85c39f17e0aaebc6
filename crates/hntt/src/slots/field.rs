//! The plain field: the oracle.

use super::{Arrangement, Diagonals, SlotOperations};
use crate::Canceled;
use core::ops::Range;
use papilio_field::{Residue, ResidueRing};

/// Vectors of field elements, one a slot.
#[derive(Clone, Debug)]
pub struct Plain<'a, F: Residue>(pub &'a Diagonals<F>);

impl<F: Residue> Plain<'_, F> {
    fn half(&self) -> usize {
        self.0.recipe().half()
    }

    fn turned(&self, mut x: Vec<F>, columns: usize) -> Vec<F> {
        x.chunks_exact_mut(self.half()).for_each(|row| row.rotate_left(columns % row.len()));
        x
    }
}

impl<F: Residue> SlotOperations for Plain<'_, F> {
    type Vector = Vec<F>;
    type Error = Canceled;

    fn baby_steps(&self, x: &Vec<F>, stride: usize, count: usize) -> Result<Vec<Vec<F>>, Canceled> {
        Ok((0..count).map(|b| self.turned(x.clone(), b * stride)).collect())
    }

    fn swap(&self, x: &Vec<F>) -> Result<Vec<F>, Canceled> {
        Ok([&x[self.half()..], &x[..self.half()]].concat())
    }

    fn rotate(&self, x: Vec<F>, columns: usize) -> Result<Vec<F>, Canceled> {
        Ok(self.turned(x, columns))
    }

    fn inner_sums(&self, s: usize, giants: Range<usize>, babies: &[Vec<F>]) -> Vec<Vec<F>> {
        let (recipe, row, t) = (self.0.recipe(), self.0.row(), self.0.ring());
        let offsets = recipe.offsets(s);
        let periodic = recipe.arrangement == Arrangement::Repeated;
        let inner = |giant: usize| {
            let mut sum = vec![F::default(); 2 * self.half()];
            for step in offsets.baby_steps(giant) {
                let diagonal = self.0.diagonal(s, giant, step);
                let input = &babies[offsets.place(step)];
                for (i, (sum, &x)) in sum.iter_mut().zip(input).enumerate() {
                    *sum = t.add(*sum, t.mul(x, diagonal(if periodic { i % row } else { i })));
                }
            }
            sum
        };
        giants.map(inner).collect()
    }

    fn add(&self, a: &mut Vec<F>, b: &Vec<F>) {
        let t = self.0.ring();
        a.iter_mut().zip(b).for_each(|(a, &b)| *a = t.add(*a, b));
    }

    fn switch(&self, _: &mut Vec<F>, _: usize) {}
}
