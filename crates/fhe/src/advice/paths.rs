//! The least budgets that a path may have: over the plaintext moduli of as many bits, the operands
//! of its products, and the levels at which BGV multiplies them.
//!
//! In BFV the worst of these is known beforehand. In BGV less noise, or a smaller modulus, may
//! leave less of a budget in the end: it moves a product to another level, from which the next
//! product gains less.

use super::circuit::{Scheme, Step, linear};
use super::request::Request;
use crate::noise::{Model, Noise, Sources};

/// Plaintext moduli lack as many bits to the power of two above them.
const LACKING: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Predicted budgets in bits, fresh and after each step.
pub(super) fn least_budgets(request: &Request, degree: usize, moduli: &[f64], special: &[f64]) -> Vec<f64> {
    let lacking = match request.scheme {
        Scheme::Bfv => &LACKING[..1],
        Scheme::Bgv => &LACKING,
    };
    let bits = f64::from(request.plain_bits);
    let models = lacking.iter().map(|lacking| Model::new(degree, bits - lacking, moduli.to_vec(), special.to_vec()));
    let all = models.map(|model| budgets(&model, request));
    all.reduce(|least, next| least.iter().zip(&next).map(|(a, b)| a.min(*b)).collect()).unwrap_or_default()
}

fn budgets(model: &Model, request: &Request) -> Vec<f64> {
    let least = |paths: &[Path]| paths.iter().map(|path| model.budget_bits(&path.noise)).fold(f64::INFINITY, f64::min);
    let mut paths = Path::fresh(model, request.scheme);
    let mut budgets = vec![least(&paths)];
    for &step in &request.circuit {
        let next = paths.iter().flat_map(|path| path.after(model, request.scheme, step)).collect();
        paths = extremes(model, next);
        budgets.push(least(&paths));
    }
    budgets
}

/// The paths of the least and of the greatest budget at each level.
fn extremes(model: &Model, mut paths: Vec<Path>) -> Vec<Path> {
    let budget = |path: &Path| model.budget_bits(&path.noise);
    paths.sort_by(|a, b| a.noise.level().cmp(&b.noise.level()).then(budget(a).total_cmp(&budget(b))));
    let ends = |group: &[Path]| match group {
        [first, .., last] => vec![first.clone(), last.clone()],
        few => few.to_vec(),
    };
    paths.chunk_by(|a, b| a.noise.level() == b.noise.level()).flat_map(ends).collect()
}

/// A ciphertext at the end of a path, and others that it may be multiplied with.
#[derive(Clone, Debug)]
struct Path {
    noise: Noise,
    /// The ciphertext that was multiplied first: products with it are powers.
    base: Option<Noise>,
    /// The ciphertext that was multiplied last.
    before: Option<Noise>,
}

impl Path {
    /// Fresh ciphertexts under either key.
    fn fresh(model: &Model, scheme: Scheme) -> Vec<Self> {
        let public = model.fresh_public(Sources::any());
        let fresh = match scheme {
            Scheme::Bfv => vec![public],
            Scheme::Bgv => vec![public, model.fresh_secret(Sources::any())],
        };
        fresh.into_iter().map(|noise| Self { noise, base: None, before: None }).collect()
    }

    fn after(&self, model: &Model, scheme: Scheme, step: Step) -> Vec<Self> {
        let with = |noise: Noise| Self { noise, ..self.clone() };
        match step {
            Step::Multiply => {
                let operands = [Some(&self.noise), self.base.as_ref(), self.before.as_ref()].into_iter().flatten();
                let products = operands.flat_map(|operand| products(model, scheme, &self.noise, operand));
                let base = self.base.as_ref().unwrap_or(&self.noise);
                let path = |noise| Self { noise, base: Some(base.clone()), before: Some(self.noise.clone()) };
                products.map(path).collect()
            }
            // The sum over as many slots as coefficients is a trace, and one over fewer is none.
            Step::InnerSum => vec![with(model.inner_sum(&self.noise)), with(linear(model, scheme, &self.noise, step))],
            _ => vec![with(linear(model, scheme, &self.noise, step))],
        }
    }
}

/// The relinearized product, in BGV at any of the levels that may be chosen.
fn products(model: &Model, scheme: Scheme, a: &Noise, b: &Noise) -> Vec<Noise> {
    match scheme {
        Scheme::Bfv => vec![model.multiply_relinearize(a, b)],
        Scheme::Bgv => {
            let product = |level| {
                let [a, b] = [a, b].map(|x| model.switch_down_to(x, level));
                model.key_switch(&model.multiply_exactly(&a, &b))
            };
            model.product_levels(a, b).into_iter().map(product).collect()
        }
    }
}
