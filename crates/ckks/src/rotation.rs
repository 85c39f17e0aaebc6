//! Rotations of slots, conjugates, and sums over slots.

use crate::{Ciphertext, Ckks, CkksError, Product};
use papilio_fhe::rlwe::{GaloisKeys, Hoisted, RelinearizationKey, SecretSwitchingKey, galois_element, galois_element_row_swap};
use papilio_ring::{Cpu, Engine, Evaluation};

/// A ciphertext that is prepared for many rotations.
#[derive(Clone, Debug)]
pub struct HoistedCiphertext<E: Engine = Cpu> {
    inner: Hoisted<Evaluation, E>,
    scale: crate::Scale,
    log_slots: u32,
    log2_bound: f64,
    log2_error: f64,
}

impl Ckks {
    /// The slots rotated to the left by `steps`, for negative steps to the right. Noise:
    /// [`papilio_fhe::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::MissingKey`], `Context`, `Key`.
    pub fn rotate<E: Engine>(
        &self,
        a: &Ciphertext<2, E>,
        steps: i64,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        Ok(a.with(self.rlwe().rotate_rows(&a.inner, steps, keys)?))
    }

    /// The complex conjugate of every slot.
    ///
    /// # Errors
    /// The errors of [`Self::rotate`].
    pub fn conjugate<E: Engine>(&self, a: &Ciphertext<2, E>, keys: &GaloisKeys<E>) -> Result<Ciphertext<2, E>, CkksError> {
        Ok(a.with(self.rlwe().rotate_columns(&a.inner, keys)?))
    }

    /// The same values under the other secret of a key.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::NoSpecialPrimes`], `Context`, `Key`.
    pub fn switch_secret<E: Engine>(
        &self,
        a: &Ciphertext<2, E>,
        key: &SecretSwitchingKey<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        Ok(a.with(self.rlwe().switch_secret(&a.inner, key)?))
    }

    /// The exponent of the automorphism that conjugates, for [`GaloisKeys::generate`].
    #[must_use]
    pub fn conjugation(&self) -> usize {
        galois_element_row_swap(self.rlwe().parameters().degree())
    }

    /// Prepares a ciphertext for several rotations: most of their work is done once.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::NoSpecialPrimes`], `Context`.
    pub fn hoist<E: Engine>(&self, a: &Ciphertext<2, E>) -> Result<HoistedCiphertext<E>, CkksError> {
        let Ciphertext { scale, log_slots, log2_bound, log2_error, .. } = *a;
        Ok(HoistedCiphertext { inner: self.rlwe().hoist(&a.inner)?, scale, log_slots, log2_bound, log2_error })
    }

    /// [`Self::rotate`] of a ciphertext that [`Self::hoist`] has prepared, by a key of its own.
    ///
    /// # Errors
    /// The errors of [`Self::rotate`].
    pub fn rotate_hoisted<E: Engine>(
        &self,
        a: &HoistedCiphertext<E>,
        steps: i64,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let exponent = galois_element(self.rlwe().parameters().degree(), steps);
        let HoistedCiphertext { ref inner, scale, log_slots, log2_bound, log2_error } = *a;
        let inner = self.rlwe().apply_hoisted(inner, exponent, keys)?;
        Ok(Ciphertext { inner, scale, log_slots, log2_bound, log2_error })
    }

    /// In every slot `i` the sum of the slots `i` to `i + count − 1`: of all, for as many as there
    /// are. The keys are those of [`GaloisKeys::for_inner_sum`].
    ///
    /// # Errors
    /// [`CkksError::InnerSum`] for a count that is no power of two, or above the number of slots of
    /// `a`; [`CkksError::Overflow`]; the errors of [`Self::rotate`].
    pub fn inner_sum<E: Engine>(
        &self,
        a: &Ciphertext<2, E>,
        count: usize,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let slots = 1 << a.log_slots;
        if !count.is_power_of_two() || count > slots {
            return Err(CkksError::InnerSum { count, slots });
        }
        let [log2_bound, log2_error] = [a.log2_bound, a.log2_error].map(|bits| bits + (count as f64).log2());
        self.check_fits(papilio_fhe::noise::log2_sum(log2_bound, log2_error), a.scale, a.level())?;
        let noise = self.rlwe().model().sum_of_rotations(a.noise(), count);
        let inner = self.rlwe().partial_inner_sum(&a.inner, count, keys)?.with_noise(noise)?;
        self.ciphertext(inner, a.scale, a.log_slots, [log2_bound, log2_error])
    }

    /// The inner product of two vectors over all their slots, in every slot; not rescaled.
    ///
    /// # Errors
    /// The errors of [`Self::multiply_relinearize`] and [`Self::inner_sum`].
    pub fn inner_product<E: Engine>(
        &self,
        a: &Ciphertext<2, E>,
        b: &Ciphertext<2, E>,
        relinearization: &RelinearizationKey<E>,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let product: Product<E> = self.multiply(a, b)?;
        self.inner_sum(&self.relinearize(&product, relinearization)?, 1 << a.log_slots, keys)
    }
}
