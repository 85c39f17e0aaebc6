//! Noise of gates, and how often they fail.
//!
//! All variances are of phases, on the torus; secrets are binary, so that half of their
//! coefficients are one. [The derivation][derivation] is in the repository.
//!
//! [derivation]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/gates.md
//!
//! * A half external product of `ℓ` digits of `K` bits adds `ℓ·N·E[digit²]·σ²`, and leaves out the
//!   rounding of its operand times the plaintext, a bit of the key (M. Belorgey et al., "Revisiting
//!   key decomposition techniques for FHE", ePrint 2023/771, section 3).
//! * A modulus switch to `2N` adds `(1 + n/2)/12/(2N)²`.
//! * A key switch of `t` digits adds `k·N·t·E[digit²]·σ²` and `k·N/2` roundings (I. Chillotti, N.
//!   Gama, M. Georgieva and M. Izabachène, "TFHE: fast fully homomorphic encryption over the
//!   torus", Journal of Cryptology 33, 2020, section 4).
//!
//! Digits of key switches have no mean, and so a mean square that is less by up to a seventh at two
//! bits; the variance is stated as if it were not.
//!
//! A gate of weights one is decided 1/8 from one end of a half of the torus and 3/8 from the other,
//! one of weights two 1/4 from both. Its two bits may be one ciphertext, so that their deviations
//! are added, not their variances. The worst of inputs is the output of a multiplexer, two
//! rotations.

use crate::parameters::{Order, Precision};
use crate::{Parameters, ParametersLiteral};
use core::f64::consts::{LN_2, PI, SQRT_2};

/// The distance from where a decision changes, of gates with weights of one.
const MARGIN: f64 = 0.125;

/// Deviations of a uniform real part of a transform that fixed precision has room for.
pub(crate) const FIXED_DEVIATIONS: f64 = 7.0;

/// Variances of the phases of gates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Variance of a blind rotation.
    pub rotation: f64,
    /// Variance of a key switch.
    pub key_switch: f64,
    /// Variance of the modulus switch before a rotation.
    pub modulus_switch: f64,
    /// The part of a rotation's variance that grows with the ones of the key, as that of the
    /// modulus switch does.
    rounding: f64,
    lwe_dimension: f64,
    order: Order,
}

impl Parameters {
    /// The noise of gates.
    #[must_use]
    pub fn noise(&self) -> Noise {
        Noise::of(self)
    }
}

impl Noise {
    fn of(parameters: &Parameters) -> Self {
        let ParametersLiteral { mask, body, key_switch, order, .. } = *parameters.literal();
        let n = parameters.lwe_dimension() as f64;
        let (degree, k) = (parameters.degree() as f64, parameters.glwe_dimension() as f64);
        // Squares of the digits of a row's polynomial, times errors of a key.
        let squares = k * f64::from(mask.levels) * mask.mean_square() + f64::from(body.levels) * body.mean_square();
        let keys = degree * squares * key_variance(parameters);
        // Half of the bits of the key are one, and multiply what is left out; masks meet the
        // secret.
        let rounding = (k * degree / 2.0 * mask.rounding_variance() + body.rounding_variance()) / 2.0;
        let extracted = k * degree;
        let switched = extracted * f64::from(key_switch.levels) * key_switch.mean_square() * lwe_variance(parameters);
        let words = (-2.0 * f64::from(parameters.key_switch_word_bits())).exp2() / 12.0;
        Self {
            rotation: n * (keys + rounding),
            key_switch: switched + extracted / 2.0 * key_switch.rounding_variance() + words,
            rounding: n * rounding,
            lwe_dimension: n,
            modulus_switch: (1.0 + n / 2.0) / 12.0 / (2.0 * degree).powi(2),
            order,
        }
    }

    /// The variance of the output of a gate that is one rotation.
    #[must_use]
    pub fn gate(&self) -> f64 {
        self.output(1.0)
    }

    /// The variance of the output of a multiplexer.
    #[must_use]
    pub fn multiplexer(&self) -> f64 {
        self.output(2.0)
    }

