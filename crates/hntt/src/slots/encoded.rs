//! Coefficients to slots: the transform that costs nothing.
//!
//! A polynomial read in slots *is* transformed: slot `i` holds its value at `ψ^(3^i)`, and the exponents `3^i` and `−3^i` run through all
//! odd ones. So a client that knows, as it encrypts, that its vector will be transformed puts the elements in coefficients, element `j`
//! times `(g/ψ)^j` for a coset `g`, and the server does nothing: no product, no rotation, no key, no layer. The slots then hold the
//! transform, in the order of [`EncodedTransform::frequency`], for slot-wise work.
//!
//! It is no use where the vector comes out of other slot-wise computation, for then it is in slots already; that is what
//! [`super::SlotRecipe`] is for.

use crate::{Direction, Problem};
use papilio_fhe::bfv::{Bfv, FheError, Plaintext};
use papilio_field::{Residue, ResidueRing};
use papilio_ntt::dft::powers;

/// The encoding of vectors of `n` elements in a ring of degree `N ≥ n`.
#[derive(Clone, Debug)]
pub struct EncodedTransform<F: Residue> {
    t: F::Ring,
    problem: Problem,
    /// What element `j` is multiplied by.
    factors: Vec<F>,
    /// What the `j`-th result is multiplied by, in the clear after decryption: an inverse transform on a coset.
    outputs: Option<Vec<F>>,
    /// The result that slot `i` of a period of both rows holds.
    frequencies: Vec<usize>,
    degree: usize,
}

impl<F: Residue> EncodedTransform<F> {
    /// The encoding for a transform that is not padded.
    ///
    /// # Errors
    /// [`FheError::TooLong`] for more elements than the ring has coefficients; [`FheError::NoSlots`] unless `2N | t − 1`.
    pub fn new(bfv: &Bfv<F>, problem: Problem) -> Result<Self, FheError> {
        let (degree, n) = (bfv.parameters().degree(), problem.columns());
        if n > degree {
            return Err(FheError::TooLong { given: n, degree });
        }
        let t = bfv.plaintext_modulus();
        let missing = FheError::NoSlots { field: t.name().into_owned(), degree };
        let able = degree.trailing_zeros() < t.two_adicity();
        let psi = t.root_of_unity(problem.log_columns + 1).filter(|_| able).ok_or(missing.clone())?;
        let invert = |x: F| t.inverse(x).ok_or(missing.clone());
        let coset = problem.shift_element(t).ok_or(missing.clone())?;
        let forward = problem.direction == Direction::Forward;
        let (base, scale) = match problem.direction {
            Direction::Forward => (t.mul(coset, invert(psi)?), t.one()),
            Direction::Inverse => (invert(psi)?, invert(t.from_u64(n as u64))?),
        };
        let factors = powers(t, base, n).into_iter().map(|power| t.mul(power, scale)).collect();
        let outputs = if forward || problem.shift == 0 { None } else { Some(powers(t, invert(coset)?, n)) };
        // ψ^e = ψ·ω^((e − 1)/2); the inverse has ω^(−1), whose powers are the same points.
        let place = |exponent: usize| {
            let k = exponent / 2;
            if forward { k } else { (n - k) % n }
        };
        let rotations = || (0..period(n)).scan(1, |power, _| Some(core::mem::replace(power, *power * 3 % (2 * n))));
        let frequencies = rotations().map(place).chain(rotations().map(|power| place(2 * n - power))).collect();
        Ok(Self { t: t.clone(), problem, factors, outputs, frequencies, degree })
    }

    /// The plaintext whose slots hold the transform of the values.
    ///
    /// # Errors
    /// [`FheError::TooLong`] unless there are `n` of them.
    pub fn encode_for_transform(&self, bfv: &Bfv<F>, values: &[F]) -> Result<Plaintext<F>, FheError> {
        let n = self.problem.columns();
        if values.len() != n {
            return Err(FheError::TooLong { given: values.len(), degree: n });
        }
        // With fewer elements than coefficients a polynomial in X^(N/n), whose slots repeat themselves.
        let mut coefficients = vec![F::default(); self.degree];
        let places = coefficients.iter_mut().step_by(self.degree / n);
        places.zip(values.iter().zip(&self.factors)).for_each(|(c, (&x, &factor))| *c = self.t.mul(x, factor));
        bfv.encode_coefficients(&coefficients)
    }

    /// The index of the result that a slot holds: along each row with the period `n/2`, for two elements 2.
    #[must_use]
    pub fn frequency(&self, slot: usize) -> usize {
        let (half, period) = (self.degree / 2, period(self.problem.columns()));
        self.frequencies[slot / half * period + slot % half % period]
    }

    /// The transform in natural order, from all slots.
    ///
    /// # Panics
    /// Unless there is a value for each slot.
    #[must_use]
    pub fn collect(&self, slots: &[F]) -> Vec<F> {
        assert_eq!(slots.len(), self.degree, "{} slots of {}", slots.len(), self.degree);
        let mut values = vec![F::default(); self.problem.columns()];
        for (slot, &value) in slots.iter().enumerate() {
            values[self.frequency(slot)] = value;
        }
        if let Some(outputs) = &self.outputs {
            values.iter_mut().zip(outputs).for_each(|(value, &factor)| *value = self.t.mul(*value, factor));
        }
        values
    }
}

/// The order of 3 modulo `2n`.
fn period(n: usize) -> usize {
    (n / 2).max(2)
}
