//! Products of ciphertexts: convolutions of digits, and relinearization.
//!
//! The definitions are those of M. Georgieva Belorgey et al., ePrint 2023/771.

use super::key::Purpose;
use super::noise::log2_total;
use super::{Bivariate, BivariateError, Ciphertext, HalfExternalKey};
use papilio_ring::bivariate::{DigitPlan, DigitSums, DigitTransforms, TorusPoly, WORD_BITS};
use papilio_ring::sample::TERNARY_VARIANCE;

/// Bits that are computed of a fraction below those that a variance says: what is left out has less
/// than `2^(−8)` of the variance of a rounding.
const GUARD: f64 = 4.0;

/// Most factors of the secret in a noise that is predicted: no modulus lasts for as many products.
const MOST_SECRETS: u32 = 1 << 10;

/// The tables of products of ciphertexts of a scheme: transforms of digits that serve any digits
/// whatever, in as many words as make the least work.
#[derive(Clone, Debug)]
pub struct ProductTables {
    context: u64,
    transforms: DigitTransforms,
}

/// The messages of two factors whose phases are integers over a power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// `log2` of a bound on how many times a message multiplies the variance of the noise of the
    /// other, on the torus from −1/2 to 1/2: the square of its greatest value at a root of
    /// `X^N + 1`, less `2·bits`. For noise whose coefficients are independent, as in fresh
    /// ciphertexts, the sum of the squares of its coefficients is as much.
    pub log2_squares: [f64; 2],
    /// Whether their noises are independent: those of ciphertexts that no operation made of a
    /// common one. Deviations are added up otherwise.
    pub independent: bool,
}

/// The noises of two factors whose phases are fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fractions {
    /// The most factors of the secret that a term of either noise has: none in fresh ciphertexts,
    /// one in what was relinearized, switched or rounded, and one more for each product. Beyond
    /// 1024 nothing is known of the noise of a product.
    pub secrets: u32,
    /// Whether they are independent, as in [`Factors`]. Deviations are added up otherwise, and a
    /// phase may be a factor of either noise as often as the secret is.
    pub independent: bool,
}

/// The part of a product that is computed.
struct Window {
    /// Bits that operands are divided by two to.
    lowered: u32,
    /// The place of the first digit.
    first: usize,
    /// Digits.
    count: usize,
    /// Bits of the parts.
    bits: u32,
}

impl ProductTables {
    /// The tables for ciphertexts of a scheme of up to all bits that they have.
    ///
    /// Widths of one to four words are compared by the numbers of transforms, at `0.2·log2(N)` ns a
    /// coefficient, and of products, at 0.5 ns.
    ///
    /// # Errors
    /// [`BivariateError::Plan`]; [`BivariateError::Basis`].
    pub fn new(scheme: &Bivariate) -> Result<Self, BivariateError> {
        let bits = scheme.max_bits();
        let plans = (1..=4).filter_map(|words| Self::plan_of(scheme, words).ok());
        let least = plans.min_by(|a, b| work(a, bits).total_cmp(&work(b, bits)));
        let plan = least.map_or_else(|| Self::plan_of(scheme, 1), Ok)?;
        Ok(Self { context: scheme.fingerprint(), transforms: DigitTransforms::new(plan)? })
    }

    /// The plan for digits of so many words: sums of twice as many products as there are digits.
    fn plan_of(scheme: &Bivariate, words: usize) -> Result<DigitPlan, BivariateError> {
        let digits = scheme.max_bits().div_ceil(WORD_BITS * words as u32) as usize;
        Ok(DigitPlan::certain(words, scheme.degree(), 2 * digits)?)
    }

    #[cfg(test)]
    pub(super) fn with_words(scheme: &Bivariate, words: usize) -> Result<Self, BivariateError> {
        Ok(Self { context: scheme.fingerprint(), transforms: DigitTransforms::new(Self::plan_of(scheme, words)?)? })
    }

    /// Digits, and the primes of their products.
    #[must_use]
    pub fn plan(&self) -> &DigitPlan {
        self.transforms.plan()
    }

    /// The product of messages that are integers over `2^L`, where both ciphertexts have `L` bits,
    /// to fewer bits: of phases `x` and `y`, the phase `2^L·x·y` modulo 1 in multiples of
    /// `2^(−bits)`. Of messages `μ/2^L` and `ν/2^L` it is `μ·ν/2^L`, and at `L − d` bits the
    /// integer `μ·ν/2^d` over `2^(L − d)`: the product rescaled by `2^d`.
    ///
    /// It is the lower half of the convolution of digits. Bits below those asked for are computed
    /// as far as relinearization multiplies their rounding by the square of the secret.
    ///
    /// The predicted variance is that of `2^L·(μ·e_y + ν·e_x + e_x·e_y)` and of what roundings and
    /// the key add.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Key`]; [`BivariateError::Purpose`];
    /// [`BivariateError::Precision`] unless both have `L` bits; [`BivariateError::Bits`] for none
    /// or more than `L`.
    pub fn multiply_rescale(
        &self,
        scheme: &Bivariate,
        (a, b): (&Ciphertext, &Ciphertext),
        key: &HalfExternalKey,
        bits: u32,
        factors: &Factors,
    ) -> Result<Ciphertext, BivariateError> {
        self.check(scheme, (a, b), key, bits)?;
        let full = a.bits();
        let within = full.min(bits + scheme.square_guard());
        let parts = self.lower(a, b, within);
        let independent = factors.independent && !core::ptr::eq(a, b);
        let noise = 2.0 * f64::from(full) + scheme.integers_variance((a, b), factors.log2_squares, independent);
        let cut = if within < full { scheme.parts_variance(within) } else { f64::NEG_INFINITY };
        let product = scheme.relinearize(parts.each_ref(), key, (key.to, log2_total(&[noise, cut])))?;
        scheme.with_bits(&product, bits)
    }

