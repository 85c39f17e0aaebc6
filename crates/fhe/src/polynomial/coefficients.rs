//! Polynomials by their coefficients.

use super::support::Support;
use super::{Basis, Interval, PolynomialError, Substitution};
use core::ops::Sub;
use papilio_field::{Residue, ResidueRing};

/// A polynomial by its coefficients in a [`Basis`], the constant first and the last one not zero
/// unless it is the only one.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial<C> {
    basis: Basis,
    coefficients: Vec<C>,
    substitution: Option<Substitution<C>>,
}

impl<C: Copy + Default + PartialEq> Polynomial<C> {
    /// `Σ c_k·X^k`.
    ///
    /// # Errors
    /// [`PolynomialError::Empty`]; [`PolynomialError::NotFinite`] for a coefficient that is not
    /// zero when it is subtracted from itself.
    pub fn power(coefficients: Vec<C>) -> Result<Self, PolynomialError>
    where
        C: Sub<Output = C>,
    {
        Self::checked(Basis::Power, coefficients, None)
    }

    /// The polynomial whose coefficients are images of those of this one: in the ring of a scheme,
    /// say, or complex ones.
    ///
    /// # Errors
    /// [`PolynomialError::NotFinite`] for images that are not.
    pub fn map<D>(&self, mut image: impl FnMut(C) -> D) -> Result<Polynomial<D>, PolynomialError>
    where
        D: Copy + Default + PartialEq + Sub<Output = D>,
    {
        let substitution = self.substitution.map(|Substitution { factor, offset }| Substitution {
            factor: factor.map(&mut image),
            offset: offset.map(&mut image),
        });
        Polynomial::checked(self.basis, self.coefficients.iter().map(|&c| image(c)).collect(), substitution)
    }

    pub(super) fn checked(
        basis: Basis,
        coefficients: Vec<C>,
        substitution: Option<Substitution<C>>,
    ) -> Result<Self, PolynomialError>
    where
        C: Sub<Output = C>,
    {
        // Infinite numbers, and those that are none, do not leave zero.
        let difference = |a: C, b: C| a - b;
        if let Some(index) = coefficients.iter().position(|&c| difference(c, c) != C::default()) {
            return Err(PolynomialError::NotFinite { index });
        }
        if coefficients.is_empty() {
            return Err(PolynomialError::Empty);
        }
        Ok(Self { basis, coefficients, substitution }.trimmed())
    }

    fn trimmed(mut self) -> Self {
        let length = self.coefficients.iter().rposition(|&c| c != C::default()).map_or(1, |degree| degree + 1);
        self.coefficients.truncate(length);
        self
    }

    /// The basis of [`Self::coefficients`].
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// The coefficients, the constant first: one more than the degree.
    #[must_use]
    pub fn coefficients(&self) -> &[C] {
        &self.coefficients
    }

    /// The degree: 0 for a constant.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The variable of the basis in terms of the argument, where it is another.
    #[must_use]
    pub fn substitution(&self) -> Option<&Substitution<C>> {
        self.substitution.as_ref()
    }

    /// The polynomial in the variable of its basis: on `[−1, 1]` for that of Chebyshev. Callers
    /// that apply [`Self::substitution`] with another step, a matrix say, save its level.
    #[must_use]
    pub fn without_substitution(&self) -> Self {
        Self { substitution: None, ..self.clone() }
    }

    /// The powers whose coefficients are not zero.
    pub(super) fn support(&self) -> Support {
        let nonzero = |(power, c): (usize, &C)| (*c != C::default()).then_some(power);
        self.coefficients.iter().enumerate().filter_map(nonzero).collect()
    }
}

impl Polynomial<f64> {
    /// `Σ c_k·T_k(u)`, for `u` of [`Interval::substitution`].
    ///
    /// # Errors
    /// [`PolynomialError::Empty`]; [`PolynomialError::NotFinite`].
    pub fn chebyshev(interval: Interval, coefficients: Vec<f64>) -> Result<Self, PolynomialError> {
        let substitution = (interval != Interval::UNIT).then(|| interval.substitution());
        Self::checked(Basis::Chebyshev, coefficients, substitution)
    }

    /// The value at `x`, by the rules of Horner and of Clenshaw.
    #[must_use]
    pub fn evaluate_clear(&self, x: f64) -> f64 {
        let u = self.substitution.map_or(x, |substitution| substitution.apply(x));
        let higher = self.coefficients[1..].iter().rev();
        match self.basis {
            Basis::Power => higher.fold(0.0, |sum, c| (sum + c) * u) + self.coefficients[0],
            Basis::Chebyshev => {
                let (first, second) = higher.fold((0.0, 0.0), |(b, next), c| (2.0 * u * b - next + c, b));
                u * first - second + self.coefficients[0]
            }
        }
    }

    /// Quotient and remainder of the division by the member of the basis of degree `k`, at least 1.
    ///
    /// # Errors
    /// [`PolynomialError::NotFinite`] where a coefficient of them overflows.
    ///
    /// # Panics
    /// For `k = 0`.
    pub fn divide(&self, k: usize) -> Result<(Self, Self), PolynomialError> {
        assert!(k > 0, "a division by the constant of a basis");
        let (mut quotient, remainder) = self.basis.divide(&self.coefficients, k, |a, b| a - b);
        if quotient.is_empty() {
            quotient.push(0.0);
        }
        let part = |coefficients| Self::checked(self.basis, coefficients, self.substitution);
        Ok((part(quotient)?, part(remainder)?))
    }
}

impl<F: Residue> Polynomial<F> {
    /// The value at `x` in the ring of the coefficients, term by term.
    #[must_use]
    pub fn evaluate_residue(&self, ring: &F::Ring, x: F) -> F {
        let u = self.substitution.map_or(x, |s| {
            let multiple = s.factor.map_or(x, |factor| ring.mul(factor, x));
            s.offset.map_or(multiple, |offset| ring.add(multiple, offset))
        });
        let next = |(before, member): (F, F)| match self.basis {
            Basis::Power => (member, ring.mul(u, member)),
            Basis::Chebyshev => (member, ring.sub(ring.mul(ring.add(u, u), member), before)),
        };
        // T_(−1) = T_1 = u.
        let start = (u, ring.one(), F::default());
        let sum = self.coefficients.iter().fold(start, |(before, member, sum), &c| {
            let (member, following) = next((before, member));
            (member, following, ring.add(sum, ring.mul(c, member)))
        });
        sum.2
    }
}
