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

/// Paths that are followed at each level, for all products together.
const PATHS: usize = 24;

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
    let products = request.circuit.iter().filter(|&&step| step == Step::Multiply).count();
    let most = (PATHS / products.max(1)).clamp(2, PATHS / 2);
    let mut paths = Path::fresh(model, request.scheme);
    let mut budgets = vec![least(&paths)];
    for &step in &request.circuit {
        let next = paths.iter().flat_map(|path| path.after(model, request.scheme, step)).collect();
        paths = spread(model, next, most);
        budgets.push(least(&paths));
    }
    budgets
}

/// At each level, for each form of the last inner sums, the paths of the least and of the greatest
/// budget, and up to `most` in all between them: noise of the same budget and another structure has
/// another product.
fn spread(model: &Model, paths: Vec<Path>, most: usize) -> Vec<Path> {
    let key = |path: &Path| (path.noise.level(), path.sums);
    let mut paths: Vec<(f64, Path)> = paths.into_iter().map(|path| (model.budget_bits(&path.noise), path)).collect();
    paths.sort_by(|(a, x), (b, y)| key(x).cmp(&key(y)).then(a.total_cmp(b)));
    paths.dedup_by(|(a, x), (b, y)| a.to_bits() == b.to_bits() && x == y);
    let some = |group: &[(f64, Path)]| {
        let count = group.len().min(most);
        (0..count).map(|i| group[i * (group.len() - 1) / (count - 1).max(1)].1.clone()).collect::<Vec<_>>()
    };
    paths.chunk_by(|(_, a), (_, b)| key(a) == key(b)).flat_map(some).collect()
}

/// A ciphertext at the end of a path, and others that it may be multiplied with.
#[derive(Clone, Debug, PartialEq)]
struct Path {
    noise: Noise,
    /// The ciphertext that was multiplied first: products with it are powers.
    base: Option<Noise>,
    /// The ciphertext that was multiplied last.
    before: Option<Noise>,
    /// The forms of the last inner sums, a bit each: whether it was a trace.
    sums: u8,
}

/// The number of inner sums whose forms are told apart.
const SUMS: u32 = 2;

impl Path {
    /// Fresh ciphertexts under either key.
    fn fresh(model: &Model, scheme: Scheme) -> Vec<Self> {
        let public = model.fresh_public(Sources::any());
        let fresh = match scheme {
            Scheme::Bfv => vec![public],
            Scheme::Bgv => vec![public, model.fresh_secret(Sources::any())],
        };
        fresh.into_iter().map(|noise| Self { noise, base: None, before: None, sums: 0 }).collect()
    }

    fn after(&self, model: &Model, scheme: Scheme, step: Step) -> Vec<Self> {
        let with = |noise: Noise| Self { noise, ..self.clone() };
        match step {
            Step::Multiply => {
                let other = self.noise.unrelated();
                let operands =
                    [Some(&self.noise), Some(&other), self.base.as_ref(), self.before.as_ref()].into_iter().flatten();
                let products = operands.flat_map(|operand| products(model, scheme, &self.noise, operand));
                let base = self.base.as_ref().unwrap_or(&self.noise);
                let path = |noise| Self { noise, base: Some(base.clone()), before: Some(self.noise.clone()), sums: self.sums };
                products.map(path).collect()
            }
            // The sum over as many slots as coefficients is a trace, and one over fewer is none.
            Step::InnerSum => {
                let sum = |traced, noise| Self { sums: (2 * self.sums + traced) % (1 << SUMS), ..with(noise) };
                vec![sum(1, model.inner_sum(&self.noise)), sum(0, linear(model, scheme, &self.noise, step))]
            }
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
                let [a, b] = [a, b].map(|x| model.mod_switch_to(x, level));
                model.key_switch(&model.multiply_exactly(&a, &b))
            };
            model.product_levels(a, b).into_iter().map(product).collect()
        }
    }
}
