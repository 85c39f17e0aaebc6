//! Relinearization: a product of three parts becomes a ciphertext of two.

use super::{Bgv, Ciphertext, Operand, Product};
use crate::bfv::{FheError, RelinearizationKey};
use crate::rlwe::powers;
use papilio_field::Residue;
use papilio_ring::Engine;

impl<F: Residue> Bgv<F> {
    /// The ciphertext of a product, in either form for the same work. Noise:
    /// [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for a product or key of other
    /// parameters.
    pub fn relinearize<S: Operand, E: Engine>(
        &self,
        product: &Product<F, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        let inner = self.bfv.relinearize_values(&product.inner, key)?;
        Ok(Ciphertext { inner, factor: product.factor })
    }

    /// The product of two ciphertexts as a ciphertext.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`] and [`Self::relinearize`].
    pub fn multiply_relinearize<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        b: &Ciphertext<F, S, 2, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        self.relinearize(&self.multiply(a, b)?, key)
    }

    /// The product of all, multiplied in pairs, so that the depth is the logarithm of their number.
    ///
    /// # Errors
    /// [`FheError::Factors`] for none; those of [`Self::multiply_relinearize`].
    pub fn multiply_many<S: Operand, E: Engine>(
        &self,
        factors: &[Ciphertext<F, S, 2, E>],
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        factors.iter().try_for_each(|factor| self.bfv.check_context(&factor.inner))?;
        powers::product(factors, |a, b| self.multiply_relinearize(a, b, key))
    }

    /// `a^exponent` by squarings, at a depth of `⌈log2 exponent⌉`.
    ///
    /// # Errors
    /// [`FheError::Factors`] for the exponent 0, whose power would need no ciphertext; those of
    /// [`Self::multiply_relinearize`].
    pub fn exponentiate<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        exponent: u64,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        self.bfv.check_context(&a.inner)?;
        let square = |a: &Ciphertext<F, S, 2, E>| self.relinearize(&self.square(a)?, key);
        powers::power(a, exponent, square, |a, b| self.multiply_relinearize(a, b, key))
    }
}
