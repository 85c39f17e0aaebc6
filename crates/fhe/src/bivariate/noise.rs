//! The noise of phases, as variances of a coefficient on the torus.

use super::Bivariate;
use crate::noise::log2_sum;
use papilio_ring::sample::{ERROR_VARIANCE, TERNARY_VARIANCE};

impl Bivariate {
    /// `log2` of the variance of a fresh error of an element of so many bits.
    pub(super) fn fresh_variance(bits: u32) -> f64 {
        ERROR_VARIANCE.log2() - 2.0 * f64::from(bits)
    }

    /// `log2` of the variance that rounding both parts of a ciphertext to so many bits adds: those
    /// of the mask times the secret.
    pub(super) fn rounding_variance(&self, bits: u32) -> f64 {
        (1.0 + TERNARY_VARIANCE * self.degree() as f64).log2() - 12f64.log2() - 2.0 * f64::from(bits)
    }

    /// `log2` of the variance of the product of so many digits with a key: each digit is uniform
    /// among `2^K` integers around zero, and multiplies an error.
    pub(super) fn product_variance(&self, digits: usize) -> f64 {
        let digit = 2.0 * f64::from(self.plan().bits()) - 12f64.log2();
        (digits as f64 * self.degree() as f64).log2() + digit + Self::fresh_variance(self.literal().key_bits)
    }
}

/// `log2` of how many times the variance of a rounding is that of one which leaves out so many
/// bits, halves to even: `1 + 2·4^(−bits)` times that of many.
pub(super) fn few_bits(bits: u32) -> f64 {
    if bits == 0 { f64::NEG_INFINITY } else { (1.0 + 2.0 * (-2.0 * f64::from(bits)).exp2()).log2() }
}

/// `log2` of a sum of numbers given by their `log2`; above every number if one is none.
pub(super) fn log2_total(terms: &[f64]) -> f64 {
    if terms.iter().any(|term| term.is_nan()) {
        return f64::INFINITY;
    }
    terms.iter().copied().fold(f64::NEG_INFINITY, log2_sum)
}

#[cfg(test)]
mod tests {
    use super::log2_total;

    #[test]
    fn sums_of_logarithms() {
        let none = f64::NEG_INFINITY;
        assert_eq!((log2_total(&[]), log2_total(&[none, none]), log2_total(&[none, 3.5])), (none, none, 3.5));
        assert_eq!((log2_total(&[3.0, 3.0]), log2_total(&[3.0, 3.0, 4.0, 5.0]), log2_total(&[-900.0; 8])), (4.0, 6.0, -897.0));
        for unknown in [[f64::NAN, 3.0], [3.0, f64::NAN], [f64::INFINITY, 3.0]] {
            assert_eq!(log2_total(&unknown), f64::INFINITY);
        }
    }
}
