//! Polynomials fitted to functions: interpolation at the nodes of Chebyshev.

use super::{Interval, Polynomial, PolynomialError};
use core::f64::consts::PI;

/// The greatest degree of a polynomial that is fitted to a function.
pub const MOST_FITTED: usize = 1023;
/// Places between two nodes at which the error is measured.
const PLACES: usize = 16;
/// Coefficients below this part of the greatest value are rounding errors of values.
const ROUNDING: f64 = f64::EPSILON * 4.0;

impl Polynomial<f64> {
    /// The polynomial of a degree that has the values of a function at the zeros of the next
    /// polynomial of Chebyshev, with its greatest error on a grid of the whole interval, ends
    /// included. Coefficients below the rounding of the values are left out, so that even and odd
    /// functions have even and odd polynomials.
    ///
    /// # Errors
    /// [`PolynomialError::Degree`] above [`MOST_FITTED`]; [`PolynomialError::Value`].
    pub fn fit(f: impl Fn(f64) -> f64, interval: Interval, degree: usize) -> Result<(Self, f64), PolynomialError> {
        if degree > MOST_FITTED {
            return Err(PolynomialError::Degree { degree, most: MOST_FITTED });
        }
        let count = degree + 1;
        // T_k at a node; the integers are reduced before they are angles.
        let member = |k: usize, i: usize| (PI * (k * (2 * i + 1) % (4 * count)) as f64 / (2 * count) as f64).cos();
        // By sines, so that the nodes are exactly symmetric.
        let node = |i: usize| (PI * (degree as f64 - 2.0 * i as f64) / (2 * count) as f64).sin();
        let values = (0..count).map(|i| finite(&f, interval.place(node(i)))).collect::<Result<Vec<f64>, _>>()?;
        let greatest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let coefficient = |k: usize| {
            let terms = values.iter().enumerate().map(|(i, value)| value * member(k, i));
            let mean = terms.sum::<f64>() / count as f64 * if k == 0 { 1.0 } else { 2.0 };
            if mean.abs() > ROUNDING * greatest { mean } else { 0.0 }
        };
        let polynomial = Self::chebyshev(interval, (0..count).map(coefficient).collect())?;
        let error = polynomial.error(f, interval, PLACES * count)?;
        Ok((polynomial, error))
    }

    /// A polynomial within an error of a function, of the least degree that doubling and bisection
    /// find, with the error that it has.
    ///
    /// # Errors
    /// [`PolynomialError::Error`] when none of degree [`MOST_FITTED`] or less is;
    /// [`PolynomialError::Value`].
    pub fn fit_to(f: impl Fn(f64) -> f64, interval: Interval, error: f64) -> Result<(Self, f64), PolynomialError> {
        // Numbers of coefficients: too few, and enough.
        let (mut few, mut count, mut least) = (0, 1, f64::INFINITY);
        let mut best = loop {
            let fitted = Self::fit(&f, interval, count - 1)?;
            if fitted.1 <= error {
                break fitted;
            }
            least = least.min(fitted.1);
            if count > MOST_FITTED {
                return Err(PolynomialError::Error { asked: error, found: least, most: MOST_FITTED });
            }
            (few, count) = (count, 2 * count);
        };
        while count - few > 1 {
            let middle = usize::midpoint(few, count);
            let fitted = Self::fit(&f, interval, middle - 1)?;
            if fitted.1 <= error {
                (best, count) = (fitted, middle);
            } else {
                few = middle;
            }
        }
        Ok(best)
    }

    /// The greatest distance from a function at places that are as dense at the ends as the nodes.
    ///
    /// # Errors
    /// [`PolynomialError::Value`].
    fn error(&self, f: impl Fn(f64) -> f64, interval: Interval, count: usize) -> Result<f64, PolynomialError> {
        let place = |i: usize| match i {
            0 => interval.start(),
            i if i == count => interval.end(),
            i => interval.place(-(PI * i as f64 / count as f64).cos()),
        };
        (0..=count).map(place).try_fold(0.0, |most: f64, x| {
            let distance = (self.evaluate_clear(x) - finite(&f, x)?).abs();
            Ok(most.max(distance))
        })
    }
}

fn finite(f: &impl Fn(f64) -> f64, x: f64) -> Result<f64, PolynomialError> {
    let value = f(x);
    if value.is_finite() { Ok(value) } else { Err(PolynomialError::Value { x, value }) }
}
