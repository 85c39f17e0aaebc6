//! Budgets that a design is predicted to leave, under either key.

use crate::columns::design::{Design, MARGIN_BITS, Prediction};
use crate::columns::over::noise::predict;
use crate::{KeyKind, Recipe};
use papilio_fhe::noise::{self, Model, Noise, log2_primes};
use papilio_field::ResidueRing;
use std::collections::HashSet;

/// Variance of a fresh ciphertext's noise.
pub(crate) fn fresh(degree: usize, key: KeyKind) -> f64 {
    match key {
        KeyKind::Secret => noise::fresh_secret(),
        KeyKind::Public => noise::fresh_public(degree),
    }
}

/// Predicted budgets of a recipe over primes of these `log2`; `None` when the field has no root of
/// that order.
pub(crate) fn prediction(
    t: &impl ResidueRing,
    recipe: &Recipe,
    logs: &[f64],
    degree: usize,
    key: KeyKind,
) -> Option<Prediction> {
    let (fresh, inputs) = (fresh(degree, key), recipe.problem.inputs());
    let after = predict(t, recipe, logs, degree, &vec![fresh; inputs])?;
    let log_plain = noise::log2_modulus(t);
    let budget = |limbs: usize, greatest: f64| noise::budget_bits(logs[..limbs].iter().sum(), log_plain, greatest);
    Some(Prediction {
        fresh: budget(logs.len(), greatest(fresh.log2(), inputs * degree, 1)),
        after: budget(recipe.output_limbs, greatest(after, recipe.problem.columns() * degree, inputs)),
    })
}

/// `log2` of the greatest of so many coefficients of this variance, each a sum of so many
/// coefficients of fresh ciphertexts.
fn greatest(log2_variance: f64, samples: usize, summands: usize) -> f64 {
    // Means of roundings may all have the signs of the constants: by Cauchy and Schwarz they gain
    // the root of the number of summands, and besides at most what the deviation does.
    let means = noise::ROUNDING_MEAN + ((summands as f64).log2() + log2_variance - noise::fresh_secret().log2()) / 2.0;
    noise::log2_sum(noise::log2_max(log2_variance, samples as f64), means)
}

/// The variances of fresh ciphertexts, each encrypted by itself; `None` where one is not fresh, or
/// two may be the same but for a sign.
fn fresh_variances(model: &Model, inputs: &[&Noise]) -> Option<Vec<f64>> {
    let number = |noise: &Noise| {
        let sources = noise.sources().clone();
        let fresh = *noise == model.fresh_secret(sources.clone()) || *noise == model.fresh_public(sources.clone());
        sources.numbers().filter(|numbers| fresh && numbers.len() == 1).map(|numbers| numbers[0])
    };
    let mut numbers = HashSet::new();
    let own = inputs.iter().all(|noise| number(noise).is_some_and(|number| numbers.insert(number)));
    own.then(|| inputs.iter().map(|noise| noise.log2_variance().exp2()).collect())
}

impl Design {
    /// The predicted budget of the noisiest output of ciphertexts under the public key, or under
    /// the secret one, in bits: none for a field without the roots.
    #[must_use]
    pub fn budget_after(&self, t: &impl ResidueRing, key: KeyKind) -> f64 {
        let logs = log2_primes(&self.literal.moduli);
        let predicted = prediction(t, &self.recipe, &logs, 1 << self.literal.log_degree, key);
        predicted.map_or(f64::NEG_INFINITY, |predicted| predicted.after)
    }

    /// The predicted noise of an output, of ciphertexts under the noisier key of those that the
    /// design takes. Inputs are fresh ciphertexts, each encrypted by itself.
    #[must_use]
    pub fn output_noise(&self, t: &impl ResidueRing) -> Noise {
        let limbs = self.recipe.output_limbs;
        let log_modulus: f64 = log2_primes(&self.literal.moduli[..limbs]).iter().sum();
        let key = if self.takes_public_key(t) { KeyKind::Public } else { KeyKind::Secret };
        let budget = self.budget_after(t, key);
        Noise::bounded(limbs, log_modulus - noise::log2_modulus(t) - 1.0 - budget)
    }

