//! The polynomial that a ciphertext hides.

use super::{Ciphertext, FheError, Rlwe, SecretKey};
use papilio_ring::{Coefficient, Evaluation, Poly};

impl Rlwe {
    /// `c_0 + c_1·s` and, of a product, `+ c_2·s²`, modulo the first `limbs` primes: the message of
    /// a scheme with its noise. It is secret.
    ///
    /// # Errors
    /// [`FheError::LevelRange`] when the ciphertext has fewer primes, or `limbs` is zero;
    /// [`FheError::Key`]; [`FheError::Context`].
    pub fn phase<const PARTS: usize>(
        &self,
        secret: &SecretKey,
        ciphertext: &Ciphertext<Evaluation, PARTS>,
        limbs: usize,
    ) -> Result<Poly<Coefficient>, FheError> {
        self.check_context(ciphertext)?;
        self.check_key(secret.context())?;
        secret.id().common(ciphertext.key())?;
        let most = ciphertext.level();
        if !(1..=most).contains(&limbs) {
            return Err(FheError::LevelRange { found: limbs, most });
        }
        let basis = self.parameters().basis();
        let mut phase = Poly::secret(basis, limbs);
        for (i, (sum, plan)) in phase.limbs_mut().zip(basis.plans()).enumerate() {
            let mut parts = ciphertext.parts().iter().rev();
            parts.next().iter().for_each(|last| sum.copy_from_slice(last.limb(i)));
            // Horner's rule.
            for part in parts {
                plan.kernel().multiply(plan.modulus(), sum, secret.secret().limb(i));
                plan.kernel().add(plan.modulus(), sum, part.limb(i));
            }
            plan.inverse(sum);
        }
        Ok(phase)
    }
}
