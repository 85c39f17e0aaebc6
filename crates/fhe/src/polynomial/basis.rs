//! The bases that polynomials are written in, and division by their members.

use core::fmt;

/// A basis of the polynomials, with one member of every degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// `X^k`.
    Power,
    /// The polynomials of Chebyshev: `T_k(cos θ) = cos kθ`, with
    /// `T_(a+b) = 2·T_a·T_b − T_|a−b|`.
    Chebyshev,
}

impl Basis {
    /// Quotient and remainder of the division by the member of degree `k`, at least 1.
    ///
    /// In the power basis both are parts of the coefficients. In that of Chebyshev
    /// `T_(k+j) = 2·T_j·T_k − T_|k−j|`: from the highest term down, twice the coefficient goes to
    /// the quotient and is taken from the term `|k − j|`, which may be at `k` or above.
    pub(super) fn divide<C: Copy + Default>(
        self,
        coefficients: &[C],
        k: usize,
        subtract: impl Fn(C, C) -> C,
    ) -> (Vec<C>, Vec<C>) {
        let mut remainder = coefficients.to_vec();
        let mut quotient = remainder.split_off(k.min(remainder.len()));
        if self == Self::Chebyshev {
            for j in (1..quotient.len()).rev() {
                let (coefficient, fold) = (quotient[j], j.abs_diff(k));
                let to = if fold < k { &mut remainder[fold] } else { &mut quotient[fold - k] };
                *to = subtract(*to, coefficient);
                quotient[j] = subtract(coefficient, subtract(C::default(), coefficient));
            }
        }
        (quotient, remainder)
    }

    /// The letter that its members are printed with.
    pub(super) fn letter(self) -> char {
        match self {
            Self::Power => 'X',
            Self::Chebyshev => 'T',
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Power => "power basis",
            Self::Chebyshev => "Chebyshev basis",
        })
    }
}
