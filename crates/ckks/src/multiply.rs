//! Products of ciphertexts, and with plaintexts.

use crate::{Ciphertext, Ckks, CkksError, PreparedPlaintext, Product};
use papilio_fhe::noise::log2_sum;
use papilio_fhe::rlwe::RelinearizationKey;
use papilio_ring::Engine;

impl Ckks {
    /// `a·b`, slot by slot, of three parts. The scales are multiplied.
    ///
    /// # Errors
    /// [`CkksError::Overflow`]; [`CkksError::LogSlots`];
    /// [`papilio_fhe::rlwe::FheError::Level`], `Key`, `Context`.
    pub fn multiply<E: Engine>(&self, a: &Ciphertext<2, E>, b: &Ciphertext<2, E>) -> Result<Product<E>, CkksError> {
        let (expected, found) = (a.log_slots, b.log_slots);
        if expected != found {
            return Err(CkksError::LogSlots { found, expected });
        }
        let (scale, magnitudes) = (a.scale * b.scale, product([a.log2_bound, a.log2_error], [b.log2_bound, b.log2_error]));
        self.check_fits(magnitudes[0], scale, a.level())?;
        let noise = self.rlwe().model().multiply_messages((a.noise(), a.log2_message()), (b.noise(), b.log2_message()));
        let inner = self.rlwe().tensor(&a.inner, &b.inner, noise)?;
        self.ciphertext(inner, scale, a.log_slots, magnitudes)
    }

    /// `a²`.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`].
    pub fn square<E: Engine>(&self, a: &Ciphertext<2, E>) -> Result<Product<E>, CkksError> {
        let (scale, magnitudes) = (a.scale * a.scale, product([a.log2_bound, a.log2_error], [a.log2_bound, a.log2_error]));
        self.check_fits(magnitudes[0], scale, a.level())?;
        let of_a = (a.noise(), a.log2_message());
        let inner = self.rlwe().tensor_square(&a.inner, self.rlwe().model().multiply_messages(of_a, of_a))?;
        self.ciphertext(inner, scale, a.log_slots, magnitudes)
    }

    /// The product as a ciphertext of two parts.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Key`], `Context`, `NoSpecialPrimes`.
    pub fn relinearize<E: Engine>(
        &self,
        product: &Product<E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        Ok(product.with(self.rlwe().relinearize_values(&product.inner, key)?))
    }

    /// `a·b`, relinearized.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`] and [`Self::relinearize`].
    pub fn multiply_relinearize<E: Engine>(
        &self,
        a: &Ciphertext<2, E>,
        b: &Ciphertext<2, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        self.relinearize(&self.multiply(a, b)?, key)
    }

    /// `a·b`, relinearized and rescaled in one step: for less than one after the other, and with
    /// one rounding.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`], [`Self::relinearize`] and [`Self::rescale_assign`].
    pub fn multiply_relinearize_rescale<E: Engine>(
        &self,
        a: &Ciphertext<2, E>,
        b: &Ciphertext<2, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        self.relinearize_rescale(&self.multiply(a, b)?, key)
    }

    /// `a²`, otherwise as [`Self::multiply_relinearize_rescale`].
    ///
    /// # Errors
    /// The errors of [`Self::multiply_relinearize_rescale`].
    pub fn square_relinearize_rescale<E: Engine>(
        &self,
        a: &Ciphertext<2, E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        self.relinearize_rescale(&self.square(a)?, key)
    }

    /// The product as a ciphertext of two parts, rescaled in the same step.
    ///
    /// # Errors
    /// The errors of [`Self::relinearize`] and [`Self::rescale_assign`].
    pub fn relinearize_rescale<E: Engine>(
        &self,
        product: &Product<E>,
        key: &RelinearizationKey<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let (limbs, scale) = self.rescaled(product)?;
        let inner = self.rlwe().relinearize_dropping(&product.inner, key, product.level() - limbs)?;
        self.ciphertext(inner, scale, product.log_slots, [product.log2_bound, product.log2_error])
    }

    /// `a ← p·a`, slot by slot. The scales are multiplied.
    ///
    /// # Errors
    /// [`CkksError::Overflow`]; [`CkksError::LogSlots`] for a factor in more slots;
    /// [`papilio_fhe::rlwe::FheError::Level`] for one of fewer primes; `Context`.
    pub fn mul_plain_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<PARTS, E>,
        factor: &PreparedPlaintext<E>,
    ) -> Result<(), CkksError> {
        // A vector in fewer slots stands in all of them, again and again.
        let (found, expected) = (factor.log_slots, a.log_slots);
        if found > expected {
            return Err(CkksError::LogSlots { found, expected });
        }
        let [log2_bound, log2_error] = product([a.log2_bound, a.log2_error], [factor.log2_bound, factor.log2_error]);
        let scale = a.scale * factor.scale;
        self.check_fits(log2_sum(log2_bound, log2_error), scale, a.level())?;
        self.rlwe().mul_plain_assign(&mut a.inner, &factor.inner)?;
        (a.scale, a.log2_bound, a.log2_error) = (scale, log2_bound, log2_error);
        Ok(())
    }
}

/// The bound on a product and that on its error, from those of both factors, each by its `log2`.
pub(crate) fn product([a, of_a]: [f64; 2], [b, of_b]: [f64; 2]) -> [f64; 2] {
    [a + b, log2_sum(log2_sum(of_a + b, of_b + a), of_a + of_b)]
}
