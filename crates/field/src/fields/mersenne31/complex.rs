//! The quadratic extension of the Mersenne field, `F_p(i)` with `i² = −1`.

use super::{Mersenne31, P};
use crate::Field;
use crate::power::power;
use core::ops::{Add, Mul, Neg, Sub};

/// `re + im·i` over the Mersenne field. As `p ≡ 3 mod 4`, `−1` is no square and this is the field
/// of `p²` elements.
///
/// Its multiplicative group has order `p² − 1 = 2^32·(2^30 − 1)`. The elements of norm 1 are the
/// points of the circle `x² + y² = 1`, a subgroup of order `p + 1 = 2^31`: it has the roots of
/// unity of order up to `2^31`, and for those the conjugate is the inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(C)]
pub struct Complex31 {
    /// The real part, the coordinate `x` of a point of the circle.
    pub re: Mersenne31,
    /// The imaginary part, the coordinate `y` of a point of the circle.
    pub im: Mersenne31,
}

impl Complex31 {
    /// The additive identity.
    pub const ZERO: Self = Self::new(Mersenne31::ZERO, Mersenne31::ZERO);
    /// The multiplicative identity.
    pub const ONE: Self = Self::new(Mersenne31::ONE, Mersenne31::ZERO);
    /// The square root `i` of `−1`.
    pub const I: Self = Self::new(Mersenne31::ZERO, Mersenne31::ONE);
    /// The largest `k` with `2^k | p² − 1`.
    pub const TWO_ADICITY: u32 = 32;
    /// The root of order `2^32` from which the others come: of the two whose square is
    /// `2 − 1268011823·i`, the one whose real part is the smaller. That square is the conjugate of
    /// the generator of the circle used by circle STARKs.
    const ROOT: Self = Self::new(Mersenne31(1 << 15), Mersenne31(1_449_669_739));

    /// `re + im·i`.
    #[must_use]
    pub const fn new(re: Mersenne31, im: Mersenne31) -> Self {
        Self { re, im }
    }

    /// `re − im·i`.
    #[must_use]
    pub fn conjugate(self) -> Self {
        Self::new(self.re, -self.im)
    }

    /// `re² + im²`, the product with the conjugate.
    #[must_use]
    pub fn norm(self) -> Mersenne31 {
        self.re * self.re + self.im * self.im
    }

    /// `self^exponent`. Variable time: for public values.
    #[must_use]
    pub fn pow(self, exponent: u64) -> Self {
        power(Self::ONE, self, &[exponent], |a, b| a * b)
    }

    /// The inverse, or `None` for zero. Variable time: for public values.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        Some(self.conjugate() * self.norm().inverse()?)
    }

    /// A primitive `2^log_order`-th root of unity, or `None` above `2^32`. They are compatible: the
    /// one of order `2^k` is the square of the one of order `2^(k+1)`, and the one of order 4 is
    /// `i`, so that `root_of_unity(k + 2)^(2^k) = i`.
    #[must_use]
    pub fn root_of_unity(log_order: u32) -> Option<Self> {
        (log_order <= Self::TWO_ADICITY).then(|| Self::ROOT.pow(1 << (Self::TWO_ADICITY - log_order)))
    }
}

impl Add for Complex31 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl Sub for Complex31 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl Neg for Complex31 {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}

impl Mul for Complex31 {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let [a, b, c, d] = [self.re, self.im, other.re, other.im].map(|x| u64::from(x.0));
        let p = u64::from(P);
        // Every product is below p² < 2^62: one reduction for each part.
        Self::new(Mersenne31::from_u64(a * c + (p * p - b * d)), Mersenne31::from_u64(a * d + b * c))
    }
}

impl Mul<Mersenne31> for Complex31 {
    type Output = Self;
    #[inline]
    fn mul(self, factor: Mersenne31) -> Self {
        Self::new(self.re * factor, self.im * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> impl Iterator<Item = Complex31> {
        let top = Mersenne31(P - 1);
        let edges = [(top, top), (Mersenne31::ZERO, top), (top, Mersenne31::ONE)].map(|(re, im)| Complex31::new(re, im));
        let start = Complex31::new(Mersenne31(3), Mersenne31(1_000_000_007));
        edges.into_iter().chain(core::iter::successors(Some(start), |&z| Some(z * z + Complex31::I)).take(60))
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for z in samples() {
            for w in samples() {
                let expect = Complex31::new(z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re);
                assert_eq!(z * w, expect);
                assert_eq!((z + w) * (z - w), z * z - w * w);
                assert_eq!((z * w).norm(), z.norm() * w.norm());
                assert_eq!((z * w).conjugate(), z.conjugate() * w.conjugate());
                assert_eq!(z * w.re, z * Complex31::new(w.re, Mersenne31::ZERO));
            }
        }
    }

    #[test]
    fn inverses_and_powers() {
        assert_eq!(Complex31::ZERO.inverse(), None);
        assert_eq!(Complex31::I * Complex31::I, -Complex31::ONE);
        for z in samples() {
            assert_eq!(z * z.inverse().expect("nonzero"), Complex31::ONE);
            assert_eq!(z.pow(u64::from(P)), z.conjugate(), "Frobenius");
            assert_eq!(z.pow(u64::from(P) * u64::from(P) - 1), Complex31::ONE);
            assert_eq!((z.pow(0), z.pow(1), z.pow(5)), (Complex31::ONE, z, z * z * z * z * z));
        }
    }

    #[test]
    fn roots_have_their_order() {
        let mut root = Complex31::root_of_unity(32).expect("root");
        assert!(Complex31::root_of_unity(33).is_none());
        for log in (1..=32).rev() {
            assert_eq!(Complex31::root_of_unity(log), Some(root));
            assert_eq!(root.norm(), if log == 32 { -Mersenne31::ONE } else { Mersenne31::ONE });
            assert_ne!(root, Complex31::ONE);
            root = root * root;
        }
        assert_eq!(root, Complex31::ONE);
        assert_eq!(Complex31::root_of_unity(2), Some(Complex31::I));
        let circle = Complex31::new(Mersenne31(2), Mersenne31(1_268_011_823));
        assert_eq!(Complex31::root_of_unity(31), Some(circle.conjugate()));
    }
}
