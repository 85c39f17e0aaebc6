//! The noise of a recipe, without computing.

use super::{Arrangement, Offsets, SlotOperations, SlotRecipe, execute};
use crate::Canceled;
use core::ops::Range;
use papilio_fhe::noise::{self, log2_primes};
use papilio_field::ResidueRing;

/// `ln 2^20`, for bounds that hold but with a probability of `2^(−20)`.
const CONFIDENCE: f64 = 20.0 * core::f64::consts::LN_2;

/// The ring, as far as noise depends on it.
#[derive(Clone, Debug)]
pub struct NoiseModel {
    /// `log2` of the primes of `Q`.
    pub moduli: Vec<f64>,
    /// `log2` of the primes of `P`.
    pub special: Vec<f64>,
    /// `log2` of the variance of the input.
    pub log2_input: f64,
}

impl NoiseModel {
    /// The ring of parameters, and an input of this noise.
    #[must_use]
    pub fn of(parameters: &papilio_fhe::Parameters, log2_input: f64) -> Self {
        let literal = parameters.literal();
        Self { moduli: log2_primes(&literal.moduli), special: log2_primes(&literal.special), log2_input }
    }
}

/// Noise as `log2` of the variance of a coefficient, and the primes left.
#[derive(Clone, Copy, Debug)]
struct Trace {
    log2_variance: f64,
    limbs: usize,
}

struct Tracer<'a> {
    recipe: &'a SlotRecipe,
    model: &'a NoiseModel,
    /// `log2` of the variance that a product with a diagonal multiplies by.
    factor: f64,
}

/// `log2` of the variance of the output's noise.
#[must_use]
pub fn predict(t: &impl ResidueRing, recipe: &SlotRecipe, model: &NoiseModel) -> f64 {
    let log_plain = papilio_fhe::noise::log2_modulus(t);
    // Coefficients of an encoded diagonal are uniform modulo t; of a periodic one only as many are
    // not zero as its ring has.
    let coefficients = if recipe.arrangement == Arrangement::Repeated { 2 * recipe.size() } else { 1 << recipe.log_degree };
    let factor = 2.0 * log_plain - 12f64.log2() + (coefficients as f64).log2() + uniform_slack(coefficients as f64);
    let tracer = Tracer { recipe, model, factor };
    let input = Trace { log2_variance: model.log2_input, limbs: recipe.limbs[0] };
    execute(recipe, &tracer, input, &mut |_| true).map_or(f64::INFINITY, |output| output.log2_variance)
}

/// `log2` of what the mean square of so many uniform coefficients exceeds its expectation by: three
/// times where they are all as great as can be, else by Bernstein's inequality for squares of mean
/// 1, variance 4/5 and maximum 3.
fn uniform_slack(coefficients: f64) -> f64 {
    let [variance, greatest] = [1.6, 4.0 / 3.0].map(|factor| factor * CONFIDENCE / coefficients);
    (1.0 + variance.sqrt() + greatest).min(3.0).log2()
}

/// `log2` of what the greatest square of the output's values at roots of `X^N + 1` exceeds their
/// mean by: each layer multiplies values at random, as many as it adds up.
pub(super) fn log2_color(recipe: &SlotRecipe) -> f64 {
    let greatest = f64::from(recipe.log_degree - 1) * core::f64::consts::LN_2 + CONFIDENCE;
    let layer = |s: usize| {
        let Offsets { count, swapped, .. } = recipe.offsets(s);
        let products = (count << usize::from(swapped)) as f64;
        (1.0 + (2.0 * greatest / products).sqrt() + greatest / products).log2()
    };
    (0..recipe.layers.len()).map(layer).sum()
}

impl Tracer<'_> {
    /// After a key switch.
    fn switched(&self, x: Trace) -> Trace {
        let digits: Vec<f64> =
            self.model.moduli[..x.limbs].chunks(self.model.special.len().max(1)).map(|digit| digit.iter().sum()).collect();
        let added = noise::key_switch(1 << self.recipe.log_degree, &digits, self.model.special.iter().sum());
        Trace { log2_variance: plus(x.log2_variance, added.log2()), ..x }
    }
}

/// `log2(2^a + 2^b)`.
fn plus(a: f64, b: f64) -> f64 {
    let (most, least) = (a.max(b), a.min(b));
    most + (least - most).exp2().ln_1p() / core::f64::consts::LN_2
}

impl SlotOperations for Tracer<'_> {
    type Vector = Trace;
    type Error = Canceled;

    fn baby_steps(&self, x: &Trace, _: usize, count: usize) -> Result<Vec<Trace>, Canceled> {
        let moved = self.switched(*x);
        Ok(core::iter::once(*x).chain(core::iter::repeat_n(moved, count - 1)).collect())
    }

    fn swap(&self, x: &Trace) -> Result<Trace, Canceled> {
        Ok(self.switched(*x))
    }

    fn rotate(&self, x: Trace, columns: usize) -> Result<Trace, Canceled> {
        Ok(if columns == 0 { x } else { self.switched(x) })
    }

    fn inner_sums(&self, s: usize, giants: Range<usize>, babies: &[Trace]) -> Vec<Trace> {
        let offsets: Offsets = self.recipe.offsets(s);
        let worst = babies.iter().fold(f64::NEG_INFINITY, |worst, baby| worst.max(baby.log2_variance));
        let inner = |giant: usize| Trace {
            log2_variance: worst + self.factor + (offsets.products(giant) as f64).log2(),
            limbs: babies[0].limbs,
        };
        giants.map(inner).collect()
    }

    fn add(&self, a: &mut Trace, b: &Trace) {
        a.log2_variance = plus(a.log2_variance, b.log2_variance);
    }

    fn switch(&self, x: &mut Trace, s: usize) {
        let after = self.recipe.limbs_after(s);
        for dropped in (after..x.limbs).rev() {
            let floor = noise::mod_switch(1 << self.recipe.log_degree).log2();
            x.log2_variance = plus(x.log2_variance - 2.0 * self.model.moduli[dropped], floor);
        }
        x.limbs = after;
    }
}
