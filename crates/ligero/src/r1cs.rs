//! Constraints `⟨a, w⟩ · ⟨b, w⟩ = ⟨c, w⟩` over a witness `w` with `w[0] = 1`.
//!
//! Wires are ordered as in circom: the constant one, public outputs, public inputs, private inputs
//! that constraints name, inner wires.

#[cfg(test)]
mod tests;

use papilio_field::Field;

/// How the wires divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// All wires, the constant one included.
    pub wires: u32,
    /// Public outputs.
    pub outputs: u32,
    /// Public inputs.
    pub inputs: u32,
    /// Private inputs of the source. The compiler gives none of those a wire that no constraint
    /// keeps, so they may be more than wires.
    pub private: u32,
}

impl Shape {
    /// Signals that the constant, the outputs and all inputs are.
    #[must_use]
    pub fn named(&self) -> u64 {
        1 + self.public() + u64::from(self.private)
    }

    /// Wires that a verifier knows, the constant one excluded: outputs, then inputs.
    #[must_use]
    pub fn public(&self) -> u64 {
        u64::from(self.outputs) + u64::from(self.inputs)
    }
}

/// A sparse linear combination of wires. A wire named twice counts with the sum of its
/// coefficients.
#[derive(Clone, Copy, Debug)]
pub struct Combination<'a, F> {
    /// Wire of each term.
    pub wires: &'a [u32],
    /// Coefficient of each term; as long as `wires`.
    pub coefficients: &'a [F],
}

impl<F: Field> Combination<'_, F> {
    /// The terms.
    pub fn terms(&self) -> impl Iterator<Item = (u32, F)> {
        self.wires.iter().copied().zip(self.coefficients.iter().copied())
    }

    /// The combination of the entries of `witness`.
    ///
    /// # Panics
    /// When `witness` lacks a wire of the combination.
    #[must_use]
    pub fn evaluate(&self, witness: &[F]) -> F {
        self.terms().fold(F::ZERO, |sum, (wire, coefficient)| sum + coefficient * witness[wire as usize])
    }
}

/// One constraint: `a · b = c`.
#[derive(Clone, Copy, Debug)]
pub struct Constraint<'a, F> {
    /// Left factor.
    pub a: Combination<'a, F>,
    /// Right factor.
    pub b: Combination<'a, F>,
    /// Product.
    pub c: Combination<'a, F>,
}

/// A list of constraints in three flat vectors: 24 bytes per constraint, and per term 4 beside the
/// coefficient.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints<F> {
    wires: Vec<u32>,
    coefficients: Vec<F>,
    /// Where each combination ends in the two vectors above; three per constraint.
    ends: Vec<usize>,
}

impl<F: Field> Constraints<F> {
    /// No constraints, with room for `constraints` of them.
    #[must_use]
    pub fn with_capacity(constraints: usize) -> Self {
        Self { ends: Vec::with_capacity(3 * constraints), ..Self::default() }
    }

    /// Adds `a · b = c`.
    pub fn push(&mut self, a: &[(u32, F)], b: &[(u32, F)], c: &[(u32, F)]) {
        for side in [a, b, c] {
            side.iter().for_each(|&(wire, coefficient)| self.push_term(wire, coefficient));
            self.end_combination();
        }
    }

    /// Adds a term to the combination under construction.
    pub(crate) fn push_term(&mut self, wire: u32, coefficient: F) {
        self.wires.push(wire);
        self.coefficients.push(coefficient);
    }

    /// Ends the combination under construction; every third call ends a constraint.
    pub(crate) fn end_combination(&mut self) {
        self.ends.push(self.wires.len());
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len() / 3
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Terms with a coefficient, over all constraints.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.wires.len()
    }

    /// The constraint at `index`.
    ///
    /// # Panics
    /// Unless `index < len()`.
    #[must_use]
    pub fn get(&self, index: usize) -> Constraint<'_, F> {
        Constraint { a: self.combination(3 * index), b: self.combination(3 * index + 1), c: self.combination(3 * index + 2) }
    }

    /// The constraints in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Constraint<'_, F>> {
        (0..self.len()).map(|index| self.get(index))
    }

    fn combination(&self, position: usize) -> Combination<'_, F> {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        let range = start..self.ends[position];
        Combination { wires: &self.wires[range.clone()], coefficients: &self.coefficients[range] }
    }
}

/// Why a constraint system is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The public wires are more than all wires.
    #[error("{public} wires are constant, output or public input, but there are only {wires} wires")]
    Public {
        /// Constant, outputs and public inputs.
        public: u64,
        /// All wires.
        wires: u32,
    },
    /// A term of a wire that does not exist.
    #[error("constraint {constraint} names wire {wire}, but there are only {wires} wires")]
    Wire {
        /// Position of the first constraint concerned.
        constraint: usize,
        /// The wire named.
        wire: u32,
        /// All wires.
        wires: u32,
    },
}

/// Why a witness is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsatisfied {
    /// Not one entry per wire.
    #[error("the witness has {found} entries, the constraint system {expected} wires")]
    Length {
        /// Wires.
        expected: u32,
        /// Entries.
        found: usize,
    },
    /// The first entry is not one.
    #[error("the witness does not start with the constant 1")]
    One,
    /// A constraint fails.
    #[error("constraint {index} does not hold")]
    Constraint {
        /// Position of the first failing constraint.
        index: usize,
    },
}

/// A constraint system; invariant: the shape is consistent and every term names an existing wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct R1cs<F> {
    shape: Shape,
    constraints: Constraints<F>,
}

impl<F: Field> R1cs<F> {
    /// The system of these constraints.
    ///
    /// # Errors
    /// When the public wires and the constant exceed the wires, or a term names a wire that does
    /// not exist.
    pub fn new(shape: Shape, constraints: Constraints<F>) -> Result<Self, ShapeError> {
        let wires = shape.wires;
        let public = 1 + shape.public();
        if public > u64::from(wires) {
            return Err(ShapeError::Public { public, wires });
        }
        if let Some(term) = constraints.wires.iter().position(|&wire| wire >= wires) {
            let constraint = constraints.ends.partition_point(|&end| end <= term) / 3;
            return Err(ShapeError::Wire { constraint, wire: constraints.wires[term], wires });
        }
        Ok(Self { shape, constraints })
    }

    /// How the wires divide.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The constraints.
    #[must_use]
    pub fn constraints(&self) -> &Constraints<F> {
        &self.constraints
    }

    /// Whether `witness` satisfies every constraint.
    ///
    /// # Errors
    /// When its length is not the number of wires, its first entry is not one, or a constraint
    /// fails: then the first.
    pub fn check(&self, witness: &[F]) -> Result<(), Unsatisfied> {
        if witness.len() != self.shape.wires as usize {
            return Err(Unsatisfied::Length { expected: self.shape.wires, found: witness.len() });
        }
        if witness.first() != Some(&F::ONE) {
            return Err(Unsatisfied::One);
        }
        let holds = |c: Constraint<'_, F>| c.a.evaluate(witness) * c.b.evaluate(witness) == c.c.evaluate(witness);
        self.constraints.iter().position(|c| !holds(c)).map_or(Ok(()), |index| Err(Unsatisfied::Constraint { index }))
    }
}
