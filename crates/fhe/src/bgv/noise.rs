//! What is known of a ciphertext's noise.

use crate::noise::{log2_max, log2_sum};

/// Terms of more factors are counted as having so many: what they gain by repeating factors is at its limit there.
pub(super) const DEGREES: usize = 8;

/// The predicted noise of a ciphertext, `e = c_0 + c_1·s − Q·u/t`.
///
/// A product of noises is a product of polynomials, and where these may be the same, or have the secret in common, its variance is
/// more than the product of theirs, the more so the more factors there are: so variances are kept by the number of factors. And a
/// product of two polynomials that may be images of each other is not normal: of `e(X)·e(1/X)` one coefficient is the sum of all
/// squares. So what part of the noise is normal is kept besides, and a bound on the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    level: usize,
    /// `log2` of the variance of terms of one factor, of two, …
    log2_variances: [f64; DEGREES],
    /// `log2` of the variance of what is normal.
    normal: f64,
    /// `log2` of what no coefficient of the rest exceeds.
    peak: f64,
}

impl Noise {
    /// How many numbers tell it, but for its level: part of the format of [`crate::bytes`].
    pub(crate) const NUMBERS: usize = DEGREES + 2;

    /// Those numbers: variances by the number of factors, that of what is normal, and the bound on the rest; `log2` of each.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.log2_variances.into_iter().chain([self.normal, self.peak])
    }

    /// The noise that [`Self::numbers`] tell.
    pub(crate) fn from_numbers(level: usize, numbers: [f64; Self::NUMBERS]) -> Self {
        let [log2_variances @ .., normal, peak] = numbers;
        Self { level, log2_variances, normal, peak }
    }

    /// None at all.
    pub(super) fn none(level: usize) -> Self {
        Self { level, log2_variances: [f64::NEG_INFINITY; DEGREES], normal: f64::NEG_INFINITY, peak: f64::NEG_INFINITY }
    }

    /// Normal terms of one factor.
    pub(super) fn simple(level: usize, log2_variance: f64) -> Self {
        let mut noise = Self::none(level);
        (noise.log2_variances[0], noise.normal) = (log2_variance, log2_variance);
        noise
    }

    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// `log2` of the variance of a coefficient, the mean of all; minus infinity for no noise.
    #[must_use]
    pub fn log2_variance(&self) -> f64 {
        self.log2_variances.into_iter().fold(f64::NEG_INFINITY, log2_sum)
    }

    /// `log2` of the greatest coefficient of so many.
    #[must_use]
    pub fn log2_max(&self, degree: usize) -> f64 {
        log2_sum(log2_max(self.normal, degree as f64), self.peak)
    }

    /// Whether all of it is normal.
    pub(super) fn is_normal(&self) -> bool {
        self.peak == f64::NEG_INFINITY
    }

    /// By the number of factors, from one.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, f64)> {
        (1..).zip(self.log2_variances)
    }

    pub(super) fn at(self, level: usize) -> Self {
        Self { level, ..self }
    }

    pub(super) fn scaled(self, log2_factor: f64) -> Self {
        let log2_variances = self.log2_variances.map(|x| x + 2.0 * log2_factor);
        let (normal, peak) = (self.normal + 2.0 * log2_factor, self.peak + log2_factor);
        Self { log2_variances, normal, peak, ..self }
    }

    /// Normal terms of one factor more that are independent of those there are.
    pub(super) fn with(mut self, variance: f64) -> Self {
        for there in [&mut self.log2_variances[0], &mut self.normal] {
            *there = log2_sum(*there, variance.log2());
        }
        self
    }

    /// Terms of so many factors more that may be those there are, neither normal nor bounded yet.
    pub(super) fn add_terms(&mut self, factors: usize, log2_variance: f64) {
        let there = &mut self.log2_variances[factors.min(DEGREES) - 1];
        *there = joint(*there, log2_variance);
    }

    /// The same terms, all normal.
    pub(super) fn normal(self) -> Self {
        Self { normal: self.log2_variance(), ..self }
    }

    /// The same terms, of which no coefficient exceeds a bound.
    pub(super) fn bounded(self, peak: f64) -> Self {
        Self { peak, ..self }
    }

    /// The noise of a sum, at the lower level: both may have all terms in common.
    pub(super) fn joint(mut self, other: Self) -> Self {
        other.terms().for_each(|(factors, variance)| self.add_terms(factors, variance));
        let (normal, peak) = (joint(self.normal, other.normal), log2_sum(self.peak, other.peak));
        Self { level: self.level.min(other.level), normal, peak, ..self }
    }
}

/// `log2` of the variance of a sum of what may be the same but for a constant: deviations are added.
fn joint(a: f64, b: f64) -> f64 {
    2.0 * log2_sum(a / 2.0, b / 2.0)
}
