//! The evaluation of a polynomial by a plan.

use super::shape::Shape;
use super::{Basis, Plan, Polynomial, PolynomialError, PolynomialScheme};
use std::collections::BTreeMap;

impl<C: Copy + Default + PartialEq> Polynomial<C> {
    /// The polynomial of every slot of a ciphertext, by the plan of the least depth.
    ///
    /// # Errors
    /// The errors of the scheme.
    pub fn evaluate<S: PolynomialScheme<Coefficient = C>>(
        &self,
        scheme: &S,
        x: &S::Ciphertext,
    ) -> Result<S::Ciphertext, S::Error> {
        Plan::new(self).evaluate(scheme, self, x)
    }
}

impl Plan {
    /// The polynomial of every slot of a ciphertext.
    ///
    /// # Errors
    /// [`PolynomialError::Plan`] for a polynomial in another basis or with a substitution that the
    /// plan has no level for; [`PolynomialError::Term`] for a power that the plan was made without;
    /// those of the scheme.
    pub fn evaluate<S: PolynomialScheme>(
        &self,
        scheme: &S,
        polynomial: &Polynomial<S::Coefficient>,
        x: &S::Ciphertext,
    ) -> Result<S::Ciphertext, S::Error> {
        self.check(polynomial)?;
        let members = self.members(scheme, polynomial, x)?;
        let evaluation = Evaluation { scheme, basis: self.basis, members };
        match evaluation.sum(&self.shape, polynomial.coefficients().to_vec())? {
            Value::Constant(c) => scheme.constant(x, c),
            Value::Ciphertext(value) => Ok(value),
        }
    }

    fn check<C: Copy + Default + PartialEq>(&self, polynomial: &Polynomial<C>) -> Result<(), PolynomialError> {
        if polynomial.basis() != self.basis {
            return Err(PolynomialError::Plan("it is in another basis"));
        }
        if !self.takes(polynomial.substitution()) {
            return Err(PolynomialError::Plan("one of them has a level for a substitution"));
        }
        let missing = polynomial.support().first_missing(&self.support);
        missing.map_or(Ok(()), |power| Err(PolynomialError::Term { power }))
    }

    /// The members of the basis that the plan takes, at the argument.
    fn members<S: PolynomialScheme>(
        &self,
        scheme: &S,
        polynomial: &Polynomial<S::Coefficient>,
        x: &S::Ciphertext,
    ) -> Result<BTreeMap<usize, S::Ciphertext>, S::Error> {
        let mut variable = x.clone();
        if let Some(substitution) = polynomial.substitution().filter(|_| self.degree() > 0) {
            match (substitution.factor, substitution.offset) {
                (Some(factor), offset) => variable = scheme.combination(&[(factor, x)], &[], offset)?,
                (None, Some(offset)) => scheme.add_constant_assign(&mut variable, offset)?,
                (None, None) => {}
            }
        }
        let mut members = BTreeMap::from([(1, variable)]);
        for step in &self.steps {
            let (left, right) = (member::<S>(&members, step.left)?, member::<S>(&members, step.right)?);
            let value = match (self.basis, step.left - step.right) {
                (Basis::Power, 0) => scheme.square(left)?,
                (Basis::Power, _) => scheme.multiply(left, right)?,
                (Basis::Chebyshev, 0) => scheme.multiply_chebyshev(left, right, None)?,
                (Basis::Chebyshev, apart) => scheme.multiply_chebyshev(left, right, Some(member::<S>(&members, apart)?))?,
            };
            members.insert(step.power, value);
        }
        Ok(members)
    }
}

/// A member of the basis; a plan has all that its shape names.
fn member<S: PolynomialScheme>(
    members: &BTreeMap<usize, S::Ciphertext>,
    power: usize,
) -> Result<&S::Ciphertext, PolynomialError> {
    members.get(&power).ok_or(PolynomialError::Term { power })
}

struct Evaluation<'s, S: PolynomialScheme> {
    scheme: &'s S,
    basis: Basis,
    members: BTreeMap<usize, S::Ciphertext>,
}

/// The value of a polynomial: of one that is constant, in the clear.
enum Value<S: PolynomialScheme> {
    Constant(S::Coefficient),
    Ciphertext(S::Ciphertext),
}

impl<S: PolynomialScheme> Evaluation<'_, S> {
    fn sum(&self, mut shape: &Shape, mut coefficients: Vec<S::Coefficient>) -> Result<Value<S>, S::Error> {
        let zero = S::Coefficient::default();
        let (mut terms, mut products) = (Vec::new(), Vec::new());
        while let Shape::Split { power, quotient, remainder } = shape {
            let divided = self.basis.divide(&coefficients, *power, |a, b| self.scheme.subtract_coefficients(a, b));
            match self.sum(quotient, divided.0)? {
                Value::Constant(c) if c == zero => {}
                Value::Constant(c) => terms.push((c, member::<S>(&self.members, *power)?)),
                Value::Ciphertext(value) => products.push((value, member::<S>(&self.members, *power)?)),
            }
            (shape, coefficients) = (remainder, divided.1);
        }
        for (power, &c) in coefficients.iter().enumerate().skip(1).filter(|(_, c)| **c != zero) {
            terms.push((c, member::<S>(&self.members, power)?));
        }
        let constant = coefficients.first().copied().unwrap_or_default();
        if terms.is_empty() && products.is_empty() {
            return Ok(Value::Constant(constant));
        }
        self.scheme.combination(&terms, &products, Some(constant).filter(|&c| c != zero)).map(Value::Ciphertext)
    }
}
