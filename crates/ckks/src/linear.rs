//! Sums, and products with constants.

use crate::constant::Constant;
use crate::{Ciphertext, Ckks, CkksError, Complex64, Plaintext, Scale};
use papilio_fhe::noise::{PlaintextNorms, log2_sum};
use papilio_fhe::rlwe::FheError;
use papilio_ring::{Evaluation, Poly};

impl Ckks {
    /// `a ← a + b`, slot by slot.
    ///
    /// # Errors
    /// [`CkksError::ScaleMismatch`] unless the scales agree; [`CkksError::LogSlots`] for vectors of
    /// other lengths; [`CkksError::Overflow`]; [`FheError::Level`], `Key`, `Context`.
    pub fn add_assign<const PARTS: usize>(&self, a: &mut Ciphertext<PARTS>, b: &Ciphertext<PARTS>) -> Result<(), CkksError> {
        let log2_bound = self.sum_bound(a, (b.scale, b.log_slots, b.log2_bound))?;
        self.rlwe().add_assign(&mut a.inner, &b.inner)?;
        a.log2_bound = log2_bound;
        Ok(())
    }

    /// `a ← a − b`.
    ///
    /// # Errors
    /// The errors of [`Self::add_assign`].
    pub fn sub_assign<const PARTS: usize>(&self, a: &mut Ciphertext<PARTS>, b: &Ciphertext<PARTS>) -> Result<(), CkksError> {
        let log2_bound = self.sum_bound(a, (b.scale, b.log_slots, b.log2_bound))?;
        self.rlwe().sub_assign(&mut a.inner, &b.inner)?;
        a.log2_bound = log2_bound;
        Ok(())
    }

    /// `a ← −a`.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn neg_assign<const PARTS: usize>(&self, a: &mut Ciphertext<PARTS>) -> Result<(), CkksError> {
        Ok(self.rlwe().neg_assign(&mut a.inner)?)
    }

    /// `a ← a + m` for a plaintext of the scale of `a` and at least its level.
    ///
    /// # Errors
    /// The errors of [`Self::add_assign`].
    pub fn add_plain_assign<const PARTS: usize>(&self, a: &mut Ciphertext<PARTS>, m: &Plaintext) -> Result<(), CkksError> {
        let log2_bound = self.sum_bound(a, (m.scale, m.log_slots, m.log2_bound))?;
        if m.level() < a.level() {
            return Err(FheError::Level { found: m.level(), expected: a.level() }.into());
        }
        let mut part = m.poly.clone();
        part.truncate(a.level());
        let values = part.into_evaluation(self.rlwe().parameters().basis());
        self.add_poly(a, &values, log2_bound)
    }

    /// `a ← a + c` in every slot.
    ///
    /// # Errors
    /// [`CkksError::NotFinite`]; [`CkksError::Constant`]; [`CkksError::Overflow`];
    /// [`FheError::Context`].
    pub fn add_constant_assign<const PARTS: usize>(
        &self,
        a: &mut Ciphertext<PARTS>,
        c: impl Into<Complex64>,
    ) -> Result<(), CkksError> {
        let c = c.into();
        let constant = Constant::new(c, a.scale)?;
        let log2_bound = log2_sum(a.log2_bound, c.norm().log2());
        self.check_fits(log2_bound, a.scale, a.level())?;
        self.add_poly(a, &constant.poly(self, a.level()), log2_bound)
    }

    /// `a ← c·a`, where the constant is multiplied by a scale of its own and rounded, and the scale
    /// of `a` by the same. Integers need none: the scale 1.
    ///
    /// # Errors
    /// The errors of [`Self::add_constant_assign`].
    pub fn mul_constant_assign<const PARTS: usize>(
        &self,
        a: &mut Ciphertext<PARTS>,
        c: impl Into<Complex64>,
        scale: Scale,
    ) -> Result<(), CkksError> {
        let c = c.into();
        let constant = Constant::new(c, scale)?;
        let (log2_bound, product) = (a.log2_bound + c.norm().log2(), a.scale * scale);
        self.check_fits(log2_bound, product, a.level())?;
        let rounded_away = a.log2_message() + constant.log2_error();
        if constant.im.is_zero() {
            self.rlwe().mul_integer_assign(&mut a.inner, &constant.re.centered())?;
        } else {
            let norms = PlaintextNorms::bounded(self.rlwe().parameters().degree(), constant.log2_norm());
            let factor = self.rlwe().prepared(constant.poly(self, a.level()), norms);
            self.rlwe().mul_plain_assign(&mut a.inner, &factor)?;
        }
        (a.log2_bound, a.scale) = (log2_bound, product);
        // The constant errs by the same in every slot.
        let noise = self.rlwe().model().add_common_error(a.noise(), rounded_away);
        a.inner = a.inner.clone().with_noise(noise)?;
        Ok(())
    }

    /// `a ← i·a`, at no cost of scale or level.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn mul_i_assign<const PARTS: usize>(&self, a: &mut Ciphertext<PARTS>) -> Result<(), CkksError> {
        let mut unit = self.imaginary_unit().clone();
        unit.truncate(a.level());
        let norms = PlaintextNorms::bounded(self.rlwe().parameters().degree(), 0.0);
        let factor = self.rlwe().prepared(unit, norms);
        Ok(self.rlwe().mul_plain_assign(&mut a.inner, &factor)?)
    }

    /// Adds a message of the same scale that was rounded.
    fn add_poly<const PARTS: usize>(
        &self,
        a: &mut Ciphertext<PARTS>,
        values: &Poly<Evaluation>,
        log2_bound: f64,
    ) -> Result<(), CkksError> {
        self.rlwe().add_message_assign(&mut a.inner, values)?;
        a.log2_bound = log2_bound;
        Ok(())
    }

    /// Counts an error of the message, given by the `log2` of its greatest value in a slot, with
    /// the noise.
    pub(crate) fn add_error<const PARTS: usize>(&self, a: &mut Ciphertext<PARTS>, log2_value: f64) -> Result<(), CkksError> {
        let noise = self.rlwe().model().add_error(a.noise(), log2_value);
        a.inner = a.inner.clone().with_noise(noise)?;
        Ok(())
    }

    /// The bound on a sum, which has to fit the level of `a`.
    fn sum_bound<const PARTS: usize>(
        &self,
        a: &Ciphertext<PARTS>,
        (scale, log_slots, log2_bound): (Scale, u32, f64),
    ) -> Result<f64, CkksError> {
        self.rlwe().check_context(&a.inner)?;
        let bits = self.parameters().literal().log_scale;
        if !a.scale.agrees(scale, bits + 1) {
            return Err(CkksError::ScaleMismatch { found: scale, expected: a.scale, bits: bits + 1 });
        }
        if a.log_slots != log_slots {
            return Err(CkksError::LogSlots { found: log_slots, expected: a.log_slots });
        }
        let sum = log2_sum(a.log2_bound, log2_bound);
        self.check_fits(sum, a.scale, a.level())?;
        Ok(sum)
    }
}
