//! Noise, predicted by running the recipe on variances.
//!
//! A decimation in time joins every input to every output by exactly one path, so the noise of an
//! output is a sum of independent terms and its variance is what the squares of the constants make
//! of the variances of the inputs: no worst case, and nothing heuristic but the normal tail.

use crate::{Constants, Interpreter, Recipe, execute};
use core::convert::Infallible;
use papilio_fhe::noise;
use papilio_field::{Residue, ResidueRing};

/// Variances of all rows, as multiples of `2^log2_scale`.
#[derive(Clone, Debug)]
pub struct Variances {
    log2_scale: f64,
    rows: Vec<f64>,
}

impl Variances {
    /// `log2` of the greatest variance.
    #[must_use]
    pub fn log2_max(&self) -> f64 {
        self.rows.iter().copied().fold(0.0, f64::max).log2() + self.log2_scale
    }

    fn normalize(&mut self) {
        let max = self.rows.iter().copied().fold(0.0, f64::max);
        if max > 0.0 {
            self.rows.iter_mut().for_each(|v| *v /= max);
            self.log2_scale += max.log2();
        }
    }
}

/// Predicts `log2` of the variance of the noisiest output.
///
/// `log_moduli` are the `log2` of the primes, `degree` is `N`, `variances` those of a coefficient
/// of the noise of each input: of a fresh one [`papilio_fhe::noise::fresh_secret`] or
/// [`papilio_fhe::noise::fresh_public`]. `None` when the field has no root of that order.
///
/// # Panics
/// Unless there is a variance for each input.
#[must_use]
pub fn predict<R: ResidueRing>(t: &R, recipe: &Recipe, log_moduli: &[f64], degree: usize, variances: &[f64]) -> Option<f64> {
    assert_eq!(variances.len(), recipe.problem.inputs(), "a variance for each input");
    let interpreter = Predictor { constants: Constants::<R::Element>::new(t, recipe)?, recipe, log_moduli, degree };
    let mut rows = vec![0.0; recipe.problem.columns()];
    variances.iter().enumerate().for_each(|(index, &variance)| rows[recipe.row(index)] = variance);
    let mut variances = Variances { log2_scale: 0.0, rows };
    let Ok(()) = execute(&recipe.limbs, &interpreter, &mut variances);
    Some(variances.log2_max())
}

struct Predictor<'r, F: Residue> {
    constants: Constants<F>,
    recipe: &'r Recipe,
    log_moduli: &'r [f64],
    degree: usize,
}

impl<F: Residue> Interpreter for Predictor<'_, F> {
    type Error = Infallible;
    type State<'a> = Variances;

    fn stage(&self, variances: &mut Variances, _: usize, s: usize) -> Result<(), Infallible> {
        let (shape, t) = (self.constants.steps()[s].shape, self.constants.ring());
        let stride = shape.span / shape.radix;
        for p in 0..stride {
            // The same constants serve every block.
            let square = |k: usize, j: usize| t.centered(self.constants.at(s, p, k, j)).scaled(t.bits()).powi(2);
            let squares: Vec<f64> = (0..shape.radix)
                .flat_map(|k| (0..shape.nonzero_inputs).map(move |j| (k, j)))
                .map(|(k, j)| square(k, j))
                .collect();
            for block in variances.rows.chunks_exact_mut(shape.span) {
                let inputs: Vec<f64> = (0..shape.nonzero_inputs).map(|j| block[p + j * stride]).collect();
                for (k, squares) in squares.chunks_exact(shape.nonzero_inputs).enumerate() {
                    block[p + k * stride] = squares.iter().zip(&inputs).map(|(c, v)| c * v).sum();
                }
            }
        }
        variances.log2_scale += 2.0 * f64::from(t.bits());
        variances.normalize();
        Ok(())
    }

    fn switch(&self, variances: &mut Variances, _: usize, s: usize) -> Result<(), Infallible> {
        let (before, after) = (self.recipe.limbs[s], self.recipe.limbs_after(s));
        for dropped in (after..before).rev() {
            variances.log2_scale -= 2.0 * self.log_moduli[dropped];
            let floor = noise::mod_switch(self.degree) / variances.log2_scale.exp2();
            variances.rows.iter_mut().for_each(|v| *v += floor);
            variances.normalize();
        }
        Ok(())
    }
}
