//! Ciphertexts with plaintexts.

use super::{Bgv, Ciphertext, Operand};
use crate::bfv::{FheError, Plaintext, PreparedPlaintext};
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{Coefficient, Engine, Evaluation};
use std::borrow::Cow;

/// A ciphertext of values and what it is multiplied by.
type Term<'a, F, E> = (&'a Ciphertext<F, Evaluation, 2, E>, &'a PreparedPlaintext<E>);

impl<F: Residue> Bgv<F> {
    /// `a ← a + m`. Noise: one rounding more. An engine other than the CPU is told the plaintext.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Degree`] and [`FheError::PlaintextModulus`] for a
    /// plaintext of another ring.
    pub fn add_plain_assign<E: Engine>(
        &self,
        a: &mut Ciphertext<F, Coefficient, 2, E>,
        plaintext: &Plaintext<F>,
    ) -> Result<(), FheError> {
        self.bfv.add_plain_assign(&mut a.inner, &*self.with_factor(plaintext, a.factor)?)
    }

    /// `a ← a − m`. Noise: one rounding more.
    ///
    /// # Errors
    /// The errors of [`Self::add_plain_assign`].
    pub fn sub_plain_assign<E: Engine>(
        &self,
        a: &mut Ciphertext<F, Coefficient, 2, E>,
        plaintext: &Plaintext<F>,
    ) -> Result<(), FheError> {
        self.bfv.sub_plain_assign(&mut a.inner, &*self.with_factor(plaintext, a.factor)?)
    }

    fn with_factor<'a>(&self, plaintext: &'a Plaintext<F>, factor: F) -> Result<Cow<'a, Plaintext<F>>, FheError> {
        self.bfv.check_plaintext(plaintext)?;
        let t = self.plaintext_modulus();
        if factor == t.one() {
            return Ok(Cow::Borrowed(plaintext));
        }
        Ok(Cow::Owned(Plaintext::new(t, plaintext.coefficients().iter().map(|&x| t.mul(x, factor)).collect())))
    }

    /// Prepares a plaintext for [`Self::mul_plain_assign`] at every level.
    ///
    /// # Errors
    /// [`FheError::Degree`] and [`FheError::PlaintextModulus`] for a plaintext of another ring.
    pub fn prepare(&self, plaintext: &Plaintext<F>) -> Result<PreparedPlaintext, FheError> {
        self.bfv.prepare(plaintext)
    }

    /// Prepares a plaintext for ciphertexts of at most this level, otherwise as [`Self::prepare`].
    ///
    /// # Errors
    /// [`FheError::LevelRange`] for a level that the parameters do not have; [`FheError::Degree`];
    /// [`FheError::PlaintextModulus`].
    pub fn prepare_at(&self, plaintext: &Plaintext<F>, level: usize) -> Result<PreparedPlaintext, FheError> {
        self.bfv.prepare_at(plaintext, level)
    }

    /// `a ← p·a` in the ring of plaintexts (place by place for slots). Noise: multiplied by about
    /// `t·√(N/12)` for uniform values, in general by the root of the sum of squares of the
    /// coefficients.
    ///
    /// # Errors
    /// [`FheError::Level`] when the factor has fewer primes; [`FheError::Context`].
    pub fn mul_plain_assign<E: Engine>(
        &self,
        a: &mut Ciphertext<F, Evaluation, 2, E>,
        factor: &PreparedPlaintext<E>,
    ) -> Result<(), FheError> {
        self.bfv.mul_plain_assign(&mut a.inner, factor)
    }

    /// `a ← a + Σ p·b`: at once for ciphertexts that have the factor of `a` and no lower level,
    /// otherwise one after the other.
    ///
    /// # Errors
    /// The errors of [`Self::mul_plain_assign`], for every term; `a` is then what it was.
    pub fn mul_plain_accumulate<E: Engine>(
        &self,
        a: &mut Ciphertext<F, Evaluation, 2, E>,
        terms: &[Term<'_, F, E>],
    ) -> Result<(), FheError> {
        let level = a.level();
        let (alike, others): (Vec<_>, Vec<_>) =
            terms.iter().copied().partition(|(b, _)| b.factor == a.factor && b.level() == level);
        let inner: Vec<_> = alike.into_iter().map(|(b, factor)| (&b.inner, factor)).collect();
        if others.is_empty() {
            return self.bfv.mul_plain_accumulate(&mut a.inner, &inner);
        }
        let mut sum = a.clone();
        self.bfv.mul_plain_accumulate(&mut sum.inner, &inner)?;
        for (b, factor) in others {
            let mut product = b.clone();
            self.mul_plain_assign(&mut product, factor)?;
            self.add_assign(&mut sum, &product)?;
        }
        *a = sum;
        Ok(())
    }

    /// `p·a` in either form. For several products change the form once and use
    /// [`Self::mul_plain_assign`].
    ///
    /// # Errors
    /// The errors of [`Self::mul_plain_assign`].
    pub fn mul_plain<S: Operand>(&self, a: &Ciphertext<F, S>, plaintext: &Plaintext<F>) -> Result<Ciphertext<F, S>, FheError> {
        self.bfv.check_context(&a.inner)?;
        let (basis, factor) = (self.parameters().basis(), self.prepare_at(plaintext, a.level())?);
        let values = a.parts().each_ref().map(|part| S::values(basis, Cow::Borrowed(part)).into_owned());
        let mut product = self.bfv.ciphertext(values, a.key(), a.noise().clone());
        self.bfv.mul_plain_assign(&mut product, &factor)?;
        let (key, noise) = (product.key(), product.noise().clone());
        let parts = product.into_parts().map(|part| S::from_values(basis, part));
        Ok(Ciphertext { inner: self.bfv.ciphertext(parts, key, noise), factor: a.factor })
    }
}
