//! Intervals of real numbers, and the substitutions that bring them to `[−1, 1]`.

use super::PolynomialError;

/// A closed interval of real numbers, of positive length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    start: f64,
    end: f64,
}

/// The linear polynomial `factor·x + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Substitution<C> {
    /// The coefficient of `x`; none stands for 1, which costs no level.
    pub factor: Option<C>,
    /// The constant; none stands for 0.
    pub offset: Option<C>,
}

impl Interval {
    /// `[−1, 1]`, on which the polynomials of Chebyshev are defined.
    pub const UNIT: Self = Self { start: -1.0, end: 1.0 };

    /// `[start, end]`.
    ///
    /// # Errors
    /// [`PolynomialError::Interval`] unless `start < end` and both, with the inverse of their
    /// distance, are finite.
    pub fn new(start: f64, end: f64) -> Result<Self, PolynomialError> {
        let length = end - start;
        // An interval as short as the inverse of the greatest number, or shorter, has no factor.
        let able = start < end && length.is_finite() && (2.0 / length).is_finite() && (start + end).is_finite();
        if able { Ok(Self { start, end }) } else { Err(PolynomialError::Interval { start, end }) }
    }

    /// `[−radius, radius]`.
    ///
    /// # Errors
    /// [`PolynomialError::Interval`] for a radius that is not positive and finite.
    pub fn symmetric(radius: f64) -> Result<Self, PolynomialError> {
        Self::new(-radius, radius)
    }

    /// The first end.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.start
    }

    /// The second end.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.end
    }

    /// The place of the interval that [`Self::substitution`] brings to `u`.
    #[must_use]
    pub fn place(&self, u: f64) -> f64 {
        f64::midpoint(self.start, self.end) + u * (self.end - self.start) / 2.0
    }

    /// `(2x − start − end)/(end − start)`, which brings the interval to `[−1, 1]`.
    #[must_use]
    pub fn substitution(&self) -> Substitution<f64> {
        let (length, sum) = (self.end - self.start, self.start + self.end);
        Substitution { factor: (length != 2.0).then_some(2.0 / length), offset: (sum != 0.0).then_some(-sum / length) }
    }
}

impl Substitution<f64> {
    /// Its value at `x`.
    #[must_use]
    pub fn apply(&self, x: f64) -> f64 {
        self.factor.unwrap_or(1.0) * x + self.offset.unwrap_or(0.0)
    }
}

impl<C> Substitution<C> {
    /// Levels that it takes: one for a factor.
    #[must_use]
    pub fn depth(&self) -> usize {
        usize::from(self.factor.is_some())
    }
}
