//! Relinearization: a product of three parts becomes a ciphertext of two.

use super::{Bgv, Ciphertext, Operand, Product};
use crate::bfv::{BfvError, RelinearizationKey};
use papilio_field::Residue;

impl<F: Residue> Bgv<F> {
    /// The ciphertext of a product, in either form for the same work. Noise: [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`BfvError::NoSpecialPrimes`]; [`BfvError::Context`] for a product or key of other parameters.
    pub fn relinearize<S: Operand>(
        &self,
        product: &Product<F>,
        key: &RelinearizationKey,
    ) -> Result<Ciphertext<F, S>, BfvError> {
        self.bfv.check_fingerprint(product.context)?;
        let switching = self.bfv.switching(key.context)?;
        let id = product.key.common(key.id)?;
        let [first, second, third] = &product.parts;
        let coefficients = third.clone().into_coefficient(self.parameters().basis());
        // The other parts are added before the division by P, so that they need no transforms of their own.
        let start = [Some(first), Some(second)];
        let parts =
            switching.accumulate((&coefficients, Some(third)), &key.key, start).map(|sum| S::quotient(switching, sum, None));
        let inner = self.bfv.ciphertext(parts, id, self.model().key_switch(&product.noise));
        Ok(Ciphertext { inner, factor: product.factor })
    }

    /// The product of two ciphertexts as a ciphertext.
    ///
    /// # Errors
    /// Those of [`Self::multiply`] and [`Self::relinearize`].
    pub fn multiply_relinearize<S: Operand>(
        &self,
        a: &Ciphertext<F, S>,
        b: &Ciphertext<F, S>,
        key: &RelinearizationKey,
    ) -> Result<Ciphertext<F, S>, BfvError> {
        self.relinearize(&self.multiply(a, b)?, key)
    }

    /// The product of all, multiplied in pairs, so that the depth is the logarithm of their number.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for none; those of [`Self::multiply_relinearize`].
    pub fn multiply_many<S: Operand>(
        &self,
        factors: &[Ciphertext<F, S>],
        key: &RelinearizationKey,
    ) -> Result<Ciphertext<F, S>, BfvError> {
        let mut factors = factors.to_vec();
        while factors.len() > 1 {
            let pairs = factors.chunks(2).map(|pair| match pair {
                [a, b] => self.multiply_relinearize(a, b, key),
                _ => Ok(pair[0].clone()),
            });
            factors = pairs.collect::<Result<_, _>>()?;
        }
        factors.pop().ok_or(BfvError::Factors(0))
    }

    /// `a^exponent` by squarings, at a depth of `⌈log2 exponent⌉`.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for the exponent 0, whose power would need no ciphertext; those of [`Self::multiply_relinearize`].
    pub fn exponentiate<S: Operand>(
        &self,
        a: &Ciphertext<F, S>,
        exponent: u64,
        key: &RelinearizationKey,
    ) -> Result<Ciphertext<F, S>, BfvError> {
        let (mut square, mut factors) = (a.clone(), Vec::new());
        for bit in 0..u64::BITS - exponent.leading_zeros() {
            if bit > 0 {
                square = self.relinearize(&self.square(&square)?, key)?;
            }
            if exponent >> bit & 1 == 1 {
                factors.push(square.clone());
            }
        }
        // The lesser powers first, so that the greatest is multiplied once.
        let product = factors.into_iter().map(Ok).reduce(|a, b| self.multiply_relinearize(&a?, &b?, key));
        product.unwrap_or(Err(BfvError::Factors(0)))
    }
}
