//! The noise of a circuit, operation by operation.

use super::{
    add_plain, budget_bits, fresh_public, fresh_secret, key_switch, log2_max, log2_plain_product, log2_product,
    log2_secret_moment, log2_sum, product_rounding, switch_down,
};
use crate::Params;
use crate::bfv::Bfv;
use ntt::Field;

/// Whether the noise of two operands may be correlated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// No ciphertext or plaintext went into both.
    Independent,
    /// They may have ancestors in common.
    Related,
}

/// The predicted noise of a ciphertext.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    level: usize,
    log2_variance: f64,
    /// Most factors of the secret in a term of the noise.
    power: u32,
    /// Most occurrences of one ciphertext or plaintext among the factors of a term.
    repeats: u32,
}

impl Estimate {
    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// `log2` of the variance of a coefficient.
    #[must_use]
    pub fn log2_variance(&self) -> f64 {
        self.log2_variance
    }

    /// The worse of two in every respect, at the lower level.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        Self {
            level: self.level.min(other.level),
            log2_variance: self.log2_variance.max(other.log2_variance),
            power: self.power.max(other.power),
            repeats: self.repeats.max(other.repeats),
        }
    }

    /// Independent noise more, with a factor of the secret.
    fn with(self, variance: f64, power: u32) -> Self {
        Self { log2_variance: log2_sum(self.log2_variance, variance.log2()), power: self.power.max(power), ..self }
    }

    fn scaled(self, log2_factor: f64) -> Self {
        Self { log2_variance: self.log2_variance + log2_factor, ..self }
    }
}

/// Predicts noise for one set of ring parameters and one plaintext modulus: each method is the operation of [`Bfv`] of that name.
///
/// Levels follow the ciphertexts'. Operations of two operands take the lower level of both.
#[derive(Clone, Debug)]
pub struct Model {
    degree: usize,
    log_plain: f64,
    log_moduli: Vec<f64>,
    log_special: Vec<f64>,
}

impl Model {
    /// For ring degree `N`, `log2 t`, and the `log2` of the primes of `Q` and of the special ones.
    #[must_use]
    pub fn new(degree: usize, log_plain: f64, log_moduli: Vec<f64>, log_special: Vec<f64>) -> Self {
        Self { degree, log_plain, log_moduli, log_special }
    }

