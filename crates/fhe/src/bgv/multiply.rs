//! Products of ciphertexts.
//!
//! `t·(c ⊗ c')` modulo `Q`: with `t·c` of phase `w = t·e`, small and `≡ −Q·u (mod t)`, its phase
//! times `t` is `w·w' ≡ Q²·u·u'`, that of a ciphertext of `−Q·u·u'` with the noise `t·e·e'`. No
//! rounding, no further primes; in evaluation form place by place.

use super::{Bgv, Ciphertext, Operand};
use crate::bfv::{FheError, KeyId};
use crate::noise::Noise;
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{Cpu, Engine, Evaluation, Poly};
use std::borrow::Cow;

/// A product of two ciphertexts, `(d_0, d_1, d_2)`, in evaluation form, until it is relinearized.
pub type Product<F, E = Cpu> = Ciphertext<F, Evaluation, 3, E>;

/// Both parts in evaluation form, their noise, and the key.
type Values<'a, E> = ([Cow<'a, Poly<Evaluation, E>>; 2], Noise, KeyId);

impl<F: Residue> Bgv<F> {
    /// `a·b`, at the level of [`crate::noise::Model::product_level`]. Noise: about `t·√N` times the
    /// product of both.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Key`].
    pub fn multiply<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        b: &Ciphertext<F, S, 2, E>,
    ) -> Result<Product<F, E>, FheError> {
        self.bfv.check_context(&a.inner)?;
        self.bfv.check_context(&b.inner)?;
        self.multiply_at(a, b, self.model().product_level(a.noise(), b.noise()))
    }

    /// [`Self::multiply`] at a level of the caller's choice, to which operands of higher levels are
    /// switched down.
    ///
    /// # Errors
    /// [`FheError::LevelRange`] when it is zero or above that of an operand;
    /// [`FheError::SmallModulus`]; [`FheError::Context`]; [`FheError::Key`].
    pub fn multiply_at<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        b: &Ciphertext<F, S, 2, E>,
        level: usize,
    ) -> Result<Product<F, E>, FheError> {
        let (x, y) = (self.values(a, level)?, self.values(b, level)?);
        self.tensor(x, &y, self.plaintext_modulus().mul(a.factor, b.factor))
    }

    /// `a²`, for less than [`Self::multiply`].
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn square<S: Operand, E: Engine>(&self, a: &Ciphertext<F, S, 2, E>) -> Result<Product<F, E>, FheError> {
        self.bfv.check_context(&a.inner)?;
        self.square_at(a, self.model().product_level(a.noise(), a.noise()))
    }

    /// [`Self::square`] at a level of the caller's choice.
    ///
    /// # Errors
    /// The errors of [`Self::multiply_at`].
    pub fn square_at<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        level: usize,
    ) -> Result<Product<F, E>, FheError> {
        let x = self.values(a, level)?;
        self.tensor(x.clone(), &x, self.plaintext_modulus().mul(a.factor, a.factor))
    }

    fn values<'a, S: Operand, E: Engine>(
        &self,
        a: &'a Ciphertext<F, S, 2, E>,
        level: usize,
    ) -> Result<Values<'a, E>, FheError> {
        self.bfv.check_context(&a.inner)?;
        if !(1..=a.level()).contains(&level) {
            return Err(FheError::LevelRange { found: level, most: a.level() });
        }
        if level < a.level() {
            self.bfv.check_modulus(level)?;
        }
        let basis = self.parameters().basis();
        let values = a.parts().each_ref().map(|part| {
            if level == a.level() {
                return S::values(basis, Cow::Borrowed(part));
            }
            let switch = self.switches().get(basis, a.level(), level);
            Cow::Owned(S::values(basis, Cow::Owned(S::divided(basis, switch, part))).into_owned())
        });
        Ok((values, self.model().mod_switch_to(a.noise(), level), a.key()))
    }

    /// `t·(a ⊗ b)` for a product of the factors.
    fn tensor<E: Engine>(
        &self,
        (a, noise, key): Values<'_, E>,
        (b, other, id): &Values<'_, E>,
        factors: F,
    ) -> Result<Product<F, E>, FheError> {
        let key = key.common(*id)?;
        let basis = self.parameters().basis();
        let level = noise.level();
        let [mut first, mut last] = a.map(|part| {
            let mut part = part.into_owned();
            part.scale_assign(basis, &self.plain[..level]);
            part
        });
        let cross = Poly::sum_of_products(basis, &[(&first, &*b[1]), (&last, &*b[0])]);
        first.mul_assign(basis, &b[0]);
        last.mul_assign(basis, &b[1]);
        let inner = self.bfv.ciphertext([first, cross, last], key, self.model().multiply_exactly(&noise, other));
        Ok(Ciphertext { inner, factor: self.plaintext_modulus().mul(factors, self.minus_modulus(level)) })
    }
}
