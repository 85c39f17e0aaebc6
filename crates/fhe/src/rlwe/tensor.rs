//! Products of ciphertexts in evaluation form, part by part, for schemes without a division.

use super::{Ciphertext, FheError, Product, Rlwe};
use crate::noise::Noise;
use papilio_ring::{Engine, Evaluation, Poly};

impl Rlwe {
    /// `(a_0·b_0, a_0·b_1 + a_1·b_0, a_1·b_1)`, with the noise that the scheme predicts.
    ///
    /// # Errors
    /// [`FheError::Level`]; [`FheError::Context`]; [`FheError::Key`].
    pub fn tensor<E: Engine>(
        &self,
        a: &Ciphertext<Evaluation, 2, E>,
        b: &Ciphertext<Evaluation, 2, E>,
        noise: Noise,
    ) -> Result<Product<Evaluation, E>, FheError> {
        let key = self.check_pair(a, b)?;
        let basis = self.parameters().basis();
        let ([a0, a1], [b0, b1]) = (a.parts(), b.parts());
        let parts = [&[(a0, b0)][..], &[(a0, b1), (a1, b0)], &[(a1, b1)]];
        self.product(parts.map(|factors| Poly::sum_of_products(basis, factors)), key, noise)
    }

    /// `(a_0², 2·a_0·a_1, a_1²)`.
    ///
    /// # Errors
    /// [`FheError::Level`]; [`FheError::Context`].
    pub fn tensor_square<E: Engine>(
        &self,
        a: &Ciphertext<Evaluation, 2, E>,
        noise: Noise,
    ) -> Result<Product<Evaluation, E>, FheError> {
        self.check_context(a)?;
        let basis = self.parameters().basis();
        let [a0, a1] = a.parts();
        let parts = [&[(a0, a0)][..], &[(a0, a1), (a0, a1)], &[(a1, a1)]];
        self.product(parts.map(|factors| Poly::sum_of_products(basis, factors)), a.key(), noise)
    }

    fn product<E: Engine>(
        &self,
        parts: [Poly<Evaluation, E>; 3],
        key: super::KeyId,
        noise: Noise,
    ) -> Result<Product<Evaluation, E>, FheError> {
        let (found, expected) = (noise.level(), parts[0].level());
        if found != expected {
            return Err(FheError::Level { found, expected });
        }
        Ok(self.ciphertext(parts, key, noise))
    }

    /// `a ← a + m` for a polynomial of the level of `a`. What it was rounded by is an error of the
    /// message, and no noise.
    ///
    /// # Errors
    /// [`FheError::Level`]; [`FheError::Degree`]; [`FheError::Context`].
    pub fn add_message_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<Evaluation, PARTS, E>,
        message: &Poly<Evaluation, E>,
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        self.check_poly(message)?;
        let (found, expected) = (message.level(), a.level());
        if found != expected {
            return Err(FheError::Level { found, expected });
        }
        a.parts_mut()[0].add_assign(self.parameters().basis(), message);
        a.parts_mut()[0].publish_assign();
        Ok(())
    }

    /// The same message and noise modulo the first primes alone.
    ///
    /// # Errors
    /// [`FheError::LevelRange`] when the level is zero or above that of the ciphertext;
    /// [`FheError::Context`].
    pub fn truncate_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<Evaluation, PARTS, E>,
        level: usize,
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        if !(1..=a.level()).contains(&level) {
            return Err(FheError::Level { found: a.level(), expected: level });
        }
        a.parts_mut().iter_mut().for_each(|part| part.truncate(level));
        *a.noise_mut() = a.noise().clone().at(level);
        Ok(())
    }
}