    /// For a scheme's parameters and field.
    #[must_use]
    pub fn of<F: Field>(params: &Params) -> Self {
        let logs = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).collect();
        let (degree, literal) = (params.degree(), params.literal());
        Self::new(degree, Bfv::<F>::log_plain(), logs(&literal.moduli), logs(&literal.special))
    }

    /// The budget in bits that the ciphertext has at least.
    #[must_use]
    pub fn budget_bits(&self, a: Estimate) -> f64 {
        budget_bits(self.log_modulus(a.level), self.log_plain, log2_max(a.log2_variance, self.degree as f64))
    }

    /// A fresh ciphertext under the secret key.
    #[must_use]
    pub fn fresh_secret(&self) -> Estimate {
        self.fresh(fresh_secret(), 0)
    }

    /// A fresh ciphertext under the public key.
    #[must_use]
    pub fn fresh_public(&self) -> Estimate {
        self.fresh(fresh_public(self.degree), 1)
    }

    fn fresh(&self, variance: f64, power: u32) -> Estimate {
        Estimate { level: self.log_moduli.len(), log2_variance: variance.log2(), power, repeats: 0 }
    }

    /// A sum or difference.
    #[must_use]
    pub fn add(&self, a: Estimate, b: Estimate, operands: Operands) -> Estimate {
        Estimate { log2_variance: joint(a.log2_variance, b.log2_variance, operands), ..a.worse(b) }
    }

    /// A sum with a plaintext.
    #[must_use]
    pub fn add_plain(&self, a: Estimate) -> Estimate {
        a.with(add_plain(), 0)
    }

    /// A multiple by a constant whose centred lift has this `log2` at most: `log2 t − 1` for any.
    #[must_use]
    pub fn mul_scalar(&self, a: Estimate, log2_constant: f64) -> Estimate {
        a.scaled(2.0 * log2_constant)
    }

    /// A product with a plaintext of uniform slots; related if the plaintext went into the ciphertext before.
    #[must_use]
    pub fn mul_plain(&self, a: Estimate, operands: Operands) -> Estimate {
        again(a.scaled(log2_plain_product(self.degree, self.log_plain)), operands)
    }

    /// A product of ciphertexts, relinearised or not.
    #[must_use]
    pub fn multiply(&self, a: Estimate, b: Estimate, operands: Operands) -> Estimate {
        let grown = |x: Estimate| x.log2_variance + log2_product(self.degree, self.log_plain, x.power);
        let linear = joint(grown(a), grown(b), operands);
        self.product(a, b, again(Estimate { log2_variance: linear, ..a.worse(b) }, operands))
    }

    /// A square. Its noise is `2·e·W`, and the ciphertext that it is multiplied with is no factor of it yet.
    #[must_use]
    pub fn square(&self, a: Estimate) -> Estimate {
        let linear = a.scaled(2.0 + log2_product(self.degree, self.log_plain, a.power));
        self.product(a, a, Estimate { repeats: a.repeats.max(1), ..linear })
    }

    /// The linear part of a product completed by the product of both noises and the roundings.
    fn product(&self, a: Estimate, b: Estimate, linear: Estimate) -> Estimate {
        let moment = |power| log2_secret_moment(self.degree, power);
        let secret = moment(a.power + b.power) - moment(a.power) - moment(b.power);
        let repeats = f64::from(2 * a.repeats.max(b.repeats) + 1);
        let scale = (self.degree as f64).log2() + 2.0 * (self.log_plain - self.log_modulus(linear.level));
        let both = a.log2_variance + b.log2_variance + scale + secret + repeats;
        let sum = Estimate { log2_variance: log2_sum(linear.log2_variance, both), power: linear.power + 1, ..linear };
        sum.with(product_rounding(self.degree), 2)
    }

    /// A relinearisation or an automorphism: noise of key switching more.
    #[must_use]
    pub fn key_switch(&self, a: Estimate) -> Estimate {
        let group = self.log_special.len().max(1);
        let digits: Vec<f64> = self.log_moduli[..a.level].chunks(group).map(|digit| digit.iter().sum()).collect();
        a.with(key_switch(self.degree, &digits, self.log_special.iter().sum()), 1)
    }

    /// A product as a ciphertext of two parts.
    #[must_use]
    pub fn multiply_relinearise(&self, a: Estimate, b: Estimate, operands: Operands) -> Estimate {
        self.key_switch(self.multiply(a, b, operands))
    }

    /// The product of all, in pairs; `None` for no factors.
    #[must_use]
    pub fn multiply_many(&self, factors: &[Estimate], operands: Operands) -> Option<Estimate> {
        let mut factors = factors.to_vec();
        while factors.len() > 1 {
            let product = |pair: &[Estimate]| match pair {
                [a, b] => self.multiply_relinearise(*a, *b, operands),
                _ => pair[0],
            };
            factors = factors.chunks(2).map(product).collect();
        }
        factors.pop()
    }

    /// A power by squarings; `None` for the exponent 0.
    #[must_use]
    pub fn exponentiate(&self, a: Estimate, exponent: u64) -> Option<Estimate> {
        let square = |a: &Estimate| Some(self.key_switch(self.square(*a)));
        let powers = core::iter::successors(Some(a), square).take((u64::BITS - exponent.leading_zeros()) as usize);
        let factors = powers.enumerate().filter(|(bit, _)| exponent >> bit & 1 == 1).map(|(_, power)| power);
        factors.reduce(|a, b| self.multiply_relinearise(a, b, Operands::Related))
    }

    /// The sum over all slots. Images under automorphisms are related: their sum may gather on few coefficients.
    #[must_use]
    pub fn inner_sum(&self, a: Estimate) -> Estimate {
        (0..self.degree.trailing_zeros()).fold(a, |sum, _| self.add(sum, self.key_switch(sum), Operands::Related))
    }

    /// A switch to the next smaller modulus.
    ///
    /// # Panics
    /// At level 0.
    #[must_use]
    pub fn switch_down(&self, a: Estimate) -> Estimate {
        let level = a.level - 1;
        Estimate { level, ..a.scaled(-2.0 * self.log_moduli[level]) }.with(switch_down(self.degree), 1)
    }

    fn log_modulus(&self, level: usize) -> f64 {
        self.log_moduli[..level].iter().sum()
    }
}

/// `log2` of the variance of a sum: of independent terms the sum of both, of others at most the square of the sum of deviations.
fn joint(a: f64, b: f64, operands: Operands) -> f64 {
    match operands {
        Operands::Independent => log2_sum(a, b),
        Operands::Related => 2.0 * log2_sum(a / 2.0, b / 2.0),
    }
}

/// A factor more. Were it there `r` times already, the mean of its values' `r + 1`-st powers would be `r + 1` times what independent
/// factors give, as for the secret.
fn again(a: Estimate, operands: Operands) -> Estimate {
    match operands {
        Operands::Independent => Estimate { repeats: a.repeats.max(1), ..a },
        Operands::Related => {
            let repeats = a.repeats + 1;
            Estimate { repeats, ..a.scaled(f64::from(repeats).log2()) }
        }
    }
}
