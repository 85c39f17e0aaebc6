//! Switches to smaller moduli.

use super::{Ciphertext, FheError, Rlwe};

impl Rlwe {
    /// Switches to the next smaller modulus. Noise: divided by the prime, plus [`crate::noise::switch_down`].
    ///
    /// # Errors
    /// [`FheError::Level`] at level 1; [`FheError::SmallModulus`] where the modulus would be too small for `t`; [`FheError::Context`].
    pub fn mod_switch_to_next_assign(&self, a: &mut Ciphertext) -> Result<(), FheError> {
        self.check_context(a)?;
        if a.level() < 2 {
            return Err(FheError::Level { found: a.level(), expected: 2 });
        }
        self.check_modulus(a.level() - 1)?;
        a.parts_mut().iter_mut().for_each(|x| x.switch_down(self.parameters().basis()));
        *a.noise_mut() = self.model().switch_down_to(a.noise(), a.level());
        Ok(())
    }

    /// Switches down to a level, prime by prime.
    ///
    /// # Errors
    /// [`FheError::Level`] when it is zero or above that of the ciphertext; [`FheError::SmallModulus`]; [`FheError::Context`].
    pub fn mod_switch_to_assign(&self, a: &mut Ciphertext, level: usize) -> Result<(), FheError> {
        self.check_context(a)?;
        if !(1..=a.level()).contains(&level) {
            return Err(FheError::Level { found: a.level(), expected: level });
        }
        if level < a.level() {
            self.check_modulus(level)?;
        }
        (level..a.level()).try_for_each(|_| self.mod_switch_to_next_assign(a))
    }
}
