//! Ciphertexts, and the operations on them that need no key.

use super::{Bgv, Operand};
use crate::bfv::{self, FheError, KeyId, check_residues};
use crate::noise::Noise;
use papilio_field::{Residue, ResidueRing};
use papilio_ring::engine::EngineError;
use papilio_ring::{Coefficient, Cpu, Engine, Evaluation, Form, Poly};

/// A ciphertext of BFV with the factor of its message.
#[derive(Clone, Debug)]
pub struct Ciphertext<F, S = Coefficient, const PARTS: usize = 2, E: Engine = Cpu> {
    pub(crate) inner: bfv::Ciphertext<S, PARTS, E>,
    /// The message of `inner` is that of the ciphertext times this, which has an inverse.
    pub(crate) factor: F,
}

impl<F: PartialEq, S: PartialEq, const PARTS: usize> PartialEq for Ciphertext<F, S, PARTS> {
    fn eq(&self, other: &Self) -> bool {
        (&self.inner, &self.factor) == (&other.inner, &other.factor)
    }
}

impl<F: Residue, S: Form, const PARTS: usize> Ciphertext<F, S, PARTS> {
    /// The same ciphertext, its words on an engine.
    ///
    /// # Errors
    /// The engine has no memory for them, or has failed.
    ///
    /// # Panics
    /// A part is secret, as that of a ciphertext of a caller's own making may be.
    pub fn to<E: Engine>(&self, engine: &E) -> Result<Ciphertext<F, S, PARTS, E>, EngineError> {
        Ok(Ciphertext { inner: self.inner.to(engine)?, factor: self.factor })
    }
}

impl<F: Residue, S: Form, const PARTS: usize, E: Engine> Ciphertext<F, S, PARTS, E> {
    /// The same ciphertext, its words on the CPU.
    ///
    /// # Errors
    /// The first failure of the work that computes them.
    pub fn to_host(&self) -> Result<Ciphertext<F, S, PARTS>, EngineError> {
        Ok(Ciphertext { inner: self.inner.to_host()?, factor: self.factor })
    }

    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.inner.level()
    }

    /// The ratio of the message of the BFV ciphertext to that of this one: 1 when fresh.
    #[must_use]
    pub fn factor(&self) -> F {
        self.factor
    }

    /// Its predicted noise.
    #[must_use]
    pub fn noise(&self) -> &Noise {
        self.inner.noise()
    }

    /// The key that it is under.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.inner.key()
    }

    /// The parts of a ciphertext of BFV whose message is multiplied by [`Self::factor`].
    #[must_use]
    pub fn parts(&self) -> &[Poly<S, E>; PARTS] {
        self.inner.parts()
    }
}

impl<F: Residue> Bgv<F> {
    /// The ciphertext of zero without noise, under every key: where sums begin.
    ///
    /// # Errors
    /// The errors of [`crate::rlwe::Rlwe::zero_ciphertext`].
    pub fn zero_ciphertext<S: Form>(&self, level: usize) -> Result<Ciphertext<F, S>, FheError> {
        Ok(Ciphertext { inner: self.bfv.zero_ciphertext(level)?, factor: self.plaintext_modulus().one() })
    }

    /// [`Self::zero_ciphertext`], its words where those of another ciphertext are.
    ///
    /// # Errors
    /// The errors of [`crate::rlwe::Rlwe::zero_beside`].
    pub fn zero_beside<S: Form, const PARTS: usize, E: Engine>(
        &self,
        level: usize,
        other: &Ciphertext<F, S, PARTS, E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.zero_beside(level, &other.inner)?, factor: self.plaintext_modulus().one() })
    }

    /// `a ← −a`.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn neg_assign<S: Form, E: Engine>(&self, a: &mut Ciphertext<F, S, 2, E>) -> Result<(), FheError> {
        self.bfv.neg_assign(&mut a.inner)
    }

    /// `a ← c·a` for an element of the field, as its centered lift. Noise: times its magnitude, at
    /// most `t/2`.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Unreduced`].
    pub fn mul_scalar_assign<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, PARTS, E>,
        c: F,
    ) -> Result<(), FheError> {
        self.bfv.mul_scalar_assign(&mut a.inner, c)
    }

    /// `a ← c·a` by the factor alone: no noise. Sums with ciphertexts of other factors cost noise
    /// instead; see [`Self::add_assign`].
    ///
    /// Zero and other elements without an inverse are no factors: they multiply as by
    /// [`Self::mul_scalar_assign`].
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Unreduced`].
    pub fn mul_scalar_by_factor_assign<S: Form, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, 2, E>,
        c: F,
    ) -> Result<(), FheError> {
        self.bfv.check_context(&a.inner)?;
        let t = self.plaintext_modulus();
        check_residues(t, &[c])?;
        match t.inverse(c) {
            Some(inverse) => a.factor = t.mul(a.factor, inverse),
            None => self.mul_scalar_assign(a, c)?,
        }
        Ok(())
    }

    /// The same ciphertext in evaluation form.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn to_evaluation<E: Engine>(
        &self,
        a: Ciphertext<F, Coefficient, 2, E>,
    ) -> Result<Ciphertext<F, Evaluation, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.to_evaluation(a.inner)?, factor: a.factor })
    }

    /// The same ciphertext in coefficient form.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn to_coefficient<E: Engine>(
        &self,
        a: Ciphertext<F, Evaluation, 2, E>,
    ) -> Result<Ciphertext<F, Coefficient, 2, E>, FheError> {
        Ok(Ciphertext { inner: self.bfv.to_coefficient(a.inner)?, factor: a.factor })
    }

    /// Switches to the next smaller modulus. Noise: divided by the prime, plus
    /// [`crate::noise::mod_switch`].
    ///
    /// # Errors
    /// [`FheError::Level`] at level 1; [`FheError::SmallModulus`] where the modulus would be too
    /// small for `t`; [`FheError::Context`].
    pub fn mod_switch_to_next_assign<S: Operand, E: Engine>(&self, a: &mut Ciphertext<F, S, 2, E>) -> Result<(), FheError> {
        self.bfv.mod_switch_to_next_assign(&mut a.inner)
    }

    /// Switches down to a level, by all primes at once.
    ///
    /// # Errors
    /// [`FheError::LevelRange`] when it is zero or above that of the ciphertext;
    /// [`FheError::SmallModulus`]; [`FheError::Context`].
    pub fn mod_switch_to_assign<S: Operand, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, 2, E>,
        level: usize,
    ) -> Result<(), FheError> {
        self.bfv.mod_switch_to_assign(&mut a.inner, level)
    }
}
