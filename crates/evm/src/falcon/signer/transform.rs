//! Real polynomials modulo `X^n + 1` by their values, in doubles.
//!
//! One of two conjugate roots is kept. Roots of `X^n + 1` are the two square roots of each root of
//! `X^(n/2) + 1`, the one of the smaller angle first: the order in which a polynomial is split into
//! its even and its odd part, and merged again, pair by pair (Falcon's specification, section 3.6).

use std::f64::consts::PI;
use zeroize::Zeroizing;

/// A complex number: real and imaginary part.
pub(super) type Complex = [f64; 2];
/// `n/2` values of a polynomial of `n` coefficients; erased when dropped.
pub(super) type Values = Zeroizing<Vec<Complex>>;

/// Square roots, for each length.
pub(super) struct Transform(Vec<Vec<Complex>>);

impl Transform {
    /// For polynomials of at most `degree` coefficients, a power of two.
    pub(super) fn new(degree: usize) -> Self {
        let mut levels = Vec::new();
        // Angles of roots, in units of π: of `X^2 + 1` it is `i`.
        let mut angles = vec![0.5];
        while 2 * angles.len() < degree {
            angles.iter_mut().for_each(|angle| *angle /= 2.0);
            levels.push(angles.iter().map(|&angle| cis(angle)).collect());
            angles = angles.iter().flat_map(|&angle| [angle, angle + 1.0]).collect();
        }
        Self(levels)
    }

    /// The roots that join halves of `len` values, a power of two.
    fn roots(&self, len: usize) -> &[Complex] {
        &self.0[len.ilog2() as usize]
    }

    /// Values of coefficients, of which there are at least two.
    pub(super) fn values(&self, coefficients: &[f64]) -> Values {
        if let &[constant, linear] = coefficients {
            return Zeroizing::new(vec![[constant, linear]]);
        }
        let part = |odd: usize| Zeroizing::new(coefficients.iter().skip(odd).step_by(2).copied().collect::<Vec<_>>());
        self.merge(&[self.values(&part(0)), self.values(&part(1))])
    }

    /// Coefficients of values.
    pub(super) fn coefficients(&self, values: &[Complex]) -> Zeroizing<Vec<f64>> {
        if let &[value] = values {
            return Zeroizing::new(value.to_vec());
        }
        let [even, odd] = self.split(values).map(|part| self.coefficients(&part));
        Zeroizing::new(even.iter().zip(odd.iter()).flat_map(|(&even, &odd)| [even, odd]).collect())
    }

    /// Values of the even and of the odd part; there are at least two values.
    pub(super) fn split(&self, values: &[Complex]) -> [Values; 2] {
        let roots = self.roots(values.len() / 2);
        let pairs = || values.chunks_exact(2).zip(roots);
        let even = pairs().map(|(pair, _)| scaled(sum(pair[0], pair[1]), 0.5)).collect();
        let odd = pairs().map(|(pair, &root)| scaled(product(difference(pair[0], pair[1]), conjugate(root)), 0.5)).collect();
        [even, odd].map(Zeroizing::new)
    }

    /// The inverse of [`Self::split`].
    pub(super) fn merge(&self, [even, odd]: &[Values; 2]) -> Values {
        let parts = even.iter().zip(odd.iter()).zip(self.roots(even.len()));
        Zeroizing::new(
            parts
                .flat_map(|((&even, &odd), &root)| {
                    let odd = product(odd, root);
                    [sum(even, odd), difference(even, odd)]
                })
                .collect(),
        )
    }
}

/// `e^(iπ·angle)`.
fn cis(angle: f64) -> Complex {
    let (sine, cosine) = (angle * PI).sin_cos();
    [cosine, sine]
}

pub(super) fn sum(a: Complex, b: Complex) -> Complex {
    [a[0] + b[0], a[1] + b[1]]
}

pub(super) fn difference(a: Complex, b: Complex) -> Complex {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn product(a: Complex, b: Complex) -> Complex {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

pub(super) fn scaled(a: Complex, factor: f64) -> Complex {
    a.map(|part| part * factor)
}

pub(super) fn conjugate(a: Complex) -> Complex {
    [a[0], -a[1]]
}

/// A function of two vectors, value by value.
pub(super) fn each(a: &[Complex], b: &[Complex], function: impl Fn(Complex, Complex) -> Complex) -> Values {
    Zeroizing::new(a.iter().zip(b).map(|(&a, &b)| function(a, b)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_negacyclic_and_halves_are_even_and_odd() {
        for n in [2, 4, 8, 64, 512] {
            let transform = Transform::new(n);
            let a: Vec<f64> = (0..n).map(|i| (i * 37 % 127) as f64 - 63.0).collect();
            let b: Vec<f64> = (0..n).map(|i| (i * 91 % 61) as f64 - 30.0).collect();
            let (first, second) = (transform.values(&a), transform.values(&b));
            let got = transform.coefficients(&each(&first, &second, product));
            let mut expected = vec![0.0; n];
            for (i, a) in a.iter().enumerate() {
                for (j, b) in b.iter().enumerate() {
                    expected[(i + j) % n] += if i + j < n { a * b } else { -a * b };
                }
            }
            assert!(got.iter().zip(&expected).all(|(got, expected)| (got - expected).abs() < 1e-7), "{n}");
            if n > 2 {
                let parts = transform.split(&first);
                let odd = transform.coefficients(&parts[1]);
                assert!(odd.iter().zip(a.iter().skip(1).step_by(2)).all(|(got, expected)| (got - expected).abs() < 1e-9));
                let merged = transform.merge(&parts);
                assert!(merged.iter().flatten().zip(first.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-8));
            }
        }
    }
}