    /// The product of messages that are fractions over an integer `t`, in words of 64 bits, the
    /// lowest first: of phases `x` and `y` the phase `t·x·y` modulo 1 to so many bits, where `x`
    /// and `y` are the sums of the parts between −1/2 and 1/2. Of messages `μ/t` and `ν/t` it is
    /// `μ·ν/t`.
    ///
    /// It is the upper half of the convolution of digits, times `t` with carries: no base is
    /// extended and nothing is divided.
    ///
    /// The predicted variance is that of `t·(x·e_y + y·e_x + e_x·e_y)`, where the phases `x` and
    /// `y` before the integers are taken away have the size that random masks give them, and of
    /// what roundings and the key add.
    ///
    /// # Errors
    /// The errors of [`Self::multiply_rescale`].
    pub fn multiply_scaled(
        &self,
        scheme: &Bivariate,
        (a, b): (&Ciphertext, &Ciphertext),
        (t, key): ([u64; 4], &HalfExternalKey),
        bits: u32,
        fractions: Fractions,
    ) -> Result<Ciphertext, BivariateError> {
        self.check(scheme, (a, b), key, bits)?;
        let within = scheme.max_bits().min(bits + scheme.square_guard());
        let parts = self.upper(a, b, t, within);
        let fractions = Fractions { independent: fractions.independent && !core::ptr::eq(a, b), ..fractions };
        let noise = 2.0 * log2_integer(t) + scheme.fractions_variance((a, b), fractions);
        let product =
            scheme.relinearize(parts.each_ref(), key, (key.to, log2_total(&[noise, scheme.parts_variance(within)])))?;
        scheme.with_bits(&product, bits)
    }

    /// The parts of `2^L·x·y` to so many bits, for pairs of `L` bits: exact at all of them.
    pub(super) fn lower(&self, a: &Ciphertext, b: &Ciphertext, within: u32) -> [TorusPoly; 3] {
        let (full, k) = (a.bits(), self.plan().bits());
        let digits = self.plan().digits(full);
        let spare = digits as u32 * k - full;
        // With `d` digits, `2^(dK)` times the product of both over `2^h` is `2^(spare − 2h)` times
        // the product sought, and integers in either factor are integers in it as long as `h` is at
        // most `spare`. Both have the same `h`, so that a square has one transform of each part.
        let lowered = spare.div_ceil(2);
        let up = 2 * lowered - spare;
        let count = self.digits_for(within + up, 2 * digits).min(digits);
        let window = Window { lowered, first: digits + 1, count, bits: within + up };
        self.tensor(a, b, &window).map(|part| part.shifted(up, within))
    }

    /// The parts of `t·x·y` to so many bits, for pairs of elements between −1/2 and 1/2.
    pub(super) fn upper(&self, a: &Ciphertext, b: &Ciphertext, t: [u64; 4], within: u32) -> [TorusPoly; 3] {
        let digits = self.plan().digits(a.bits());
        let wanted = within + log2_integer(t).ceil() as u32 + GUARD as u32;
        let count = self.digits_for(wanted, 2 * digits).min(2 * digits);
        let window = Window { lowered: 0, first: 1, count, bits: wanted.min(count as u32 * self.plan().bits()) };
        self.tensor(a, b, &window).map(|part| part.times(t).with_bits(within))
    }

    /// Refuses operands that have no product to so many bits.
    fn check(
        &self,
        scheme: &Bivariate,
        (a, b): (&Ciphertext, &Ciphertext),
        key: &HalfExternalKey,
        bits: u32,
    ) -> Result<(), BivariateError> {
        scheme.check_context(self.context)?;
        scheme.check_under(a, key.to)?;
        scheme.check_under(b, key.to)?;
        if key.purpose != Purpose::Relinearization {
            return Err(key.purpose.other_than("relinearization"));
        }
        if a.bits() != b.bits() {
            return Err(BivariateError::Precision { first: a.bits(), second: b.bits() });
        }
        let most = a.bits();
        if (1..=most).contains(&bits) { Ok(()) } else { Err(BivariateError::Bits { found: bits, least: 1, most }) }
    }

