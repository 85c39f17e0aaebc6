//! The transform: which element of the field multiplies input `j` in output `k` of every butterfly.

use crate::{Direction, Problem, Recipe, Step};
use papilio_field::{Modulus, Residue, ResidueRing};
use papilio_ntt::dft::powers;
use papilio_ring::stages::StageConstants;

/// The constants of a recipe over a field.
///
/// Stage `s` of span `m = r·m'` computes `out[k·m' + p] = Σ_j c(p, k, j)·in[j·m' + p]` with
/// `c(p, k, j) = ω_m^{j(p + k·m')}`, times `g^{j·weight}` on a coset `g`; the inverse has `ω^(−1)`,
/// `1/n` in its first stage, and `g^(−k)` in its last.
#[derive(Clone, Debug)]
pub struct Constants<F: Residue> {
    t: F::Ring,
    steps: Vec<Step>,
    /// `ω_n^i`.
    roots: Vec<F>,
    /// For every stage, the factor of input `j`.
    inputs: Vec<Vec<F>>,
    /// The factor of output `k` of the last stage, if there is one.
    outputs: Option<Vec<F>>,
}

impl<F: Residue> Constants<F> {
    /// The constants, or `None` when the field has no root of that order.
    #[must_use]
    pub fn new(t: &F::Ring, recipe: &Recipe) -> Option<Self> {
        let Problem { log_columns, direction, shift, .. } = recipe.problem;
        let n = recipe.problem.columns();
        let (root, coset) = (t.root_of_unity(log_columns)?, recipe.problem.shift_element(t)?);
        let steps = recipe.steps();
        let (root, input_base, scale) = match direction {
            Direction::Forward => (root, coset, t.one()),
            Direction::Inverse => (t.inverse(root)?, t.one(), t.inverse(t.reduce(n as u64))?),
        };
        let inputs = steps.iter().enumerate().map(|(s, step)| {
            let mut factors = powers(t, t.pow(input_base, step.weight as u64), step.shape.radix);
            if s == 0 {
                factors.iter_mut().for_each(|x| *x = t.mul(*x, scale));
            }
            factors
        });
        let twisted = direction == Direction::Inverse && shift != 0;
        let outputs = if twisted { Some(powers(t, t.inverse(coset)?, n)) } else { None };
        Some(Self { inputs: inputs.collect(), steps, roots: powers(t, root, n), outputs, t: t.clone() })
    }

    /// The ring of the constants.
    #[must_use]
    pub fn ring(&self) -> &F::Ring {
        &self.t
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
        let t = &self.t;
        let constant = if self.inputs[s][j] == t.one() { root } else { t.mul(root, self.inputs[s][j]) };
        match &self.outputs {
            Some(factors) if s + 1 == self.steps.len() => t.mul(constant, factors[output]),
            _ => constant,
        }
    }
}

/// Residues of the lifts to the integers of least magnitude.
impl<F: Residue> StageConstants for Constants<F> {
    fn residue(&self, modulus: &Modulus, stage: usize, p: usize, k: usize, j: usize) -> u64 {
        modulus.reduce_centered(&self.ring().centered(self.at(stage, p, k, j)))
    }
}
