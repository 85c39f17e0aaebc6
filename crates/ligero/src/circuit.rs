//! Building constraints and their witness at once.

#[cfg(test)]
mod tests;

use crate::poseidon2::Evaluator;
use crate::r1cs::{Constraints, R1cs, Shape, ShapeError};
use papilio_field::Field;

/// A linear combination of wires: increasing wires, no zero coefficient. The constant one is
/// wire 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear<F>(Vec<(u32, F)>);

impl<F: Field> Linear<F> {
    /// The combination of nothing.
    #[must_use]
    pub fn zero() -> Self {
        Self(Vec::new())
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: F) -> Self {
        Self::term(0, value)
    }

    fn term(wire: u32, coefficient: F) -> Self {
        Self(if coefficient == F::ZERO { Vec::new() } else { vec![(wire, coefficient)] })
    }

    /// Wires and coefficients.
    #[must_use]
    pub fn terms(&self) -> &[(u32, F)] {
        &self.0
    }

    /// `self + other · factor`.
    #[must_use]
    pub fn plus(&self, other: &Self, factor: F) -> Self {
        let mut terms = Vec::with_capacity(self.0.len() + other.0.len());
        let mut left = self.0.iter().copied().peekable();
        for &(wire, coefficient) in &other.0 {
            while let Some(term) = left.next_if(|term| term.0 < wire) {
                terms.push(term);
            }
            let mine = left.next_if(|term| term.0 == wire).map_or(F::ZERO, |term| term.1);
            terms.push((wire, mine + coefficient * factor));
        }
        terms.extend(left);
        terms.retain(|term| term.1 != F::ZERO);
        Self(terms)
    }
}

/// Records constraints with the values that satisfy them. Outputs and inputs are laid out at
/// construction, so wires cannot come in an order that the file formats do not have.
#[derive(Clone, Debug)]
pub struct Builder<F> {
    outputs: u32,
    inputs: u32,
    private: u32,
    values: Vec<F>,
    constraints: Constraints<F>,
}

impl<F: Field> Builder<F> {
    /// A circuit with this many public outputs and with these inputs.
    #[must_use]
    pub fn new(outputs: u32, public: &[F], private: &[F]) -> Self {
        let mut values = vec![F::ONE];
        values.resize(1 + outputs as usize, F::ZERO);
        values.extend(public);
        values.extend(private);
        let (inputs, private) = (public.len() as u32, private.len() as u32);
        Self { outputs, inputs, private, values, constraints: Constraints::default() }
    }

    /// The wires of the public inputs.
    #[must_use]
    pub fn public(&self) -> Vec<Linear<F>> {
        self.wires(1 + self.outputs, self.inputs)
    }

    /// The wires of the private inputs.
    #[must_use]
    pub fn private(&self) -> Vec<Linear<F>> {
        self.wires(1 + self.outputs + self.inputs, self.private)
    }

    fn wires(&self, start: u32, count: u32) -> Vec<Linear<F>> {
        (start..start + count).map(|wire| Linear::term(wire, F::ONE)).collect()
    }

    /// The value of a combination.
    #[must_use]
    pub fn value(&self, linear: &Linear<F>) -> F {
        linear.0.iter().fold(F::ZERO, |sum, &(wire, coefficient)| sum + coefficient * self.values[wire as usize])
    }

    /// A new inner wire. It is free until a constraint holds it.
    pub fn allocate(&mut self, value: F) -> Linear<F> {
        let wire = self.values.len() as u32;
        self.values.push(value);
        Linear::term(wire, F::ONE)
    }

    /// Constrains `a · b = c`.
    pub fn assert_product(&mut self, a: &Linear<F>, b: &Linear<F>, c: &Linear<F>) {
        debug_assert_eq!(self.value(a) * self.value(b), self.value(c), "constraint {}", self.constraints.len());
        self.constraints.push(a.terms(), b.terms(), c.terms());
    }

    /// Constrains `a = 0`.
    pub fn assert_zero(&mut self, a: &Linear<F>) {
        self.assert_product(a, &Linear::constant(F::ONE), &Linear::zero());
    }

    /// Constrains `bit` to be zero or one.
    pub fn assert_boolean(&mut self, bit: &Linear<F>) {
        let complement = Linear::constant(F::ONE).plus(bit, -F::ONE);
        self.assert_product(bit, &complement, &Linear::zero());
    }

    /// Sets output `index` to `a`.
    ///
    /// # Panics
    /// Unless there is such an output.
    pub fn set_output(&mut self, index: u32, a: &Linear<F>) {
        assert!(index < self.outputs, "output {index} of {}", self.outputs);
        self.values[1 + index as usize] = self.value(a);
        self.assert_zero(&a.plus(&Linear::term(1 + index, F::ONE), -F::ONE));
    }

    /// `(a, b)`, or `(b, a)` when `bit` is one, for a `bit` constrained elsewhere. One constraint
    /// and one wire: the left value is new, and the right one is what the sum leaves.
    pub fn swap(&mut self, bit: &Linear<F>, a: &Linear<F>, b: &Linear<F>) -> (Linear<F>, Linear<F>) {
        let difference = b.plus(a, -F::ONE);
        let left = self.allocate(self.value(a) + self.value(bit) * self.value(&difference));
        self.assert_product(bit, &difference, &left.plus(a, -F::ONE));
        let right = a.plus(b, F::ONE).plus(&left, -F::ONE);
        (left, right)
    }

    /// The constraint system and its witness.
    ///
    /// # Errors
    /// None for combinations that this builder gave out; those of a larger one may name wires that
    /// do not exist here.
    pub fn finish(self) -> Result<(R1cs<F>, Vec<F>), ShapeError> {
        let (outputs, inputs, private) = (self.outputs, self.inputs, self.private);
        let shape = Shape { wires: self.values.len() as u32, outputs, inputs, private };
        Ok((R1cs::new(shape, self.constraints)?, self.values))
    }
}

impl<F: Field> Evaluator<F> for Builder<F> {
    type Value = Linear<F>;

    fn add(&self, a: &Linear<F>, b: &Linear<F>) -> Linear<F> {
        a.plus(b, F::ONE)
    }

    fn offset(&self, a: &Linear<F>, constant: F) -> Linear<F> {
        a.plus(&Linear::constant(constant), F::ONE)
    }

    fn scale(&self, a: &Linear<F>, factor: F) -> Linear<F> {
        Linear::zero().plus(a, factor)
    }

    /// One wire and one constraint.
    fn multiply(&mut self, a: &Linear<F>, b: &Linear<F>) -> Linear<F> {
        let product = self.allocate(self.value(a) * self.value(b));
        self.assert_product(a, b, &product);
        product
    }
}
