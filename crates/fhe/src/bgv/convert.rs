//! To and from ciphertexts of BFV, and the classical form of BGV.

use super::rational_reconstruction::log2_lift;
use super::{Bgv, Ciphertext};
use crate::bfv::{self, FheError, KeyId, check_residues};
use crate::noise::Noise;
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{Engine, Form, Poly};

impl<F: Residue> Bgv<F> {
    /// A ciphertext of BFV, as it is: its factor is 1.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn from_bfv<S: Form, E: Engine>(
        &self,
        ciphertext: bfv::Ciphertext<S, 2, E>,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        self.from_inner(ciphertext, self.plaintext_modulus().one())
    }

    /// The ciphertext of BFV of the same message: as it is where the factor is 1, otherwise its
    /// multiple by the centered lift of the factor's inverse. Noise: times that lift, at most
    /// `t/2`; none if the ciphertext is to be switched down by primes of `log2 t` bits together,
    /// and is so afterwards.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn into_bfv<S: Form, E: Engine>(&self, mut a: Ciphertext<F, S, 2, E>) -> Result<bfv::Ciphertext<S, 2, E>, FheError> {
        self.remove_factor_assign(&mut a)?;
        Ok(a.inner)
    }

    /// The ciphertext of BFV as it is, and the factor of its message: for linear operations, which
    /// leave the factor alone.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn into_inner<S: Form, E: Engine>(&self, a: Ciphertext<F, S, 2, E>) -> Result<(bfv::Ciphertext<S, 2, E>, F), FheError> {
        self.bfv.check_context(&a.inner)?;
        Ok((a.inner, a.factor))
    }

    /// A ciphertext of BFV, as it is, whose message is `factor` times that of the result; the
    /// factor has an inverse.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Unreduced`]; [`FheError::NoFactor`] for a factor without
    /// an inverse, such as zero.
    pub fn from_inner<S: Form, E: Engine>(
        &self,
        ciphertext: bfv::Ciphertext<S, 2, E>,
        factor: F,
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        self.bfv.check_context(&ciphertext)?;
        check_residues(self.plaintext_modulus(), &[factor])?;
        match self.plaintext_modulus().inverse(factor) {
            Some(_) => Ok(Ciphertext { inner: ciphertext, factor }),
            None => Err(FheError::NoFactor),
        }
    }

    /// Makes the factor 1, as [`Self::into_bfv`] does, and with its noise.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn remove_factor_assign<S: Form, E: Engine>(&self, a: &mut Ciphertext<F, S, 2, E>) -> Result<(), FheError> {
        self.bfv.check_context(&a.inner)?;
        let inverse = self.plaintext_modulus().inverse(a.factor).ok_or(FheError::NoFactor)?;
        self.scale(a, inverse)
    }

    /// `log2` of the factor by which [`Self::remove_factor_assign`] multiplies noise.
    #[must_use]
    pub fn log2_factor_removal<S: Form, E: Engine>(&self, a: &Ciphertext<F, S, 2, E>) -> f64 {
        let t = self.plaintext_modulus();
        t.inverse(a.factor).map_or(0.0, |inverse| log2_lift(t, inverse))
    }

    /// The classical form, in the least significant digit: `(d_0, d_1)` and `γ` with
    /// `d_0 + d_1·s = m·γ + t·e (mod Q)`, whose right side is below `Q/2`.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn to_lsb_parts<S: Form + Clone>(&self, a: &Ciphertext<F, S>) -> Result<([Poly<S>; 2], F), FheError> {
        self.bfv.check_context(&a.inner)?;
        let mut parts = a.parts().clone();
        parts.iter_mut().for_each(|part| part.scale_assign(self.parameters().basis(), &self.plain[..a.level()]));
        Ok((parts, self.plaintext_modulus().mul(a.factor, self.minus_modulus(a.level()))))
    }

    /// The ciphertext of a classical form under a key; `γ` is 1 for a fresh ciphertext of the
    /// classical scheme. `noise` is that of `e + m·γ/t`.
    ///
    /// # Errors
    /// [`FheError::Level`] when the levels of parts and noise differ; [`FheError::LevelRange`] when
    /// the scheme has no such level; [`FheError::Degree`]; [`FheError::UnreducedLimb`];
    /// [`FheError::Unreduced`] for `γ`; [`FheError::NoFactor`] when it has no inverse.
    pub fn from_lsb_parts<S: Form>(
        &self,
        mut parts: [Poly<S>; 2],
        gamma: F,
        key: KeyId,
        noise: Noise,
    ) -> Result<Ciphertext<F, S>, FheError> {
        for part in &parts {
            self.bfv.check_poly(part).and_then(|()| self.bfv.check_limbs(part))?;
        }
        let (t, level) = (self.plaintext_modulus(), parts[0].level());
        check_residues(t, &[gamma])?;
        let inverse = t.inverse(self.minus_modulus(level)).filter(|_| t.inverse(gamma).is_some()).ok_or(FheError::NoFactor)?;
        parts.iter_mut().for_each(|part| part.scale_assign(self.parameters().basis(), &self.inverse_plain));
        let inner = bfv::Ciphertext::from_parts(&self.bfv, parts, key, noise)?;
        Ok(Ciphertext { inner, factor: t.mul(gamma, inverse) })
    }
}
