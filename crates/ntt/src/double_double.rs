//! Numbers of about 104 bits as sums of two doubles, and complex numbers of them.
//!
//! The sums and products of T. Dekker, "A floating-point technique for extending the available
//! precision", 1971, and D. Knuth: exact but for terms of about `2^(−104)`.

use crate::rounding::mul_add;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// `high + low`, where `low` is at most half a unit of the last place of `high`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoubleDouble {
    /// The nearest double.
    pub high: f64,
    /// The rest.
    pub low: f64,
}

impl DoubleDouble {
    /// The sum of any two doubles, exactly.
    #[must_use]
    pub fn sum(x: f64, y: f64) -> Self {
        let high = x + y;
        let of_y = high - x;
        Self { high, low: (x - (high - of_y)) + (y - of_y) }
    }

    /// The sum of two doubles of which the first is the greater.
    fn ordered(x: f64, y: f64) -> Self {
        let high = x + y;
        Self { high, low: y - (high - x) }
    }

    /// The product of two doubles, exactly, unless it leaves their range.
    #[must_use]
    pub fn product(x: f64, y: f64) -> Self {
        let high = x * y;
        Self { high, low: mul_add(x, y, -high) }
    }

    /// The nearest integer, of halves the one away from zero, and what it was rounded by; right for
    /// magnitudes below `2^126`.
    #[must_use]
    pub fn round(self) -> (i128, f64) {
        let whole = libm::round(self.high);
        let fraction = (self.high - whole) + self.low;
        let nearest = libm::round(fraction);
        (whole as i128 + nearest as i128, fraction - nearest)
    }

    fn sqrt(self) -> Self {
        let root = libm::sqrt(self.high);
        let rest = self - Self::product(root, root);
        Self::ordered(root, rest.high / (2.0 * root))
    }
}

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.high, other.high), Self::sum(self.low, other.low));
        let middle = Self::ordered(high.high, high.low + low.high);
        Self::ordered(middle.high, middle.low + low.low)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let cross = mul_add(self.high, other.low, self.low * other.high);
        Self::ordered(product.high, product.low + cross)
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = Self::from(self.high / other.high);
        let second = Self::from((self - first * other).high / other.high);
        let quotient = first + second;
        quotient + Self::from((self - quotient * other).high / other.high)
    }
}

/// A complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    /// Real part.
    pub re: DoubleDouble,
    /// Imaginary part.
    pub im: DoubleDouble,
}

impl Complex {
    /// The number of these parts.
    #[must_use]
    pub fn new(re: f64, im: f64) -> Self {
        Self { re: re.into(), im: im.into() }
    }

    /// The complex conjugate.
    #[must_use]
    pub fn conjugate(self) -> Self {
        Self { im: -self.im, ..self }
    }

    /// `e^(2πi·turn/2^64)`, by halving a quarter of a turn.
    #[must_use]
    pub fn of_turn(turn: u64) -> Self {
        let (mut product, mut root) = (Self::new(1.0, 0.0), Self::new(-1.0, 0.0));
        for bit in (0..u64::BITS).rev() {
            if turn >> bit & 1 == 1 {
                product = product * root;
            }
            if turn & ((1 << bit) - 1) == 0 {
                break;
            }
            root = root.half_turned();
        }
        product
    }

    /// The number of half the angle, which is at most half a turn.
    fn half_turned(self) -> Self {
        if self.re.high == -1.0 {
            return Self::new(0.0, 1.0);
        }
        let two = DoubleDouble::from(2.0);
        let re = ((DoubleDouble::from(1.0) + self.re) / two).sqrt();
        Self { re, im: self.im / (two * re) }
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let re = self.re * other.re - self.im * other.im;
        Self { re, im: self.re * other.im + self.im * other.re }
    }
}
