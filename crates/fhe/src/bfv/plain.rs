//! Ciphertexts with plaintexts, and many ciphertexts at once.

use super::encrypt::Onto;
use super::{Bfv, BfvError, Ciphertext, KeyId, Plaintext};
use crate::noise::Noise;
use papilio_field::Residue;
use papilio_ring::{Form, Poly};

impl<F: Residue> Bfv<F> {
    /// `a ← a + m`. Noise: one rounding more.
    ///
    /// # Errors
    /// [`BfvError::Context`]; [`BfvError::Degree`] for a plaintext of another ring.
    pub fn add_plain_assign(&self, a: &mut Ciphertext, plaintext: &Plaintext<F>) -> Result<(), BfvError> {
        self.combine_plain(a, plaintext, Onto::Plus)
    }

    /// `a ← a − m`. Noise: one rounding more.
    ///
    /// # Errors
    /// As [`Self::add_plain_assign`].
    pub fn sub_plain_assign(&self, a: &mut Ciphertext, plaintext: &Plaintext<F>) -> Result<(), BfvError> {
        self.combine_plain(a, plaintext, Onto::Minus)
    }

    fn combine_plain(&self, a: &mut Ciphertext, plaintext: &Plaintext<F>, onto: Onto) -> Result<(), BfvError> {
        self.check_context(a)?;
        self.check_plaintext(plaintext)?;
        self.scale_onto(plaintext, onto, &mut a.parts_mut()[0]);
        *a.noise_mut() = self.model.add_plain(a.noise());
        Ok(())
    }

    /// `p·a` of a ciphertext in coefficient form, for a plaintext that was not chosen by the residues of ciphertexts: noises are
    /// multiples of the secret by them, which such plaintexts can make add up, by way of the other. For several products change the form once and use
    /// [`Self::mul_plain_assign`].
    ///
    /// # Errors
    /// As [`Self::mul_plain_assign`].
    pub fn mul_plain(&self, a: &Ciphertext, plaintext: &Plaintext<F>) -> Result<Ciphertext, BfvError> {
        self.check_context(a)?;
        let factor = self.prepare_at(plaintext, a.level())?;
        let mut product = self.to_evaluation(a.clone())?;
        self.mul_plain_assign(&mut product, &factor)?;
        self.to_coefficient(product)
    }

    /// The ciphertext of zero without noise, under every key: where sums begin.
    ///
    /// # Errors
    /// [`BfvError::Level`] for a level that the parameters do not have; [`BfvError::SmallModulus`].
    pub fn zero_ciphertext<S: Form>(&self, level: usize) -> Result<Ciphertext<S>, BfvError> {
        self.check_level(level)?;
        if level < self.parameters.limbs() {
            self.check_modulus(level)?;
        }
        let basis = self.parameters.basis();
        Ok(self.ciphertext([Poly::zero(basis, level), Poly::zero(basis, level)], KeyId::ANY, Noise::none(level)))
    }

    /// The sum of all.
    ///
    /// # Errors
    /// [`BfvError::Factors`] for none; those of [`Self::add_assign`].
    pub fn add_many<S: Form + Clone>(&self, terms: &[Ciphertext<S>]) -> Result<Ciphertext<S>, BfvError> {
        let (first, rest) = terms.split_first().ok_or(BfvError::Factors(0))?;
        self.check_context(first)?;
        let mut sum = first.clone();
        rest.iter().try_for_each(|term| self.add_assign(&mut sum, term))?;
        Ok(sum)
    }
}
