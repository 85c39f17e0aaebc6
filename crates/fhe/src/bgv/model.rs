//! The noise of BGV's operations, and the levels that follow from it.

use super::noise::{DEGREES, Noise};
use crate::Params;
use crate::bfv::Bfv;
use crate::noise::{add_plain, budget_bits, fresh_public, fresh_secret, key_switch, log2_secret_moment, switch_down};
use ntt::Field;

/// Bits of a product's budget that are given up for operands of fewer primes.
const SLACK_BITS: f64 = 0.5;
/// A product of a smaller budget is made at the level where it is greatest.
const LEAST_BITS: f64 = 8.0;

/// A norm is above what the variance says by less than as many bits: five standard deviations, `5·√(2/N)` of its square at `N = 4096`.
const NORM_SLACK: f64 = 0.1;

/// Predicts noise for one set of ring parameters and one plaintext modulus; each method is the operation of [`super::Bgv`] of that
/// name. Operands are taken to be related, whatever their origin: no prediction is below what a circuit gives.
#[derive(Clone, Debug)]
pub struct Model {
    degree: usize,
    log_plain: f64,
    log_moduli: Vec<f64>,
    log_special: Vec<f64>,
    /// [`log2_secret_moment`] of `k` factors at index `k`.
    moments: Vec<f64>,
}

impl Model {
    /// For ring degree `N`, `log2 t`, and the `log2` of the primes of `Q` and of the special ones.
    #[must_use]
    pub fn new(degree: usize, log_plain: f64, log_moduli: Vec<f64>, log_special: Vec<f64>) -> Self {
        let moments = (0..=2 * DEGREES as u32).map(|k| log2_secret_moment(degree, k)).collect();
        Self { degree, log_plain, log_moduli, log_special, moments }
    }