    /// The parts of the product of two pairs, or of a pair with itself by half of the
    /// transforms.
    fn tensor(&self, a: &Ciphertext, b: &Ciphertext, window: &Window) -> [TorusPoly; 3] {
        let lifted = |x: &Ciphertext| x.parts.each_ref().map(|part| part.divided(window.lowered));
        let left = lifted(a).each_ref().map(|part| self.transforms.transform(part));
        let sums = if core::ptr::eq(a, b) {
            self.transforms.square(left.each_ref(), window.first, window.count)
        } else {
            let right = lifted(b).each_ref().map(|part| self.transforms.prepare(part));
            self.transforms.tensor(left.each_ref(), right.each_ref(), window.first, window.count)
        };
        let carry = |sums: &DigitSums| self.transforms.carry(sums, None, window.bits);
        [carry(&sums[0]), carry(&sums[1]), carry(&sums[2])]
    }

    /// Digits that a product of so many bits needs: those further down have less than `2^(−8)` of
    /// the variance of a rounding, as in products with keys.
    fn digits_for(&self, bits: u32, terms: usize) -> usize {
        let guard = (terms as f64 * self.transforms.degree() as f64 / 12.0).log2() / 2.0 + GUARD;
        self.plan().digits(bits + guard.ceil().max(0.0) as u32) + 1
    }
}

/// Nanoseconds for each coefficient that the product of two ciphertexts of so many bits takes, by
/// its transforms and products, for half of the convolution.
fn work(plan: &DigitPlan, bits: u32) -> f64 {
    let (digits, primes) = (plan.digits(bits) as f64, plan.primes() as f64);
    let transforms = primes * (4.0 * digits + 3.0 * (digits + 1.0));
    let products = primes * 3.0 * digits * (digits + 1.0) / 2.0;
    transforms * (plan.degree() as f64).log2() * 0.2 + products * 0.5
}

/// `log2` of a positive integer, rounded up in its last places.
pub(super) fn log2_integer(t: [u64; 4]) -> f64 {
    t.iter().rev().fold(0.0, |sum, &word| sum * 2f64.powi(64) + word as f64).log2() + 1e-12
}

impl Bivariate {
    /// `log2` of the sum of the squares of the coefficients of the square of a secret: of complex
    /// normal values the mean fourth power is twice the square of the mean square.
    fn square_norm(&self) -> f64 {
        1.0 + 2.0 * (TERNARY_VARIANCE * self.degree() as f64).log2()
    }

    /// Bits below those of a result that its third part needs, so that its rounding, times the
    /// square of the secret, adds less than `2^(−8)` of the variance of the result's rounding.
    fn square_guard(&self) -> u32 {
        let secret = (TERNARY_VARIANCE * self.degree() as f64).log2();
        ((self.square_norm() - secret) / 2.0 + GUARD).ceil() as u32
    }

    /// `log2` of the variance that rounding three parts to so many bits adds.
    fn parts_variance(&self, bits: u32) -> f64 {
        let third = self.square_norm() - 12f64.log2() - 2.0 * f64::from(bits);
        log2_total(&[third, self.rounding_variance(bits)])
    }

    /// `log2` of the variance of `μ·e_y + ν·e_x + e_x·e_y`, for messages of these sums of squares.
    fn integers_variance(&self, (a, b): (&Ciphertext, &Ciphertext), squares: [f64; 2], independent: bool) -> f64 {
        let terms = [squares[0] + b.log2_variance, squares[1] + a.log2_variance];
        // Both noises may have a factor of the secret.
        let both = (self.degree() as f64).log2() + a.log2_variance + b.log2_variance + 1.0;
        log2_total(&[sum_of(terms, independent), both])
    }

    /// `log2` of the variance of `x·e_y + y·e_x + e_x·e_y` for phases of uniform parts, whose masks
    /// are multiplied by the secret, as their noise may be: the mean of a power of its values is
    /// more than the power of their mean.
    fn fractions_variance(&self, (a, b): (&Ciphertext, &Ciphertext), fractions: Fractions) -> f64 {
        if fractions.secrets > MOST_SECRETS {
            return f64::INFINITY;
        }
        let degree = self.degree();
        let moment = |k: u32| crate::noise::log2_secret_moment(degree, k);
        let masks = moment(fractions.secrets + 1) - moment(fractions.secrets);
        // The mask of a related operand may be in the noise already, as often as the secret.
        let related = if fractions.independent { 0.0 } else { masks - moment(1) };
        let phase = (degree as f64 / 12.0).log2() + log2_total(&[0.0, masks]) + related;
        let terms = [phase + b.log2_variance, phase + a.log2_variance];
        let both = moment(2 * fractions.secrets) - 2.0 * moment(fractions.secrets);
        let both = (degree as f64).log2() + a.log2_variance + b.log2_variance + both;
        log2_total(&[sum_of(terms, fractions.independent), both])
    }
}

/// The `log2` of a sum of variances, or of the square of the sum of their deviations.
fn sum_of(terms: [f64; 2], independent: bool) -> f64 {
    if independent { log2_total(&terms) } else { 2.0 * log2_total(&terms.map(|term| term / 2.0)) }
}
