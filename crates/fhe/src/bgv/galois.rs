//! Automorphisms of ciphertexts. They are those of BFV, and leave the factor, which is a constant,
//! alone.

use super::{Bgv, Ciphertext, Operand};
use crate::bfv::{self, FheError, GaloisKeys, SecretSwitchingKey, galois_element_row_swap};
use papilio_field::Residue;
use papilio_ring::{Cpu, Engine};

/// A ciphertext whose second part is cut into digits once for many automorphisms.
#[derive(Clone, Debug)]
pub struct Hoisted<F, S, E: Engine = Cpu> {
    inner: bfv::Hoisted<S, E>,
    factor: F,
}

impl<F: Residue> Bgv<F> {
    /// The image under `X ↦ X^exponent`. Noise: [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`FheError::MissingKey`]; [`FheError::Context`] for a ciphertext or keys of other
    /// parameters.
    pub fn apply_automorphism<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        exponent: usize,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.apply_automorphism(&a.inner, exponent, keys)?, factor: a.factor })
    }

    /// Prepares a ciphertext for several automorphisms: most of their work is done once.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`].
    pub fn hoist<S: Operand, E: Engine>(&self, a: &Ciphertext<F, S, 2, E>) -> Result<Hoisted<F, S, E>, FheError> {
        Ok(Hoisted { inner: self.bfv.hoist(&a.inner)?, factor: a.factor })
    }

    /// The image of a ciphertext that [`Self::hoist`] has prepared, otherwise as
    /// [`Self::apply_automorphism`].
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn apply_hoisted<S: Operand, E: Engine>(
        &self,
        a: &Hoisted<F, S, E>,
        exponent: usize,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.apply_hoisted(&a.inner, exponent, keys)?, factor: a.factor })
    }

    /// Both rows of slots rotated to the left by `steps`, for negative steps to the right: by its
    /// own key, or else by those of powers of two in the non-adjacent form of `steps`.
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn rotate_rows<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        steps: i64,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.rotate_rows(&a.inner, steps, keys)?, factor: a.factor })
    }

    /// The rows of slots exchanged.
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn rotate_columns<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        self.apply_automorphism(a, galois_element_row_swap(self.parameters().degree()), keys)
    }

    /// The sum of all slots, in every slot: `log2 N` rotations by powers of two.
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn inner_sum<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.inner_sum(&a.inner, keys)?, factor: a.factor })
    }

    /// The sums of `count` neighboring slots: [`crate::rlwe::Rlwe::partial_inner_sum`].
    ///
    /// # Errors
    /// The errors of [`crate::rlwe::Rlwe::partial_inner_sum`].
    pub fn partial_inner_sum<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        count: usize,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.partial_inner_sum(&a.inner, count, keys)?, factor: a.factor })
    }

    /// The same message under the other secret of a key: [`crate::rlwe::Rlwe::switch_secret`].
    ///
    /// # Errors
    /// The errors of [`crate::rlwe::Rlwe::switch_secret`].
    pub fn switch_secret<S: Operand>(
        &self,
        a: &Ciphertext<F, S>,
        key: &SecretSwitchingKey,
    ) -> Result<Ciphertext<F, S>, FheError> {
        Ok(Ciphertext { inner: self.bfv.switch_secret(&a.inner, key)?, factor: a.factor })
    }
}
