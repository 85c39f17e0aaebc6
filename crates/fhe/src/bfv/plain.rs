//! Ciphertexts with plaintexts, and many ciphertexts at once.

use super::{Bfv, BfvError, Ciphertext, Plaintext};
use ntt::Field;
use ring::{Form, Poly};

impl<F: Field> Bfv<F> {
    /// `a ← a + m`. Noise: one rounding more.
    ///
    /// # Errors
    /// [`BfvError::Context`].
    pub fn add_plain_assign(&self, a: &mut Ciphertext, plaintext: &Plaintext<F>) -> Result<(), BfvError> {
        self.admit(a)?;
        let message = self.scaled(plaintext, None, a.level());
        a.parts_mut()[0].add_assign(self.params.basis(), &message);
        Ok(())
    }

    /// `a ← a − m`. Noise: one rounding more.
    ///
    /// # Errors
    /// [`BfvError::Context`].
    pub fn sub_plain_assign(&self, a: &mut Ciphertext, plaintext: &Plaintext<F>) -> Result<(), BfvError> {
        self.admit(a)?;
        let message = self.scaled(plaintext, None, a.level());
        a.parts_mut()[0].sub_assign(self.params.basis(), &message);
        Ok(())
    }

    /// `p·a` of a ciphertext in coefficient form, by way of the other. For several products change the form once and use
    /// [`Self::mul_plain_assign`].
    ///
    /// # Errors
    /// As [`Self::mul_plain_assign`].
    pub fn mul_plain(&self, a: &Ciphertext, plaintext: &Plaintext<F>) -> Result<Ciphertext, BfvError> {
        self.admit(a)?;
        let factor = self.factor_at(plaintext, a.level())?;
        let mut product = self.to_evaluation(a.clone());
        self.mul_plain_assign(&mut product, &factor)?;
        Ok(self.to_coefficient(product))
    }

    /// The ciphertext of zero without noise, under every key: where sums begin.
    ///
    /// # Panics
    /// For a level that the parameters do not have.
    #[must_use]
    pub fn zero_ciphertext<S: Form>(&self, level: usize) -> Ciphertext<S> {
        assert!((1..=self.params.limbs()).contains(&level), "level {level} of {}", self.params.limbs());
        let basis = self.params.basis();
        Ciphertext::new(basis, [Poly::zero(basis, level), Poly::zero(basis, level)])
    }

    /// The sum of all.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for none; those of [`Self::add_assign`].
    pub fn add_many<S: Form + Clone>(&self, terms: &[Ciphertext<S>]) -> Result<Ciphertext<S>, BfvError> {
        let (first, rest) = terms.split_first().ok_or(BfvError::Factors(0))?;
        self.admit(first)?;
        let mut sum = first.clone();
        rest.iter().try_for_each(|term| self.add_assign(&mut sum, term))?;
        Ok(sum)
    }
}