    /// The predicted noise of an output, for inputs of these predicted noises.
    ///
    /// Where all inputs are fresh ciphertexts, each encrypted by itself, noises are sums of
    /// independent ones, as in [`Self::output_noise`]. Others may be functions of each other, and
    /// roundings of theirs: their deviations are added, `(Σ_{i ≤ k} x_i)² ≤ k·Σ x_i²`, and
    /// roundings are one half.
    ///
    /// Ciphertexts are told apart by 32 bits: of 4096 fresh ones two are taken for the same with a
    /// chance of 0.2 %.
    ///
    /// # Panics
    /// Unless there is a noise for each input.
    #[must_use]
    pub fn output_noise_of(&self, t: &impl ResidueRing, inputs: &[&Noise]) -> Noise {
        let (moduli, degree) = (log2_primes(&self.literal.moduli), 1 << self.literal.log_degree);
        let model = Model::new(degree, noise::log2_modulus(t), moduli.clone(), log2_primes(&self.literal.special));
        let (recipe, samples) = (&self.recipe, self.recipe.problem.columns() * degree);
        // A field without the roots has no such transform.
        let after = |variances: &[f64]| predict(t, recipe, &moduli, degree, variances).unwrap_or(f64::INFINITY);
        let bound = match fresh_variances(&model, inputs) {
            Some(variances) => greatest(after(&variances), samples, inputs.len()),
            None => {
                let variances: Vec<f64> = inputs.iter().map(|noise| noise.log2_worst_variance(degree).exp2()).collect();
                let related = noise::GREATEST_ROUNDING * self.summands() as f64;
                noise::log2_max(after(&variances) + related.log2(), samples as f64)
            }
        };
        Noise::bounded(recipe.output_limbs, bound)
    }

    /// Noises of inputs and roundings of switches that an output is a sum of, at most.
    fn summands(&self) -> usize {
        let mut rows = self.recipe.problem.columns();
        let mut summands = self.recipe.problem.inputs();
        for (s, &radix) in self.recipe.radices.iter().enumerate() {
            rows /= radix;
            summands += rows * (self.recipe.limbs[s] - self.recipe.limbs_after(s));
        }
        summands
    }

    /// Whether transforms of ciphertexts under the public key are predicted to decrypt: their noise
    /// is greater than under the secret key.
    #[must_use]
    pub fn takes_public_key(&self, t: &impl ResidueRing) -> bool {
        self.budget_after(t, KeyKind::Public) >= MARGIN_BITS / 2.0
    }
}

#[cfg(test)]
mod tests {
    use crate::columns::cost::Cost;
    use crate::{Design, Direction, KeyKind, LayoutChoice, Problem, Request, design};
    use papilio_field::fields::{Bn254, Goldilocks, P32};
    use papilio_field::{Field, FieldRing};

    fn ask(columns: usize, layout: LayoutChoice, key: KeyKind) -> Request {
        let inverse = columns.trailing_zeros().is_multiple_of(3);
        let direction = if inverse { Direction::Inverse } else { Direction::Forward };
        let problem = Problem { direction, ..Problem::forward(columns).expect("columns") };
        let depth = if columns > 64 { Some(2) } else { None };
        Request { layout, depth, key, ..Request::new(problem, columns) }
    }

    fn designs<F: Field>(key: KeyKind) -> Vec<Design> {
        let cost = Cost::here();
        let layouts = [LayoutChoice::Columns, LayoutChoice::Blocked, LayoutChoice::Auto];
        let sizes = (1..9).map(|log| 1 << log);
        let requests = sizes.flat_map(|columns| layouts.map(|layout| ask(columns, layout, key)));
        requests.filter_map(|request| design(&FieldRing::<F>::new(), &request, &cost).ok()).map(|(best, _)| best).collect()
    }

    /// How many designs that were planned for the secret key take a public one, and how many do
    /// not.
    fn consistent<F: Field>() -> [usize; 2] {
        for planned in designs::<F>(KeyKind::Public) {
            assert!(
                planned.key == KeyKind::Public && planned.takes_public_key(&FieldRing::<F>::new()),
                "{}",
                planned.summary()
            );
            assert_eq!(
                planned.budget_after(&FieldRing::<F>::new(), KeyKind::Public).to_bits(),
                planned.predicted.after.to_bits()
            );
        }
        let mut found = [0, 0];
        for planned in designs::<F>(KeyKind::Secret) {
            let [secret, public] =
                [KeyKind::Secret, KeyKind::Public].map(|key| planned.budget_after(&FieldRing::<F>::new(), key));
            assert_eq!(secret.to_bits(), planned.predicted.after.to_bits());
            assert!(planned.key == KeyKind::Secret && public <= secret, "{}: {secret} then {public}", planned.summary());
            assert!(public > 0.0 || !planned.takes_public_key(&FieldRing::<F>::new()), "{}: {public} bits", planned.summary());
            found[usize::from(!planned.takes_public_key(&FieldRing::<F>::new()))] += 1;
        }
        found
    }

    #[test]
    fn a_public_key_is_taken_where_its_budget_lasts() {
        let found = [consistent::<P32>(), consistent::<Goldilocks>(), consistent::<Bn254>()];
        let [with, without] = [0, 1].map(|i| found.iter().map(|found| found[i]).sum::<usize>());
        assert!(with > 0 && without > 0, "{with} plans take a public key, {without} do not");
    }
}
