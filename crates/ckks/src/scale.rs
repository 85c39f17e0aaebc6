//! Scales of messages.

use core::ops::{Div, Mul};
use papilio_ntt::double_double::DoubleDouble;

/// A positive number of 104 bits, by which messages are multiplied: a power of two, and what
/// products and divisions by primes make of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale(DoubleDouble);

impl Scale {
    /// The scale of integers.
    pub const ONE: Self = Self(DoubleDouble { high: 1.0, low: 0.0 });

    /// `2^exponent`, of an exponent below 512.
    ///
    /// # Panics
    /// For a greater exponent.
    #[must_use]
    pub fn power_of_two(exponent: u32) -> Self {
        assert!(exponent < 512, "2^{exponent} is no scale: exponents are below 512");
        Self(f64::from(exponent).exp2().into())
    }

    /// The scale of an integer, exactly.
    #[must_use]
    pub fn from_integer(x: u64) -> Self {
        let [high, low] = [x >> 32, x & u64::from(u32::MAX)].map(|half| half as f64);
        Self(DoubleDouble::sum(high * 2f64.powi(32), low))
    }

    /// The binary logarithm.
    #[must_use]
    pub fn log2(self) -> f64 {
        self.0.high.log2()
    }

    /// The nearest double.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0.high
    }

    pub(crate) fn double_double(self) -> DoubleDouble {
        self.0
    }

    /// Whether both are the same to within `2^(−bits)` of either.
    #[must_use]
    pub fn agrees(self, other: Self, bits: u32) -> bool {
        let apart = (self.0 - other.0).high.abs();
        apart <= self.0.high.min(other.0.high) * (-f64::from(bits)).exp2()
    }

    /// The nearest double, and the rest.
    #[must_use]
    pub fn to_parts(self) -> [f64; 2] {
        [self.0.high, self.0.low]
    }

    /// The scale of [`Self::to_parts`]; none for numbers that are not finite, not positive, beyond
    /// `2^±512`, or no such pair.
    #[must_use]
    pub fn from_parts([high, low]: [f64; 2]) -> Option<Self> {
        let range = (-512f64).exp2()..512f64.exp2();
        // The lesser part is at most half a unit of the last place of the greater.
        (range.contains(&high) && low.is_finite() && high + low == high).then_some(Self(DoubleDouble { high, low }))
    }
}

impl Mul for Scale {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Div for Scale {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        Self(self.0 / other.0)
    }
}

impl core::fmt::Display for Scale {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "2^{:.9}", self.log2())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    /// A scale that is an integer.
    fn exact(x: Scale) -> BigInt {
        let [high, low] = x.to_parts().map(|part| BigInt::from(part as i128));
        high + low
    }

    #[test]
    fn integers_are_exact() {
        for x in [1, 3, (1 << 53) + 1, u64::MAX, u64::MAX - 1, (1 << 61) - 1] {
            assert_eq!(exact(Scale::from_integer(x)), BigInt::from(x));
        }
        let (a, b) = ((1u64 << 50) - 27, (1u64 << 52) - 47);
        assert_eq!(exact(Scale::from_integer(a) * Scale::from_integer(b)), BigInt::from(a) * b);
    }

    #[test]
    fn quotients_undo_products_to_104_bits() {
        let (a, b) = (Scale::from_integer((1 << 45) + 65_537), Scale::from_integer((1 << 45) - 229_375));
        let mut x = Scale::power_of_two(45);
        for _ in 0..1000 {
            x = x * a / b * b / a;
        }
        assert!(x.agrees(Scale::power_of_two(45), 92) && !(x * a).agrees(x * b, 30));
    }

    #[test]
    fn agreement_has_an_edge() {
        let (one, next) = (Scale::power_of_two(40), Scale::from_integer((1 << 40) + 1));
        assert!(one.agrees(next, 40) && next.agrees(one, 40));
        assert!(!one.agrees(next, 41) && !next.agrees(one, 41));
    }

    #[test]
    fn parts_are_checked() {
        let scale = Scale::power_of_two(40) / Scale::from_integer(3);
        assert_eq!(Scale::from_parts(scale.to_parts()), Some(scale));
        for [high, low] in
            [[0.0, 0.0], [-1.0, 0.0], [f64::NAN, 0.0], [f64::INFINITY, 0.0], [1.0, f64::NAN], [1.0, 1.0], [1e300, 0.0]]
        {
            assert_eq!(Scale::from_parts([high, low]), None, "{high} {low}");
        }
    }
}