    fn output(&self, rotations: f64) -> f64 {
        match self.order {
            Order::KeySwitchFirst => rotations * self.rotation,
            Order::BlindRotationFirst => rotations * self.rotation + self.key_switch,
        }
    }

    /// The variance of the phase that a rotation is decided by, for inputs of a variance that are
    /// added up with weights, the sum of whose magnitudes is given.
    #[must_use]
    pub fn decision(&self, input: f64, weights: f64) -> f64 {
        let switched = match self.order {
            Order::KeySwitchFirst => self.key_switch,
            Order::BlindRotationFirst => 0.0,
        };
        weights * weights * input + switched + self.modulus_switch
    }

    /// `log2` of the probability that a gate gives the wrong bit: of the worst gate over the worst
    /// inputs, the outputs of one multiplexer.
    #[must_use]
    pub fn log2_failure(&self) -> f64 {
        self.log2_failure_by(Self::log2_mean_tail)
    }

    /// No more than the noise of as many steps as are a part of these, without a key switch.
    pub(crate) fn of_a_part(&self, part: f64) -> Self {
        Self {
            rotation: part * self.rotation,
            key_switch: 0.0,
            modulus_switch: part * self.modulus_switch,
            rounding: part * self.rounding,
            lwe_dimension: part * self.lwe_dimension,
            ..*self
        }
    }

    /// No more than [`Self::log2_failure`], at a twentieth of its cost.
    pub(crate) fn log2_failure_at_least(&self) -> f64 {
        self.log2_failure_by(Self::log2_tail_at_least)
    }

    fn log2_failure_by(&self, tail: impl Fn(&Self, f64, f64, f64) -> f64) -> f64 {
        let one_end = tail(self, MARGIN, 2.0, 2.0) - 1.0;
        one_end.max(tail(self, 2.0 * MARGIN, 2.0, 4.0))
    }

    /// `log2` of the probability that a lookup in a table of `size` values begins at a wrong one,
    /// for an input that is the output of another lookup.
    #[must_use]
    pub fn log2_lookup_failure(&self, size: usize) -> f64 {
        self.log2_mean_tail(1.0 / (4.0 * size as f64), 1.0, 1.0)
    }

    /// No more than [`Self::log2_lookup_failure`], at a twentieth of its cost.
    pub(crate) fn log2_lookup_failure_at_least(&self, size: usize) -> f64 {
        self.log2_tail_at_least(1.0 / (4.0 * size as f64), 1.0, 1.0)
    }
}

/// Deviations of the number of ones of a key that a mean goes over, either way.
const KEYS: i32 = 10;
/// `log2` of the sum of the densities of keys, `Σ e^(−i²/2)`.
const LOG2_KEYS: f64 = 1.3257480724554092;

impl Noise {
    /// `log2` of the probability that the phase of a decision is further from its message than
    /// this: inputs of as many rotations with weights, the mean over keys, whose ones vary.
    fn log2_mean_tail(&self, distance: f64, rotations: f64, weights: f64) -> f64 {
        let terms: Vec<f64> = (-KEYS..=KEYS).map(|key| self.log2_tail_of_key(distance, rotations, weights, key)).collect();
        let greatest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = terms.iter().map(|term| (term - greatest).exp2()).sum();
        (greatest + sum.log2() - LOG2_KEYS).min(0.0)
    }

    /// One term of [`Self::log2_mean_tail`].
    fn log2_tail_at_least(&self, distance: f64, rotations: f64, weights: f64) -> f64 {
        self.log2_tail_of_key(distance, rotations, weights, 0) - LOG2_KEYS
    }

    /// The same for keys of so many deviations more ones than half the dimension, of half its root
    /// each, times their density, which is one for half.
    fn log2_tail_of_key(&self, distance: f64, rotations: f64, weights: f64, key: i32) -> f64 {
        let grows = weights * weights * rotations * self.rounding + self.modulus_switch;
        let key = f64::from(key);
        let variance = self.decision(self.output(rotations), weights) + grows * key / self.lwe_dimension.sqrt();
        log2_tail(distance / variance.max(f64::MIN_POSITIVE).sqrt()) - key * key / 2.0 / LN_2
    }
}

