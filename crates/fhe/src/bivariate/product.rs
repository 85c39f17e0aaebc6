//! Products with keys.

use super::key::Purpose;
use super::noise::{few_bits, log2_total};
use super::{Bivariate, BivariateError, Ciphertext, ExternalKey, HalfExternalKey};
use crate::rlwe::KeyId;
use papilio_ring::bivariate::TorusPoly;
use papilio_ring::{Representation, TorusWords, half_product};

impl Bivariate {
    /// The same message under the other secret of a key.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Key`] for a ciphertext that is not under the
    /// first secret; [`BivariateError::Purpose`].
    pub fn switch_secret(&self, a: &Ciphertext, key: &HalfExternalKey) -> Result<Ciphertext, BivariateError> {
        let Purpose::Switch(from) = key.purpose else { return Err(key.purpose.other_than("a change of secret")) };
        self.check_under(a, from)?;
        self.half_product(&a.parts[1], key, [Some(&a.parts[0]), None], a.log2_variance)
    }

    /// The image under `X ↦ X^exponent`.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Key`]; [`BivariateError::EvenExponent`];
    /// [`BivariateError::Exponent`] for a key of another automorphism.
    pub fn apply_automorphism(
        &self,
        a: &Ciphertext,
        exponent: usize,
        key: &HalfExternalKey,
    ) -> Result<Ciphertext, BivariateError> {
        let Purpose::Automorphism(found) = key.purpose else { return Err(key.purpose.other_than("an automorphism")) };
        let expected = self.exponent(exponent)?;
        if found != expected {
            return Err(BivariateError::Exponent { found, expected });
        }
        self.check_under(a, key.to)?;
        let mut image = self.half_product(&a.parts[1], key, [Some(&a.parts[0]), None], a.log2_variance)?;
        image.parts = image.parts.map(|part| part.automorphism(exponent));
        Ok(image)
    }

    /// The ciphertext of the three parts of a product, which are of one precision, whose phase is
    /// `p_0 + p_1·s + p_2·s²`, with the key that they are under and `log2` of the variance of its
    /// noise.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Key`]; [`BivariateError::PolynomialDegree`];
    /// [`BivariateError::Bits`]; [`BivariateError::Precision`].
    pub fn relinearize(
        &self,
        parts: [&TorusPoly; 3],
        key: &HalfExternalKey,
        (under, log2_variance): (KeyId, f64),
    ) -> Result<Ciphertext, BivariateError> {
        if key.purpose != Purpose::Relinearization {
            return Err(key.purpose.other_than("relinearization"));
        }
        if under.common(key.to).is_err() {
            return Err(BivariateError::Key { found: under, expected: key.to });
        }
        // Noise that is no number is not known.
        let log2_variance = if log2_variance.is_nan() { f64::INFINITY } else { log2_variance };
        let [first, second, third] = parts;
        for part in parts {
            self.check_degree(part.degree())?;
            self.check_bits(part.bits())?;
            if part.bits() != third.bits() {
                return Err(BivariateError::Precision { first: part.bits(), second: third.bits() });
            }
        }
        self.half_product(third, key, [Some(first), Some(second)], log2_variance)
    }

    /// `A` times the message of a ciphertext, for the polynomial of a key, from so many digits of
    /// its `b` and its `a`: the error of an `a` that is cut off is multiplied by the secret, and
    /// that of a `b` is not, so that `b` may have fewer.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Key`]; [`BivariateError::Digits`].
    pub fn external_product(
        &self,
        a: &Ciphertext,
        key: &ExternalKey,
        digits: [usize; 2],
    ) -> Result<Ciphertext, BivariateError> {
        let id = key.halves[0].to;
        self.check_context(key.halves[0].context)?;
        self.check_under(a, id)?;
        let most = self.plan().digits(a.bits());
        if let Some(&found) = digits.iter().find(|digits| !(1..=most).contains(digits)) {
            return Err(BivariateError::Digits { found, most });
        }
        let k = self.plan().bits();
        let cut = |half: usize| a.parts[half].with_bits(a.bits().min(digits[half] as u32 * k));
        let parts = [cut(0), cut(1)];
        let transforms = parts.each_ref().map(|part| self.transforms().transform(part));
        let operands = [(&transforms[0], &key.halves[0].matrix), (&transforms[1], &key.halves[1].matrix)];
        // The variance of what is cut off is a rounding's; the mask's is multiplied by s too.
        let rounding = |half: usize| {
            let bits = parts[half].bits();
            few_bits(a.bits() - bits) - 2.0 * f64::from(bits) - 12f64.log2()
        };
        let secret = (papilio_ring::sample::TERNARY_VARIANCE * self.degree() as f64).log2();
        // Coefficients of fresh noise are independent. Others may be related, as those of a product
        // with a polynomial of many terms are, and then add up.
        let fresh = a.log2_variance <= Self::fresh_variance(a.bits());
        let own = a.log2_variance + if fresh { key.log2_square } else { 2.0 * key.log2_total };
        let cut = log2_total(&[rounding(0), rounding(1) + secret]) + key.log2_square;
        let noise = log2_total(&[own, cut, self.product_variance(digits[0] + digits[1])]);
        let words = self.words(a.bits());
        let sums = self.transforms().vector_matrix(&operands, words.parts(digits[0] + digits[1]));
        Ok(self.rounded(sums.map(|sums| words.result(&sums, None)), (id, noise)))
    }

    /// An encryption of `A` times a public polynomial, and a pair added to it.
    pub(super) fn half_product(
        &self,
        x: &TorusPoly,
        key: &HalfExternalKey,
        plus: [Option<&TorusPoly>; 2],
        log2_variance: f64,
    ) -> Result<Ciphertext, BivariateError> {
        self.check_context(key.context)?;
        let words = self.words(x.bits());
        let noise = log2_total(&[log2_variance, self.product_variance(self.plan().digits(x.bits()))]);
        Ok(self.rounded(half_product((&words, x), &key.matrix, &words, plus), (key.to, noise)))
    }

    /// The representation of results of so many bits.
    pub(super) fn words(&self, bits: u32) -> TorusWords<'_> {
        TorusWords { transforms: self.transforms(), bits, row_digits: self.columns() }
    }

    /// The ciphertext of a product that was rounded, but for that with this variance of noise.
    pub(super) fn rounded(&self, parts: [TorusPoly; 2], (key, noise): (KeyId, f64)) -> Ciphertext {
        let log2_variance = log2_total(&[noise, self.rounding_variance(parts[0].bits())]);
        Ciphertext { context: self.fingerprint(), key, parts, log2_variance }
    }
}
