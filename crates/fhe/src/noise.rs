//! Predicting noise.
//!
//! A BFV ciphertext of `m` satisfies `c_0 + c_1·s = Q·m/t + e` with `e` the noise. The model tracks
//! the variance of a coefficient of `e`, which is exact for sums of independent terms, and turns it
//! into a bound on the greatest of many coefficients by the tail of the normal distribution.
//! Budgets are `−log2(2·max|e|·t/Q)`, the bits that a decryption can still lose.
//!
//! Predictions are bounds that fail with a probability of about `2^(−20)`, for honest encryptions
//! of any messages and for any plaintexts, as long as these are not chosen by the masks of the
//! ciphertexts that they meet.
//!
//! The functions are the terms, in variances or, where those leave the range of a float, in their
//! `log2`. [`Model`] puts them together, operation by operation, into the [`Noise`] that every
//! ciphertext carries. [The derivations][derivations] are in the repository.
//!
//! [derivations]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/noise.md

mod approximate;
mod carried;
mod model;
mod plaintext;
mod sources;
#[cfg(test)]
mod tests;

pub use carried::Noise;
pub(crate) use carried::Numbers;
pub use model::{LEAST_BUDGET, Model};
pub use plaintext::PlaintextNorms;
pub use sources::Sources;

use papilio_field::ResidueRing;
use papilio_ring::sample::{ERROR_VARIANCE, TERNARY_VARIANCE};

/// The sum of terms this many bits apart is the greater one.
const PRECISION: f64 = 64.0;
/// Variance of rounding to the nearest integer.
const ROUNDING: f64 = 1.0 / 12.0;
/// The greatest variance of a rounding at random to one of the two integers beside a number.
const RANDOM_ROUNDING: f64 = 1.0 / 4.0;
/// `log2` of the greatest mean that such a rounding has: its thresholds are as many as their bits
/// allow.
pub const ROUNDING_MEAN: f64 = -(papilio_ring::sample::THRESHOLD_BITS as f64) - 1.0;
/// The mean square of roundings that are one half each, over that of uniform ones.
pub const GREATEST_ROUNDING: f64 = 3.0;

/// `log2` of the greatest rounding to the nearest integer.
const NEAREST_ROUNDING: f64 = -1.0;
/// A secret's weight exceeds its mean `2N/3` by less than this factor with overwhelming probability
/// for `N ≥ 2^12`: five standard deviations are `5·√(2N/9) < 0.06·2N/3`.
const WEIGHT_SLACK: f64 = 1.06;

/// Variance of a fresh ciphertext under the secret key: the error and the rounding of `Q·m/t`.
#[must_use]
pub fn fresh_secret() -> f64 {
    ERROR_VARIANCE + RANDOM_ROUNDING
}

/// Variance of a fresh ciphertext under the public key of degree `n`: `e·u + e_1 + e_2·s`.
#[must_use]
pub fn fresh_public(n: usize) -> f64 {
    2.0 * fresh_public_product(n) + fresh_secret()
}

/// Variance of an error times a ternary polynomial of degree `n`: `e·u`, or `e_2·s`.
fn fresh_public_product(n: usize) -> f64 {
    n as f64 * ERROR_VARIANCE * TERNARY_VARIANCE * WEIGHT_SLACK
}

/// Variance added by a division by a prime: the rounding of both parts, the second times the
/// secret.
#[must_use]
pub fn mod_switch(n: usize) -> f64 {
    ROUNDING * (1.0 + n as f64 * TERNARY_VARIANCE * WEIGHT_SLACK)
}

/// `log2` of the multiple of the standard deviation that none of `samples` normal values exceeds,
/// except with a probability of `2^(−20)`: `P(|x| > zσ) ≤ exp(−z²/2)`.
#[must_use]
pub fn tail_bits(samples: f64) -> f64 {
    (2.0 * (samples.ln() + 20.0 * core::f64::consts::LN_2)).sqrt().log2()
}

