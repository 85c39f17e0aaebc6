//! Products of ciphertexts, and with plaintexts.

use crate::{Ciphertext, Ckks, CkksError, PreparedPlaintext, Product};
use papilio_fhe::rlwe::RelinearizationKey;

impl Ckks {
    /// `a·b`, slot by slot, of three parts. The scales are multiplied.
    ///
    /// # Errors
    /// [`CkksError::Overflow`]; [`CkksError::LogSlots`];
    /// [`papilio_fhe::rlwe::FheError::Level`], `Key`, `Context`.
    pub fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Product, CkksError> {
        let (expected, found) = (a.log_slots, b.log_slots);
        if expected != found {
            return Err(CkksError::LogSlots { found, expected });
        }
        let (scale, log2_bound) = (a.scale * b.scale, a.log2_bound + b.log2_bound);
        self.check_fits(log2_bound, scale, a.level())?;
        let noise = self.rlwe().model().multiply_messages((a.noise(), a.log2_message()), (b.noise(), b.log2_message()));
        let inner = self.rlwe().tensor(&a.inner, &b.inner, noise)?;
        self.ciphertext(inner, scale, a.log_slots, log2_bound)
    }

    /// `a²`.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`].
    pub fn square(&self, a: &Ciphertext) -> Result<Product, CkksError> {
        let (scale, log2_bound) = (a.scale * a.scale, 2.0 * a.log2_bound);
        self.check_fits(log2_bound, scale, a.level())?;
        let of_a = (a.noise(), a.log2_message());
        let inner = self.rlwe().tensor_square(&a.inner, self.rlwe().model().multiply_messages(of_a, of_a))?;
        self.ciphertext(inner, scale, a.log_slots, log2_bound)
    }

    /// The product as a ciphertext of two parts.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Key`], `Context`, `NoSpecialPrimes`.
    pub fn relinearize(&self, product: &Product, key: &RelinearizationKey) -> Result<Ciphertext, CkksError> {
        let Ciphertext { scale, log_slots, log2_bound, .. } = *product;
        let inner = self.rlwe().relinearize_values(&product.inner, key)?;
        Ok(Ciphertext { inner, scale, log_slots, log2_bound })
    }

    /// `a·b`, relinearized.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`] and [`Self::relinearize`].
    pub fn multiply_relinearize(
        &self,
        a: &Ciphertext,
        b: &Ciphertext,
        key: &RelinearizationKey,
    ) -> Result<Ciphertext, CkksError> {
        self.relinearize(&self.multiply(a, b)?, key)
    }

    /// `a·b`, relinearized and rescaled in one step: for less than one after the other, and with
    /// one rounding.
    ///
    /// # Errors
    /// The errors of [`Self::multiply`], [`Self::relinearize`] and [`Self::rescale_assign`].
    pub fn multiply_relinearize_rescale(
        &self,
        a: &Ciphertext,
        b: &Ciphertext,
        key: &RelinearizationKey,
    ) -> Result<Ciphertext, CkksError> {
        self.relinearize_rescale(&self.multiply(a, b)?, key)
    }

    /// `a²`, otherwise as [`Self::multiply_relinearize_rescale`].
    ///
    /// # Errors
    /// The errors of [`Self::multiply_relinearize_rescale`].
    pub fn square_relinearize_rescale(&self, a: &Ciphertext, key: &RelinearizationKey) -> Result<Ciphertext, CkksError> {
        self.relinearize_rescale(&self.square(a)?, key)
    }

    /// The product as a ciphertext of two parts, rescaled in the same step.
    ///
    /// # Errors
    /// The errors of [`Self::relinearize`] and [`Self::rescale_assign`].
    pub fn relinearize_rescale(&self, product: &Product, key: &RelinearizationKey) -> Result<Ciphertext, CkksError> {
        let (limbs, scale) = self.rescaled(product)?;
        let inner = self.rlwe().relinearize_dropping(&product.inner, key, product.level() - limbs)?;
        self.ciphertext(inner, scale, product.log_slots, product.log2_bound)
    }

    /// `a ← p·a`, slot by slot. The scales are multiplied.
    ///
    /// # Errors
    /// [`CkksError::Overflow`]; [`papilio_fhe::rlwe::FheError::Level`] for a factor of fewer
    /// primes; `Context`.
    pub fn mul_plain_assign<const PARTS: usize>(
        &self,
        a: &mut Ciphertext<PARTS>,
        factor: &PreparedPlaintext,
    ) -> Result<(), CkksError> {
        let (scale, log2_bound) = (a.scale * factor.scale, a.log2_bound + factor.log2_bound);
        self.check_fits(log2_bound, scale, a.level())?;
        self.rlwe().mul_plain_assign(&mut a.inner, &factor.inner)?;
        // The rounding of the plaintext is an error of the factor.
        let rounded_away = a.log2_message() + self.rounding_in_slots();
        (a.scale, a.log2_bound) = (scale, log2_bound);
        self.add_error(a, rounded_away)
    }

    /// `log2` of the deviation in a slot of coefficients rounded to integers.
    fn rounding_in_slots(&self) -> f64 {
        (self.rlwe().parameters().degree() as f64 / 12.0).log2() / 2.0
    }
}
