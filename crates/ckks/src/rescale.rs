//! Rescaling, and other ways to fewer primes.

use crate::{Ciphertext, Ckks, CkksError, Scale};
use papilio_fhe::noise::log2_sum;
use papilio_ring::Engine;

impl Ckks {
    /// Divides by the primes of the last level, and the scale by the same. Noise: divided too, plus
    /// [`papilio_fhe::noise::mod_switch`].
    ///
    /// # Errors
    /// [`CkksError::NoLevel`] when none is left; [`CkksError::SmallScale`] when nothing of the
    /// scale would be left; [`papilio_fhe::rlwe::FheError::Context`].
    pub fn rescale<E: Engine>(&self, a: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        let (limbs, _) = self.rescaled(a)?;
        self.divided(a, limbs)
    }

    /// [`Self::rescale`] in place.
    ///
    /// # Errors
    /// The errors of [`Self::rescale`].
    pub fn rescale_assign<E: Engine>(&self, a: &mut Ciphertext<2, E>) -> Result<(), CkksError> {
        *a = self.rescale(a)?;
        Ok(())
    }

    /// Primes and scale of a ciphertext once it is rescaled.
    pub(crate) fn rescaled<const PARTS: usize, E: Engine>(
        &self,
        a: &Ciphertext<PARTS, E>,
    ) -> Result<(usize, Scale), CkksError> {
        self.rlwe().check_context(&a.inner)?;
        let levels = self.levels_left(a);
        let to = levels.checked_sub(1).ok_or(CkksError::NoLevel { levels, needed: 1, scale: a.scale })?;
        let limbs = self.parameters().limbs_of(to);
        Ok((limbs, self.divided_scale(a, limbs)?))
    }

    /// Rescales as often as the scale stays above a least one.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Context`].
    pub fn rescale_to_assign<E: Engine>(&self, a: &mut Ciphertext<2, E>, least: Scale) -> Result<(), CkksError> {
        self.rlwe().check_context(&a.inner)?;
        let bits = |to| a.scale.log2() - self.parameters().divisor(a.level(), to).log2();
        let levels = (0..self.levels_left(a)).find(|&levels| bits(self.parameters().limbs_of(levels)) >= least.log2());
        if let Some(levels) = levels {
            *a = self.divided(a, self.parameters().limbs_of(levels))?;
        }
        Ok(())
    }

    /// Leaves out primes until the ciphertext can be rescaled so many times, at the same scale.
    ///
    /// # Errors
    /// [`CkksError::NoLevel`] when it has fewer levels; [`CkksError::Overflow`] when the message
    /// does not fit what is left; [`papilio_fhe::rlwe::FheError::Context`].
    pub fn drop_level_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<PARTS, E>,
        levels: usize,
    ) -> Result<(), CkksError> {
        let left = self.levels_left(a);
        if levels > left {
            return Err(CkksError::NoLevel { levels: left, needed: levels, scale: a.scale });
        }
        let limbs = self.parameters().limbs_of(levels);
        self.check_fits(log2_sum(a.log2_bound, a.log2_error), a.scale, limbs)?;
        Ok(self.rlwe().truncate_assign(&mut a.inner, limbs)?)
    }

    /// Multiplies the scale, and the message by an integer, so that the values stay: `a` at the
    /// scale `factor` times its own, for an integer factor.
    ///
    /// # Errors
    /// The errors of [`Self::mul_constant_assign`].
    pub fn scale_up_assign<E: Engine>(&self, a: &mut Ciphertext<2, E>, factor: Scale) -> Result<(), CkksError> {
        self.mul_constant_assign(a, 1.0, factor)
    }

    /// Brings a ciphertext to a scale by a product with 1 and a rescaling: one level.
    ///
    /// # Errors
    /// [`CkksError::NoLevel`]; [`CkksError::SmallScale`]; the errors of
    /// [`Self::mul_constant_assign`].
    pub fn set_scale_assign<E: Engine>(&self, a: &mut Ciphertext<2, E>, scale: Scale) -> Result<(), CkksError> {
        self.rlwe().check_context(&a.inner)?;
        let levels = self.levels_left(a);
        let to = levels.checked_sub(1).ok_or(CkksError::NoLevel { levels, needed: 1, scale: a.scale })?;
        let limbs = self.parameters().limbs_of(to);
        let factor = scale * self.parameters().divisor(a.level(), limbs) / a.scale;
        let mut result = a.clone();
        self.mul_constant_assign(&mut result, 1.0, factor)?;
        *a = self.divided(&result, limbs)?;
        Ok(())
    }

    /// Divides by all primes above a level.
    fn divided<E: Engine>(&self, a: &Ciphertext<2, E>, limbs: usize) -> Result<Ciphertext<2, E>, CkksError> {
        let scale = self.divided_scale(a, limbs)?;
        Ok(Ciphertext { scale, ..a.with(self.rlwe().mod_switch_to(&a.inner, limbs)?) })
    }

    /// The scale after a division, of which something has to be left.
    fn divided_scale<const PARTS: usize, E: Engine>(&self, a: &Ciphertext<PARTS, E>, limbs: usize) -> Result<Scale, CkksError> {
        let divisor = self.parameters().divisor(a.level(), limbs);
        let (found, needed) = (a.scale.log2(), divisor.log2());
        if found < needed + 1.0 {
            return Err(CkksError::SmallScale { found, needed });
        }
        Ok(a.scale / divisor)
    }
}
