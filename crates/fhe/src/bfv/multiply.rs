//! Products of ciphertexts: over the integers, times `t/Q` and rounded (Fan and Vercauteren, ePrint
//! 2012/144, §4); the residue loops are those of [`papilio_ring::scaled_product`].

use super::{Bfv, Ciphertext, FheError, Product, RelinearizationKey};
use crate::rlwe::powers;
use papilio_field::{Residue, ResidueRing};
use papilio_ring::scaled_product::ScaledProduct;
use papilio_ring::{Coefficient, Engine};

impl<F: Residue> Bfv<F> {
    fn multiplier(&self, level: usize) -> Result<&ScaledProduct, FheError> {
        let t = self.plaintext_modulus.modulus();
        self.multipliers.get(self.parameters().basis(), (&t, self.model().log_plain()), level)
    }

    /// `a·b`. Noise: about `t·N` times the sum of both.
    ///
    /// # Errors
    /// [`FheError::Level`] when the levels differ; [`FheError::Context`]; [`FheError::Key`];
    /// [`FheError::RnsBasis`] when there are not enough primes.
    pub fn multiply<E: Engine>(
        &self,
        a: &Ciphertext<Coefficient, 2, E>,
        b: &Ciphertext<Coefficient, 2, E>,
    ) -> Result<Product<Coefficient, E>, FheError> {
        // A square has less noise than a product of ciphertexts that may have anything in common,
        // and takes less work.
        if core::ptr::eq(a, b) {
            return self.square(a);
        }
        let key = self.check_pair(a, b)?;
        let parts = self.multiplier(a.level())?.multiply(a.parts(), b.parts());
        Ok(self.ciphertext(parts, key, self.model().multiply(a.noise(), b.noise())))
    }

    /// `a²`, for less than [`Self::multiply`].
    ///
    /// # Errors
    /// The errors of [`Self::multiply`].
    pub fn square<E: Engine>(&self, a: &Ciphertext<Coefficient, 2, E>) -> Result<Product<Coefficient, E>, FheError> {
        self.check_context(a)?;
        let parts = self.multiplier(a.level())?.square(a.parts());
        Ok(self.ciphertext(parts, a.key(), self.model().square(a.noise())))
    }

    /// The product of two ciphertexts as a ciphertext.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`] and [`crate::rlwe::Rlwe::relinearize`].
    pub fn multiply_relinearize<E: Engine>(
        &self,
        a: &Ciphertext<Coefficient, 2, E>,
        b: &Ciphertext<Coefficient, 2, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<Coefficient, 2, E>, FheError> {
        self.relinearize(&self.multiply(a, b)?, key)
    }

    /// The product of all, multiplied in pairs, so that the depth is the logarithm of their number.
    ///
    /// # Errors
    /// [`FheError::Factors`] for none; those of [`Self::multiply_relinearize`].
    pub fn multiply_many<E: Engine>(
        &self,
        factors: &[Ciphertext<Coefficient, 2, E>],
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<Coefficient, 2, E>, FheError> {
        factors.iter().try_for_each(|factor| self.check_context(factor))?;
        powers::product(factors, |a, b| self.multiply_relinearize(a, b, key))
    }

    /// `a^exponent` by squarings, at a depth of `⌈log2 exponent⌉`.
    ///
    /// # Errors
    /// [`FheError::Factors`] for the exponent 0, whose power would need no ciphertext; those of
    /// [`Self::multiply_relinearize`].
    pub fn exponentiate<E: Engine>(
        &self,
        a: &Ciphertext<Coefficient, 2, E>,
        exponent: u64,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<Coefficient, 2, E>, FheError> {
        self.check_context(a)?;
        let square = |a: &Ciphertext<Coefficient, 2, E>| self.relinearize(&self.square(a)?, key);
        powers::power(a, exponent, square, |a, b| self.multiply_relinearize(a, b, key))
    }
}