    /// For a scheme's parameters and field.
    #[must_use]
    pub fn of<F: Field>(params: &Params) -> Self {
        let logs = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).collect();
        let (degree, literal) = (params.degree(), params.literal());
        Self::new(degree, Bfv::<F>::log_plain(), logs(&literal.moduli), logs(&literal.special))
    }

    /// The budget in bits that a ciphertext has at least.
    #[must_use]
    pub fn budget_bits(&self, a: Noise) -> f64 {
        let log_modulus = self.log_moduli[..a.level()].iter().sum();
        budget_bits(log_modulus, self.log_plain, a.log2_max(self.degree))
    }

    /// A fresh ciphertext under the secret key.
    #[must_use]
    pub fn fresh_secret(&self) -> Noise {
        Noise::simple(self.log_moduli.len(), fresh_secret().log2())
    }

    /// A fresh ciphertext under the public key.
    #[must_use]
    pub fn fresh_public(&self) -> Noise {
        Noise::simple(self.log_moduli.len(), fresh_public(self.degree).log2())
    }

    /// A sum or difference of ciphertexts of the same factor, at the lower level.
    #[must_use]
    pub fn add(&self, a: Noise, b: Noise) -> Noise {
        let level = a.level().min(b.level());
        self.switch_down_to(a, level).joint(self.switch_down_to(b, level))
    }

    /// A sum with a plaintext.
    #[must_use]
    pub fn add_plain(&self, a: Noise) -> Noise {
        a.joint(Noise::simple(a.level(), add_plain().log2()))
    }

    /// A multiple by a constant whose centred lift has this `log2`.
    #[must_use]
    pub fn mul_scalar(&self, a: Noise, log2_constant: f64) -> Noise {
        a.scaled(log2_constant)
    }

    /// A product with a plaintext whose centred lift has squares of coefficients of this `log2` of their sum; of plaintexts that go
    /// into a ciphertext several times, values at roots of unity are taken to be spread like those of uniform coefficients.
    #[must_use]
    pub fn mul_plain(&self, a: Noise, log2_squares: f64) -> Noise {
        let mut product = Noise::none(a.level());
        for (factors, variance) in a.terms() {
            let repeated = if factors == 1 { 0.0 } else { self.gain(factors - 1, 1) };
            product.add_terms(factors + 1, variance + log2_squares + repeated);
        }
        // Sums of normal coefficients are normal; of others, they are at most the product of both norms.
        if a.is_normal() { product.normal() } else { product.bounded(log2_squares / 2.0 + self.log2_norm(&a)) }
    }

    /// A product of ciphertexts, at the lower level: `t·e·e'`.
    #[must_use]
    pub fn multiply(&self, a: Noise, b: Noise) -> Noise {
        let level = a.level().min(b.level());
        let [a, b] = [a, b].map(|x| self.switch_down_to(x, level));
        let scale = (self.degree as f64).log2() + 2.0 * self.log_plain;
        let mut product = Noise::none(level);
        for (i, x) in a.terms() {
            for (j, y) in b.terms() {
                // Once for factors of noise that both have, once for the secret.
                product.add_terms(i + j, x + y + scale + 2.0 * self.gain(i, j));
            }
        }
        // No coefficient of a product of polynomials is above the product of their norms.
        product.bounded(self.log_plain + self.log2_norm(&a) + self.log2_norm(&b))
    }

    /// `log2` of the root of the sum of squares of all coefficients.
    fn log2_norm(&self, a: &Noise) -> f64 {
        (a.log2_variance() + (self.degree as f64).log2()) / 2.0 + NORM_SLACK
    }

    /// `log2` of what the mean of a product of `i + j` equal factors is to the product of the means of `i` and of `j`.
    fn gain(&self, i: usize, j: usize) -> f64 {
        self.moments[i + j] - self.moments[i] - self.moments[j]
    }

    /// A relinearisation or an automorphism: noise of key switching more.
    #[must_use]
    pub fn key_switch(&self, a: Noise) -> Noise {
        let group = self.log_special.len().max(1);
        let digits: Vec<f64> = self.log_moduli[..a.level()].chunks(group).map(|digit| digit.iter().sum()).collect();
        a.with(key_switch(self.degree, &digits, self.log_special.iter().sum()))
    }

    /// The sum over all slots.
    #[must_use]
    pub fn inner_sum(&self, a: Noise) -> Noise {
        (0..self.degree.trailing_zeros()).fold(a, |sum, _| self.add(sum, self.key_switch(sum)))
    }

    /// Switches down to a level; nothing where it is that of the ciphertext or above.
    #[must_use]
    pub fn switch_down_to(&self, a: Noise, level: usize) -> Noise {
        if level >= a.level() {
            return a;
        }
        let dropped: f64 = self.log_moduli[level..a.level()].iter().sum();
        a.at(level).scaled(-dropped).with(switch_down(self.degree))
    }

    /// The level at which two ciphertexts are multiplied: the lowest whose product has, but for half a bit, the greatest budget, where
    /// noise below the floor of switching down counts as the floor.
    ///
    /// A prime that is dropped takes its bits from the modulus; from the noise of the product it takes them twice while both operands
    /// are above the floor, once while one is, and then no more. So primes go until the second operand is near the floor too. The
    /// floor of fresh ciphertexts costs a few bits; where that is all there is, the level of the greatest budget is taken instead.
    #[must_use]
    pub fn product_level(&self, a: Noise, b: Noise) -> usize {
        let top = a.level().min(b.level());
        let product = |a, b, level| self.multiply(self.switch_down_to(a, level), self.switch_down_to(b, level));
        let budget = |level| self.budget_bits(product(a, b, level));
        let [lifted, other] = [a, b].map(|x| x.with(switch_down(self.degree)));
        let scores: Vec<f64> = (1..=top).map(|level| self.budget_bits(product(lifted, other, level))).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let level = scores.iter().position(|&score| score >= best - SLACK_BITS).map_or(top, |below| below + 1);
        if budget(level) >= LEAST_BITS {
            return level;
        }
        (1..=top).max_by(|&k, &l| budget(k).total_cmp(&budget(l))).unwrap_or(top)
    }
}
