//! Ciphertexts and what can be done to them without a key.

use super::balance::log2_lift;
use super::{Bgv, Noise, Operand};
use crate::bfv::{self, BfvError};
use ntt::Field;
use ring::{Coefficient, Evaluation, Form, Poly};
use std::borrow::Cow;

/// A ciphertext of BFV with the factor of its message and what is predicted of its noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Ciphertext<F, S = Coefficient> {
    pub(crate) inner: bfv::Ciphertext<S>,
    /// The message of `inner` is that of the ciphertext times this, which is not zero.
    pub(crate) factor: F,
    pub(crate) noise: Noise,
}

impl<F: Field, S: Form> Ciphertext<F, S> {
    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.inner.level()
    }

    /// What the message of BFV is to that of the ciphertext: 1 when fresh.
    #[must_use]
    pub fn factor(&self) -> F {
        self.factor
    }

    /// What is predicted of its noise.
    #[must_use]
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// Both parts, of a ciphertext of BFV whose message is a multiple by [`Self::factor`].
    #[must_use]
    pub fn parts(&self) -> &[Poly<S>; 2] {
        self.inner.parts()
    }
}

impl<F: Field> Bgv<F> {
    /// A ciphertext of BFV with this factor and noise.
    pub(super) fn wrap<S: Form>(&self, parts: [Poly<S>; 2], factor: F, noise: Noise) -> Ciphertext<F, S> {
        Ciphertext { inner: bfv::Ciphertext::new(self.params().basis(), parts), factor, noise }
    }

    /// The ciphertext of zero without noise, under every key: where sums begin.
    ///
    /// # Panics
    /// For a level that the parameters do not have.
    #[must_use]
    pub fn zero_ciphertext<S: Form>(&self, level: usize) -> Ciphertext<F, S> {
        Ciphertext { inner: self.bfv.zero_ciphertext(level), factor: F::ONE, noise: Noise::none(level) }
    }

    /// `a ← −a`.
    pub fn neg_assign<S: Form>(&self, a: &mut Ciphertext<F, S>) {
        self.bfv.neg_assign(&mut a.inner);
    }

    /// `a ← c·a` for an element of the field, as its centred lift. Noise: times its magnitude, at most `t/2`.
    pub fn mul_scalar_assign<S: Form>(&self, a: &mut Ciphertext<F, S>, c: F) {
        self.bfv.mul_scalar_assign(&mut a.inner, c);
        a.noise = self.model.mul_scalar(a.noise, log2_lift(c));
    }

    /// `a ← c·a` by the factor alone: no noise. Sums with ciphertexts of other factors cost noise instead; see [`Self::add_assign`].
    ///
    /// Zero is no factor: that is a multiple as of [`Self::mul_scalar_assign`].
    pub fn mul_scalar_by_factor_assign<S: Form>(&self, a: &mut Ciphertext<F, S>, c: F) {
        match c.inverse() {
            Some(inverse) => a.factor = a.factor * inverse,
            None => self.mul_scalar_assign(a, c),
        }
    }

    /// The same ciphertext in evaluation form.
    #[must_use]
    pub fn to_evaluation(&self, a: Ciphertext<F>) -> Ciphertext<F, Evaluation> {
        Ciphertext { inner: self.bfv.to_evaluation(a.inner), factor: a.factor, noise: a.noise }
    }

    /// The same ciphertext in coefficient form.
    #[must_use]
    pub fn to_coefficient(&self, a: Ciphertext<F, Evaluation>) -> Ciphertext<F> {
        Ciphertext { inner: self.bfv.to_coefficient(a.inner), factor: a.factor, noise: a.noise }
    }

    /// Switches to the next smaller modulus. Noise: divided by the prime, plus [`crate::noise::switch_down`].
    ///
    /// # Errors
    /// [`BfvError::Level`] at level 1; [`BfvError::Context`].
    pub fn switch_down_assign<S: Operand>(&self, a: &mut Ciphertext<F, S>) -> Result<(), BfvError> {
        match a.level() - 1 {
            0 => Err(BfvError::Level { found: 1, expected: 2 }),
            level => self.switch_down_to_assign(a, level),
        }
    }

    /// Switches down to a level, by all primes at once.
    ///
    /// # Errors
    /// [`BfvError::Level`] when it is zero or above that of the ciphertext; [`BfvError::Context`].
    pub fn switch_down_to_assign<S: Operand>(&self, a: &mut Ciphertext<F, S>, level: usize) -> Result<(), BfvError> {
        self.bfv.admit(&a.inner)?;
        if !(1..=a.level()).contains(&level) {
            return Err(BfvError::Level { found: a.level(), expected: level });
        }
        if level < a.level() {
            let basis = self.params().basis();
            let dropped = a.inner.parts().each_ref().map(|part| {
                let part = S::coefficients(basis, Cow::Borrowed(part));
                S::from_coefficients(basis, self.drops.apply(basis, part, level))
            });
            *a = self.wrap(dropped, a.factor, self.model.switch_down_to(a.noise, level));
        }
        Ok(())
    }
}
