//! Switches to smaller moduli.

use super::{Ciphertext, FheError, Operand, Rlwe};
use papilio_ring::Engine;

impl Rlwe {
    /// Switches to the next smaller modulus. Noise: divided by the prime, plus
    /// [`crate::noise::mod_switch`].
    ///
    /// # Errors
    /// [`FheError::Level`] at level 1; [`FheError::SmallModulus`] where the modulus would be too
    /// small for `t`; [`FheError::Context`].
    pub fn mod_switch_to_next_assign<S: Operand, E: Engine>(&self, a: &mut Ciphertext<S, 2, E>) -> Result<(), FheError> {
        match a.level() - 1 {
            0 => Err(FheError::Level { found: 1, expected: 2 }),
            level => self.mod_switch_to_assign(a, level),
        }
    }

    /// Switches down to a level, by all primes at once: one rounding.
    ///
    /// # Errors
    /// [`FheError::LevelRange`] when it is zero or above that of the ciphertext;
    /// [`FheError::SmallModulus`]; [`FheError::Context`].
    pub fn mod_switch_to_assign<S: Operand, E: Engine>(
        &self,
        a: &mut Ciphertext<S, 2, E>,
        level: usize,
    ) -> Result<(), FheError> {
        self.check_switch(a, level)?;
        if level < a.level() {
            let basis = self.parameters().basis();
            let switch = self.switches.get(basis, a.level(), level);
            let noise = self.model().mod_switch_to(a.noise(), level);
            a.parts_mut().iter_mut().for_each(|part| S::divide(basis, switch, part));
            *a.noise_mut() = noise;
        }
        Ok(())
    }

    /// [`Self::mod_switch_to_assign`] to another ciphertext.
    ///
    /// # Errors
    /// The errors of [`Self::mod_switch_to_assign`].
    pub fn mod_switch_to<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<S, 2, E>,
        level: usize,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        self.check_switch(a, level)?;
        if level == a.level() {
            return Ok(a.clone());
        }
        let basis = self.parameters().basis();
        let switch = self.switches.get(basis, a.level(), level);
        let parts = a.parts().each_ref().map(|part| S::divided(basis, switch, part));
        Ok(self.ciphertext(parts, a.key(), self.model().mod_switch_to(a.noise(), level)))
    }

    pub(crate) fn check_switch<S: Operand, E: Engine>(&self, a: &Ciphertext<S, 2, E>, level: usize) -> Result<(), FheError> {
        self.check_context(a)?;
        match a.level() {
            most if !(1..=most).contains(&level) => Err(FheError::LevelRange { found: level, most }),
            found if level < found => self.check_modulus(level),
            _ => Ok(()),
        }
    }
}
