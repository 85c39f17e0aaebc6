//! Ciphertexts with plaintexts, and many ciphertexts at once.

use super::encode::check_residues;
use super::lift::Onto;
use super::{Bfv, Ciphertext, FheError, Plaintext, PreparedPlaintext};
use crate::noise::PlaintextNorms;
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{Coefficient, Engine, Form};

impl<F: Residue> Bfv<F> {
    /// `a ← a + m`. Noise: one rounding more. An engine other than the CPU is told the plaintext.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Degree`] and [`FheError::PlaintextModulus`] for a
    /// plaintext of another ring.
    pub fn add_plain_assign<E: Engine>(
        &self,
        a: &mut Ciphertext<Coefficient, 2, E>,
        plaintext: &Plaintext<F>,
    ) -> Result<(), FheError> {
        self.combine_plain(a, plaintext, Onto::Plus)
    }

    /// `a ← a − m`. Noise: one rounding more.
    ///
    /// # Errors
    /// The errors of [`Self::add_plain_assign`].
    pub fn sub_plain_assign<E: Engine>(
        &self,
        a: &mut Ciphertext<Coefficient, 2, E>,
        plaintext: &Plaintext<F>,
    ) -> Result<(), FheError> {
        self.combine_plain(a, plaintext, Onto::Minus)
    }

    fn combine_plain<E: Engine>(
        &self,
        a: &mut Ciphertext<Coefficient, 2, E>,
        plaintext: &Plaintext<F>,
        onto: Onto,
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        self.check_plaintext(plaintext)?;
        a.parts_mut()[0].add_from_host(self.parameters().basis(), |part| self.scale_onto(plaintext, onto, part));
        *a.noise_mut() = self.model().add_plain(a.noise());
        Ok(())
    }

    /// `p·a` of a ciphertext in coefficient form, for a plaintext that was not chosen by the
    /// residues of ciphertexts: noises are multiples of the secret by them, which such plaintexts
    /// can make add up, by way of the other. For several products change the form once and use
    /// [`crate::rlwe::Rlwe::mul_plain_assign`].
    ///
    /// # Errors
    /// The errors of [`crate::rlwe::Rlwe::mul_plain_assign`].
    pub fn mul_plain(&self, a: &Ciphertext, plaintext: &Plaintext<F>) -> Result<Ciphertext, FheError> {
        self.check_context(a)?;
        let factor = self.prepare_at(plaintext, a.level())?;
        let mut product = self.to_evaluation(a.clone())?;
        self.mul_plain_assign(&mut product, &factor)?;
        self.to_coefficient(product)
    }

    /// `a ← c·a` for an element of `Z_t`, as its centered lift. Noise: times its magnitude, at most
    /// `t/2`.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Unreduced`].
    pub fn mul_scalar_assign<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<S, PARTS, E>,
        c: F,
    ) -> Result<(), FheError> {
        check_residues(&self.plaintext_modulus, &[c])?;
        self.mul_integer_assign(a, &self.plaintext_modulus.centered(c))
    }

    /// Prepares a plaintext for [`crate::rlwe::Rlwe::mul_plain_assign`] at every level.
    ///
    /// # Errors
    /// [`FheError::Degree`] and [`FheError::PlaintextModulus`] for a plaintext of another ring.
    pub fn prepare(&self, plaintext: &Plaintext<F>) -> Result<PreparedPlaintext, FheError> {
        self.prepare_at(plaintext, self.parameters().limbs())
    }

    /// Prepares a plaintext for ciphertexts of at most this level, otherwise as [`Self::prepare`].
    ///
    /// # Errors
    /// [`FheError::LevelRange`] for a level that the parameters do not have; [`FheError::Degree`];
    /// [`FheError::PlaintextModulus`].
    pub fn prepare_at(&self, plaintext: &Plaintext<F>, level: usize) -> Result<PreparedPlaintext, FheError> {
        self.check_plaintext(plaintext)?;
        self.check_level(level)?;
        let lift = self.lift(plaintext, level).into_evaluation(self.parameters().basis());
        Ok(self.prepared(lift, PlaintextNorms::measured(&self.plaintext_modulus, plaintext.coefficients())))
    }
}
