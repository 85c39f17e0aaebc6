//! Linear transforms. They are those of BFV, and leave the factor, which is a constant, alone.

use super::{Bgv, Ciphertext};
use crate::bfv::{FheError, GaloisKeys};
use crate::rlwe::LinearTransform;
use papilio_field::Residue;
use papilio_ring::Evaluation;

impl<F: Residue> Bgv<F> {
    /// The matrix times the slots of a ciphertext: [`LinearTransform::apply`].
    ///
    /// # Errors
    /// The errors of [`LinearTransform::apply`].
    pub fn apply_linear(
        &self,
        transform: &LinearTransform,
        a: &Ciphertext<F, Evaluation>,
        keys: &GaloisKeys,
    ) -> Result<Ciphertext<F, Evaluation>, FheError> {
        Ok(Ciphertext { inner: transform.apply(&self.bfv, &a.inner, keys)?, factor: a.factor })
    }
}