/// The budget in bits: `log2 Q − log2 t − 1 − log2 max|e|`.
#[must_use]
pub fn budget_bits(log_modulus: f64, log_plain: f64, log2_noise: f64) -> f64 {
    log_modulus - log_plain - 1.0 - log2_noise
}

/// `log2` of the greatest of `samples` noise coefficients of this variance.
#[must_use]
pub fn log2_max(log2_variance: f64, samples: f64) -> f64 {
    log2_variance / 2.0 + tail_bits(samples)
}

/// Variance added by a key switch at degree `n`: digits of the given `log2`, centered, times the
/// errors of the key, divided by `P`; and the rounding of that division.
#[must_use]
pub fn key_switch(n: usize, log_digits: &[f64], log_special: f64) -> f64 {
    key_errors(n, log_digits, log_special) + mod_switch(n)
}

/// Variance of [`key_switch`] without the rounding of the division by `P`.
#[must_use]
pub fn key_errors(n: usize, log_digits: &[f64], log_special: f64) -> f64 {
    let digit = |log: &f64| (2.0 * (log - log_special)).exp2() * ROUNDING;
    n as f64 * ERROR_VARIANCE * log_digits.iter().map(digit).sum::<f64>()
}

/// `log2` of the mean of `|s(ζ)|^(2k)` over the `N/2` pairs of roots of `X^N + 1`: `k` factors of
/// the secret multiply a variance by it.
///
/// Values of a ternary polynomial are nearly complex normal, so the mean is near `k!·(2N/3)^k` (the
/// factor was found by B. Biasioli, C. Marcolla, M. Calderini and J. Mono, ePrint 2023/600). A key
/// has one `s` for all ciphertexts, so the mean includes the share of a greatest value so large
/// that it occurs with a probability of `2^(−20)`.
#[must_use]
pub fn log2_secret_moment(n: usize, k: u32) -> f64 {
    let roots = n as f64 / 2.0;
    let greatest = (roots.ln() + 20.0 * core::f64::consts::LN_2).log2();
    let mean = (1..=k).map(|i| f64::from(i).log2() + WEIGHT_SLACK.log2()).sum::<f64>();
    let share = if k < 2 { f64::NEG_INFINITY } else { f64::from(k) * greatest - roots.log2() };
    f64::from(k) * (n as f64 * TERNARY_VARIANCE).log2() + log2_sum(mean, share)
}

/// `log2` of each prime.
#[must_use]
pub fn log2_primes(primes: &[u64]) -> Vec<f64> {
    primes.iter().map(|&q| (q as f64).log2()).collect()
}

/// `log2 t`.
#[must_use]
pub fn log2_modulus(t: &impl ResidueRing) -> f64 {
    t.modulus().iter().enumerate().map(|(i, &word)| word as f64 * 2f64.powi(64 * i as i32)).sum::<f64>().log2()
}

/// `log2` of the factor by which a product with a plaintext of uniform coefficients multiplies a
/// variance: `N·t²/12`. Uniform values in slots have uniform coefficients.
#[must_use]
pub fn log2_plain_product(n: usize, log_plain: f64) -> f64 {
    (n as f64 * ROUNDING).log2() + 2.0 * log_plain
}

/// Variance added by the roundings of a product: of three parts, the second times the secret and
/// the third times its square.
#[must_use]
pub fn product_rounding(n: usize) -> f64 {
    mod_switch(n) + ROUNDING * log2_secret_moment(n, 2).exp2()
}

/// `log2(2^a + 2^b)`.
#[must_use]
pub fn log2_sum(a: f64, b: f64) -> f64 {
    let (less, more) = (a.min(b), a.max(b));
    // Beside a sum of floats, what is below the last bit of the greater is nothing; equal terms are
    // the usual ones.
    match more - less {
        0.0 => more + 1.0,
        apart if apart < PRECISION => more + (-apart).exp2().ln_1p() / core::f64::consts::LN_2,
        _ => more,
    }
}
