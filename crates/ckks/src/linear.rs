//! Sums, and products with constants.

use crate::constant::Constant;
use crate::rounded::Rounded;
use crate::{Ciphertext, Ckks, CkksError, Complex64, Plaintext, Scale};
use papilio_fhe::noise::log2_sum;
use papilio_fhe::rlwe::{self, FheError, Rlwe};
use papilio_ring::{Engine, Evaluation};

/// Sums or differences of many ciphertexts.
type OfEach<const PARTS: usize, E> = fn(
    &Rlwe,
    Vec<&mut rlwe::Ciphertext<Evaluation, PARTS, E>>,
    Vec<&rlwe::Ciphertext<Evaluation, PARTS, E>>,
) -> Result<(), FheError>;

impl Ckks {
    /// `a ← a + b`, slot by slot.
    ///
    /// # Errors
    /// [`CkksError::ScaleMismatch`] unless the scales agree; [`CkksError::LogSlots`] for vectors of
    /// other lengths; [`CkksError::Overflow`]; [`FheError::Level`], `Key`, `Context`.
    pub fn add_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<PARTS, E>,
        b: &Ciphertext<PARTS, E>,
    ) -> Result<(), CkksError> {
        let sum = self.sum_bounds(a, (b.scale, b.log_slots), [b.log2_bound, b.log2_error])?;
        self.rlwe().add_assign(&mut a.inner, &b.inner)?;
        [a.log2_bound, a.log2_error] = sum;
        Ok(())
    }

    /// `a ← a − b`.
    ///
    /// # Errors
    /// The errors of [`Self::add_assign`].
    pub fn sub_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<PARTS, E>,
        b: &Ciphertext<PARTS, E>,
    ) -> Result<(), CkksError> {
        let sum = self.sum_bounds(a, (b.scale, b.log_slots), [b.log2_bound, b.log2_error])?;
        self.rlwe().sub_assign(&mut a.inner, &b.inner)?;
        [a.log2_bound, a.log2_error] = sum;
        Ok(())
    }

    /// `a ← a + b` for each of some ciphertexts and the one in the same place of others. A device
    /// takes 128 parts of neighbors of a level in one launch.
    ///
    /// # Errors
    /// [`FheError::Count`] unless there are as many of both; those of [`Self::add_assign`] for any
    /// pair. Nothing is changed then.
    pub fn add_each_assign<'a, const PARTS: usize, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<PARTS, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<PARTS, E>>,
    ) -> Result<(), CkksError> {
        self.zip_each(a, b, |rlwe, a, b| rlwe.add_each_assign(a, b))
    }

    /// `a ← a − b` for each of some ciphertexts, as [`Self::add_each_assign`].
    ///
    /// # Errors
    /// The errors of [`Self::add_each_assign`].
    pub fn sub_each_assign<'a, const PARTS: usize, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<PARTS, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<PARTS, E>>,
    ) -> Result<(), CkksError> {
        self.zip_each(a, b, |rlwe, a, b| rlwe.sub_each_assign(a, b))
    }

    fn zip_each<'a, const PARTS: usize, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<PARTS, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<PARTS, E>>,
        f: OfEach<PARTS, E>,
    ) -> Result<(), CkksError> {
        let (mut a, b): (Vec<_>, Vec<_>) = (a.into_iter().collect(), b.into_iter().collect());
        let bounds = |(a, b): (&&'a mut Ciphertext<PARTS, E>, &&'a Ciphertext<PARTS, E>)| {
            self.sum_bounds(a, (b.scale, b.log_slots), [b.log2_bound, b.log2_error])
        };
        let sums = a.iter().zip(&b).map(bounds).collect::<Result<Vec<_>, _>>()?;
        let summed = a.iter_mut().map(|a| &mut a.inner);
        f(self.rlwe(), summed.collect(), b.into_iter().map(|b| &b.inner).collect())?;
        a.into_iter().zip(sums).for_each(|(a, sum)| [a.log2_bound, a.log2_error] = sum);
        Ok(())
    }

    /// `a ← −a`.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn neg_assign<const PARTS: usize, E: Engine>(&self, a: &mut Ciphertext<PARTS, E>) -> Result<(), CkksError> {
        Ok(self.rlwe().neg_assign(&mut a.inner)?)
    }

    /// `a ← a + m` for a plaintext of the scale of `a` and at least its level. An engine other than
    /// the CPU is told it.
    ///
    /// # Errors
    /// The errors of [`Self::add_assign`].
    pub fn add_plain_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<PARTS, E>,
        m: &Plaintext,
    ) -> Result<(), CkksError> {
        let sum = self.sum_bounds(a, (m.scale, m.log_slots), [m.log2_bound, m.log2_error])?;
        self.check_plaintext(m)?;
        if m.level() < a.level() {
            return Err(FheError::Level { found: m.level(), expected: a.level() }.into());
        }
        let mut part = m.poly.clone();
        part.truncate(a.level());
        let values = part.into_evaluation(self.rlwe().parameters().basis()).into_place_of(&a.parts()[0]);
        self.rlwe().add_message_assign(&mut a.inner, &values)?;
        [a.log2_bound, a.log2_error] = sum;
        Ok(())
    }

    /// `a ← a + c` in every slot.
    ///
    /// # Errors
    /// [`CkksError::NotFinite`]; [`CkksError::Constant`]; [`CkksError::Overflow`];
    /// [`FheError::Context`].
    pub fn add_constant_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<PARTS, E>,
        c: impl Into<Complex64>,
    ) -> Result<(), CkksError> {
        self.rlwe().check_context(&a.inner)?;
        let c = c.into();
        let constant = Constant::new(c, a.scale)?;
        let log2_bound = log2_sum(a.log2_bound, c.norm().log2());
        let log2_error = log2_sum(a.log2_error, constant.log2_error() - a.scale.log2());
        self.check_fits(log2_sum(log2_bound, log2_error), a.scale, a.level())?;
        self.rlwe().add_complex_assign(&mut a.inner, constant.centered().each_ref())?;
        [a.log2_bound, a.log2_error] = [log2_bound, log2_error];
        Ok(())
    }

    /// `a ← c·a`, where the constant is multiplied by a scale of its own and rounded, and the scale
    /// of `a` by the same. Integers need none: the scale 1.
    ///
    /// # Errors
    /// The errors of [`Self::add_constant_assign`].
    pub fn mul_constant_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<PARTS, E>,
        c: impl Into<Complex64>,
        scale: Scale,
    ) -> Result<(), CkksError> {
        self.rlwe().check_context(&a.inner)?;
        let c = c.into();
        let constant = Constant::new(c, scale)?;
        let product = a.scale * scale;
        let of_constant = constant.log2_error() - scale.log2();
        let [log2_bound, log2_error] = multiple_bounds([a.log2_bound, a.log2_error], c.norm().log2(), of_constant);
        self.check_fits(log2_sum(log2_bound, log2_error), product, a.level())?;
        if constant.im.is_zero() {
            self.rlwe().mul_integer_assign(&mut a.inner, &constant.re.centered())?;
        } else {
            self.rlwe().mul_complex_assign(&mut a.inner, constant.centered().each_ref())?;
        }
        (a.log2_bound, a.log2_error, a.scale) = (log2_bound, log2_error, product);
        Ok(())
    }

    /// `sum ← sum + Σ c·x` in one pass, for ciphertexts of any scales and of no fewer primes: each
    /// constant is multiplied by the scale of the sum over that of its ciphertext, and rounded.
    ///
    /// # Errors
    /// The errors of [`Self::add_constant_assign`] and [`Self::add_assign`].
    pub(crate) fn add_multiples_assign<const PARTS: usize, E: Engine>(
        &self,
        sum: &mut Ciphertext<PARTS, E>,
        terms: &[(f64, &Ciphertext<2, E>)],
    ) -> Result<(), CkksError> {
        let (mut bounds, mut multiples) = ([sum.log2_bound, sum.log2_error], Vec::with_capacity(terms.len()));
        for &(c, x) in terms {
            if x.log_slots != sum.log_slots {
                return Err(CkksError::LogSlots { found: x.log_slots, expected: sum.log_slots });
            }
            let scale = sum.scale / x.scale;
            let constant = Rounded::new(c, scale)?;
            let multiple =
                multiple_bounds([x.log2_bound, x.log2_error], c.abs().log2(), constant.error.abs().log2() - scale.log2());
            bounds = [0, 1].map(|i| log2_sum(bounds[i], multiple[i]));
            self.check_fits(log2_sum(bounds[0], bounds[1]), sum.scale, sum.level())?;
            multiples.push((constant.centered(), &x.inner));
        }
        self.rlwe().add_multiples_assign(&mut sum.inner, &multiples)?;
        [sum.log2_bound, sum.log2_error] = bounds;
        Ok(())
    }

    /// `a ← i·a`, at no cost of scale or level.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn mul_i_assign<const PARTS: usize, E: Engine>(&self, a: &mut Ciphertext<PARTS, E>) -> Result<(), CkksError> {
        let unit = Constant::new(Complex64::I, Scale::ONE)?;
        Ok(self.rlwe().mul_complex_assign(&mut a.inner, unit.centered().each_ref())?)
    }

    /// The bound on a sum, which has to fit the level of `a`, and that on its error.
    fn sum_bounds<const PARTS: usize, E: Engine>(
        &self,
        a: &Ciphertext<PARTS, E>,
        (scale, log_slots): (Scale, u32),
        [log2_bound, log2_error]: [f64; 2],
    ) -> Result<[f64; 2], CkksError> {
        self.rlwe().check_context(&a.inner)?;
        let bits = self.parameters().literal().log_scale;
        if !a.scale.agrees(scale, bits + 1) {
            return Err(CkksError::ScaleMismatch { found: scale, expected: a.scale, bits: bits + 1 });
        }
        if a.log_slots != log_slots {
            return Err(CkksError::LogSlots { found: log_slots, expected: a.log_slots });
        }
        let sum = log2_sum(a.log2_bound, log2_bound);
        // At the scale of the sum the summand is another multiple of its values.
        let [high, low] = (scale / a.scale).to_parts();
        let apart = log2_bound + ((high - 1.0) + low).abs().log2();
        let error = log2_sum(log2_sum(a.log2_error, log2_error), apart);
        self.check_fits(log2_sum(sum, error), a.scale, a.level())?;
        Ok([sum, error])
    }
}

/// The bounds on a multiple and its error, by those of the ciphertext, of the constant and of what
/// was rounded away of it: that errs by the same in every slot, and in every ciphertext.
fn multiple_bounds([log2_bound, log2_error]: [f64; 2], log2_constant: f64, log2_rounded: f64) -> [f64; 2] {
    let factor = log2_sum(log2_constant, log2_rounded);
    [log2_bound + log2_constant, log2_sum(log2_error + factor, log2_bound + log2_rounded)]
}
