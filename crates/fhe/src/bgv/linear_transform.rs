//! Linear transforms. They are those of BFV, and leave the factor, which is a constant, alone.

use super::{Bgv, Ciphertext};
use crate::bfv::{FheError, GaloisKeys};
use crate::rlwe::LinearTransform;
use papilio_field::Residue;
use papilio_ring::{Engine, Evaluation};

impl<F: Residue> Bgv<F> {
    /// The matrix times the slots of a ciphertext: [`LinearTransform::apply`].
    ///
    /// # Errors
    /// The errors of [`LinearTransform::apply`].
    pub fn apply_linear<E: Engine>(
        &self,
        transform: &LinearTransform<E>,
        a: &Ciphertext<F, Evaluation, 2, E>,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<F, Evaluation, 2, E>, FheError> {
        Ok(Ciphertext { inner: transform.apply(&self.bfv, &a.inner, keys)?, factor: a.factor })
    }
}
