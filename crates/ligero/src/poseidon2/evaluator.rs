//! The arithmetic that the permutation is evaluated with.

use papilio_field::Field;

/// The values that the permutation is evaluated over: field elements ([`Plain`]) or wires of a
/// circuit. Everything but [`multiply`](Self::multiply) is linear, which is free in a constraint
/// system.
pub trait Evaluator<F: Field> {
    /// A state element.
    type Value: Clone;

    /// `a + b`.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// `a + constant`.
    fn offset(&self, a: &Self::Value, constant: F) -> Self::Value;

    /// `a · factor`.
    fn scale(&self, a: &Self::Value, factor: F) -> Self::Value;

    /// `a · b`.
    fn multiply(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
}

/// Evaluation in the field.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<F: Field> Evaluator<F> for Plain {
    type Value = F;

    fn add(&self, a: &F, b: &F) -> F {
        *a + *b
    }

    fn offset(&self, a: &F, constant: F) -> F {
        *a + constant
    }

    fn scale(&self, a: &F, factor: F) -> F {
        *a * factor
    }

    fn multiply(&mut self, a: &F, b: &F) -> F {
        *a * *b
    }
}
