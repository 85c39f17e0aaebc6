//! The noise of messages that are approximate numbers, whose noise is read in slots.
//!
//! There is no plaintext modulus, and the noise is part of the message: products multiply it by
//! messages, of which a bound is known, and not by uniform phases.

use super::carried::Term;
use super::model::CONFIDENCE;
use super::{Model, Noise, PlaintextNorms, log2_sum};

impl PlaintextNorms {
    /// The norms of a polynomial of a degree of which nothing is known but a bound, given by its
    /// `log2`, on its values at all roots of `X^N + 1`.
    #[must_use]
    pub fn bounded(degree: usize, log2_bound: f64) -> Self {
        let squares = 2.0 * log2_bound;
        // The sum of N magnitudes whose squares have this sum.
        Self { sum: log2_bound + (degree as f64).log2() / 2.0, squares, spectral: squares, fourth: 0.0 }
    }
}

impl Noise {
    /// `log2` of the greatest value at `count` roots of `X^N + 1` of the polynomial of `terms` of
    /// the coefficients, evenly spaced: a message in fewer slots lies in so many.
    ///
    /// A value is a complex normal variable, or a product of `k` such, whose square exceeds its
    /// mean `y` times with a probability of about `exp(−k·y^(1/k))`.
    #[must_use]
    pub fn log2_max_value(&self, terms: usize, count: usize) -> f64 {
        let confidence = (count.max(1) as f64).ln() + CONFIDENCE;
        let color = self.log2_color();
        let random = self.terms().fold(f64::NEG_INFINITY, |sum, (term, square)| {
            let factors = (term.further + 1 + usize::from(term.secret)) as f64;
            let tail = factors * (confidence / factors).max(1.0).log2();
            log2_sum(sum, (square + color + (terms as f64).log2() + tail) / 2.0)
        });
        let bounded = (terms as f64).log2() + self.numbers().roundings_mean;
        log2_sum(random, bounded)
    }
}

impl Noise {
    /// Whether values in different slots may be related by more than what sums of deviations count,
    /// because slots were added up.
    #[must_use]
    pub fn has_related_slots(&self) -> bool {
        self.is_moved() && self.is_spent()
    }

    /// Noise of which a coefficient may have this variance, given by its `log2`.
    #[must_use]
    pub fn with_greatest_variance(mut self, log2_variance: f64) -> Self {
        let normal = &mut self.numbers_mut().normal;
        *normal = normal.max(log2_variance);
        self
    }

    /// The noise of a sum over slots, or of a matrix times them.
    #[must_use]
    pub fn with_related_slots(self) -> Self {
        self.moved().spent_if(true)
    }
}

impl Model {
    /// With an error of the message that reaches a value given by its `log2` in a slot.
    #[must_use]
    pub fn add_error(&self, a: &Noise, log2_value: f64) -> Noise {
        a.clone().with_log2(Term::new(0, false), 2.0 * log2_value - (self.degree() as f64).log2())
    }

    /// A product of two ciphertexts whose messages, times their scales, do not exceed bounds given
    /// by their `log2` in any slot: `e·m' + e'·m + e·e'`.
    #[must_use]
    pub fn multiply_messages(&self, (a, log2_a): (&Noise, f64), (b, log2_b): (&Noise, f64)) -> Noise {
        let [of_a, of_b] = [log2_a, log2_b].map(|bound| PlaintextNorms::bounded(self.degree(), bound));
        let linear = self.mul_plain(a, &of_b).sum(&self.mul_plain(b, &of_a));
        linear.sum(&self.multiply_exactly(a, b))
    }

    /// A sum of `count` images under rotations, of which each is the same ciphertext moved by
    /// another number of slots. Values of noise in different slots are independent before, or
    /// counted by sums of deviations, and neither after it.
    #[must_use]
    pub fn sum_of_rotations(&self, a: &Noise, count: usize) -> Noise {
        let halvings = count.max(1).ilog2();
        if halvings == 0 {
            return a.clone();
        }
        let sum = (0..halvings).fold(a.clone(), |sum, _| {
            let image = self.key_switch(&sum);
            if a.has_related_slots() { self.add(&sum, &image) } else { sum.unrelated().sum(&image) }
        });
        // Rotations keep some coefficients where they are: those of sums gather what is the same.
        let greatest = self.key_switch(a).numbers().normal + 2.0 * f64::from(halvings);
        sum.with_greatest_variance(greatest).with_related_slots()
    }
}