/// The variance of errors of a bootstrapping key, with that of its preparation.
fn key_variance(parameters: &Parameters) -> f64 {
    let ParametersLiteral { glwe_deviation, precision, .. } = *parameters.literal();
    // A uniform polynomial is rounded where it is transformed: a part of it is normal, and has a
    // unit of 2·FIXED_DEVIATIONS/2^32 deviations. The masks' rounding meets the secret.
    let unit = match precision {
        Precision::Fixed => 2.0 * FIXED_DEVIATIONS / 32f64.exp2(),
        Precision::Double => 0.0,
    };
    let preparation = unit * unit / 12.0 / 12.0;
    let secret = 1.0 + parameters.extracted_dimension() as f64 / 2.0;
    // Transforms of digits and numbers of 32 bits in doubles err by 2^(−53) and the root of their
    // levels.
    let levels = 5.0 * f64::from(parameters.literal().log_degree);
    let doubles = levels * (-106f64).exp2() / 12.0;
    glwe_deviation * glwe_deviation + 1.0 / 12.0 * (-64f64).exp2() + secret * (preparation + doubles)
}

/// The variance of errors of a key switching key, which are rounded to its words.
fn lwe_variance(parameters: &Parameters) -> f64 {
    let unit = (-f64::from(parameters.key_switch_word_bits())).exp2();
    parameters.literal().lwe_deviation.powi(2) + unit * unit / 12.0
}

/// `log2` of the probability that a normal number is more deviations than this from its mean.
///
/// The tail is `2·φ(z)/z·(1 − 1/z² + 3/z⁴ − …)`, by its continued fraction.
#[must_use]
pub fn log2_tail(z: f64) -> f64 {
    if z.is_nan() || z < 0.5 {
        return 0.0;
    }
    // Lentz's form from the end: z + 1/(z + 2/(z + 3/(z + …))).
    let terms = if z < 4.0 { 200 } else { 40 };
    let fraction = (1..=terms).rev().fold(z, |below, i| z + f64::from(i) / below);
    let density = -z * z / 2.0 / LN_2 - (SQRT_2 * PI.sqrt()).log2();
    (density + 1.0 - fraction.log2()).min(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two-sided tails of the normal distribution (NIST Handbook of mathematical functions, 7.1).
    #[test]
    fn tails() {
        for (z, expected) in [(1.0f64, 0.317_310_507_863), (2.0, 0.045_500_263_896), (3.0, 0.002_699_796_063)] {
            assert!((log2_tail(z).exp2() - expected).abs() < 1e-9, "{z}: {}", log2_tail(z).exp2());
        }
        for (z, expected) in [(6.0f64, 1.973_175_290e-9f64), (10.0, 1.523_970_604_8e-23)] {
            assert!((log2_tail(z) - expected.log2()).abs() < 1e-6, "{z}: {}", log2_tail(z));
        }
        assert!(log2_tail(100.0) < -7000.0 && log2_tail(0.0) == 0.0 && log2_tail(f64::NAN) == 0.0);
    }

    #[test]
    fn densities_of_keys() {
        let sum: f64 = (-KEYS..=KEYS).map(|key| (-f64::from(key * key) / 2.0).exp()).sum();
        assert!((sum.log2() - LOG2_KEYS).abs() < 1e-12, "{}", sum.log2());
    }

    #[test]
    fn bounds_are_below_what_they_bound() {
        let sets =
            [Parameters::tfhe_lib(), Parameters::default_128(), Parameters::tfhe_rs_default(), Parameters::failure_128()];
        for noise in sets.map(|set| set.noise()) {
            let (least, failure) = (noise.log2_failure_at_least(), noise.log2_failure());
            assert!(least <= failure && failure <= 0.7 * least, "{least} and {failure}");
            let (least, failure) = (noise.log2_lookup_failure_at_least(2), noise.log2_lookup_failure(2));
            assert!(least <= failure && failure <= 0.7 * least, "{least} and {failure}");
        }
    }
}
