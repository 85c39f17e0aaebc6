//! The plan of an evaluation, as a value.

use super::powers::{Step, depth};
use super::search::search;
use super::shape::Shape;
use super::support::Support;
use super::{Basis, Polynomial, PolynomialError};
use core::fmt;

/// The products and linear combinations that evaluate a polynomial: members of the basis by
/// [`Step`]s, then divisions by some of them down to linear combinations of the others.
///
/// A plan is of the powers whose coefficients are not zero, and evaluates every polynomial that has
/// no others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    pub(super) basis: Basis,
    /// Levels of the substitution.
    substitution: usize,
    pub(super) support: Support,
    pub(super) steps: Vec<Step>,
    pub(super) shape: Shape,
}

impl Plan {
    /// The plan of the fewest products among those of the least depth.
    #[must_use]
    pub fn new<C: Copy + Default + PartialEq>(polynomial: &Polynomial<C>) -> Self {
        let (support, constant) = (polynomial.support(), (Vec::new(), Shape::Combination(Support::default())));
        let least = least_depth(&support);
        // A division by powers of two always has the least depth.
        let (steps, shape) = search(polynomial.basis(), &support, least).unwrap_or(constant);
        Self { basis: polynomial.basis(), substitution: substitution(polynomial), support, steps, shape }
    }

    /// The plan of the fewest products among those of at most a depth, which counts the level of a
    /// substitution. `usize::MAX` asks for the fewest products at any depth.
    ///
    /// # Errors
    /// [`PolynomialError::Depth`] for a depth below the least.
    pub fn within<C: Copy + Default + PartialEq>(polynomial: &Polynomial<C>, depth: usize) -> Result<Self, PolynomialError> {
        let (basis, substitution, support) = (polynomial.basis(), substitution(polynomial), polynomial.support());
        let found = depth.checked_sub(substitution).and_then(|depth| search(basis, &support, depth));
        let least = least_depth(&support) + substitution;
        let (steps, shape) = found.ok_or(PolynomialError::Depth { given: depth, least })?;
        Ok(Self { basis, substitution, support, steps, shape })
    }

    /// The basis of its polynomials.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// The degree of the polynomials that it is for.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.support.degree()
    }

    /// Levels that it takes: products and linear combinations, one after the other, and the change
    /// of variable where the interval is of another length than 2.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.substitution + self.shape.depth()
    }

    /// Products of ciphertexts, squares included.
    #[must_use]
    pub fn products(&self) -> usize {
        self.steps.len() + self.shape.products()
    }

    /// Linear combinations of ciphertexts, the substitution included.
    #[must_use]
    pub fn combinations(&self) -> usize {
        self.substitution + self.shape.combinations()
    }

    /// Whether it has the level of a substitution, or needs none.
    pub(super) fn takes<C>(&self, substitution: Option<&super::Substitution<C>>) -> bool {
        self.degree() == 0 || self.substitution == substitution.map_or(0, super::Substitution::depth)
    }

    /// The members of the basis that are computed, ascending.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

/// `⌈log2(d + 1)⌉`, and 0 for a constant.
fn least_depth(support: &Support) -> usize {
    depth(support.degree() + 1)
}

/// Levels of the substitution, which a constant has no use for.
fn substitution<C: Copy + Default + PartialEq>(polynomial: &Polynomial<C>) -> usize {
    polynomial.substitution().filter(|_| polynomial.degree() > 0).map_or(0, super::Substitution::depth)
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (depth, products, combinations) = (self.depth(), self.products(), self.combinations());
        write!(f, "degree {}: depth {depth}, {products} products, {combinations} combinations: ", self.degree())?;
        let letter = self.basis.letter();
        for step in &self.steps {
            write!(f, "{letter}{} = {letter}{}·{letter}{}, ", step.power, step.left, step.right)?;
        }
        self.shape.write(self.basis, f)
    }
}
