//! The transform: which element of the field multiplies input `j` in output `k` of every butterfly.

use crate::{Direction, Problem, Recipe, Step};
use papilio_field::Field;
use papilio_ntt::dft::powers;

/// The constants of a recipe over a field.
///
/// Stage `s` of span `m = r·m'` computes `out[k·m' + p] = Σ_j c(p, k, j)·in[j·m' + p]` with
/// `c(p, k, j) = ω_m^{j(p + k·m')}`, times `g^{j·weight}` on a coset `g`; the inverse has `ω^(−1)`, `1/n` in its first
/// stage, and `g^(−k)` in its last.
#[derive(Clone, Debug)]
pub struct Constants<F> {
    steps: Vec<Step>,
    /// `ω_n^i`.
    roots: Vec<F>,
    /// For every stage, the factor of input `j`.
    inputs: Vec<Vec<F>>,
    /// The factor of output `k` of the last stage, if there is one.
    outputs: Option<Vec<F>>,
}

impl<F: Field> Constants<F> {
    /// The constants, or `None` when the field has no root of that order.
    #[must_use]
    pub fn new(recipe: &Recipe) -> Option<Self> {
        let Problem { log_columns, direction, shift, .. } = recipe.problem;
        let n = recipe.problem.columns();
        let (root, coset) = (F::root_of_unity(log_columns)?, recipe.problem.shift_element::<F>());
        let steps = recipe.steps();
        let (root, input_base, scale) = match direction {
            Direction::Forward => (root, coset, F::ONE),
            Direction::Inverse => (root.inverse()?, F::ONE, F::from_u64(n as u64).inverse()?),
        };
        let inputs = steps.iter().enumerate().map(|(s, step)| {
            let mut factors = powers(input_base.pow(&[step.weight as u64]), step.shape.radix);
            if s == 0 {
                factors.iter_mut().for_each(|x| *x = *x * scale);
            }
            factors
        });
        let twisted = direction == Direction::Inverse && shift != 0;
        let outputs = if twisted { Some(powers(coset.inverse()?, n)) } else { None };
        Some(Self { inputs: inputs.collect(), steps, roots: powers(root, n), outputs })
    }

    /// The stages.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// `c(p, k, j)` of stage `s`.
    #[must_use]
    pub fn at(&self, s: usize, p: usize, k: usize, j: usize) -> F {
        let Step { shape, weight } = self.steps[s];
        let output = p + k * (shape.span / shape.radix);
        let root = self.roots[(j * output * weight) & (self.roots.len() - 1)];
        let constant = if self.inputs[s][j] == F::ONE { root } else { root * self.inputs[s][j] };
        match &self.outputs {
            Some(factors) if s + 1 == self.steps.len() => constant * factors[output],
            _ => constant,
        }
    }
}
