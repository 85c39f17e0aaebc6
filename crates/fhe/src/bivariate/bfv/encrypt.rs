//! Encryption and decryption.

use super::{WordBfv, WordBfvError, WordCiphertext, log2_total};
use crate::bfv::Plaintext;
use crate::bivariate::{Bivariate, SecretKey};
use crate::noise::LEAST_BUDGET;
use crate::rlwe::FheError;
use papilio_field::{Residue, ResidueRing};
use papilio_ring::bivariate::{TorusPoly, WORD_BITS};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// Bits below the last one to which messages are known before they are rounded at random.
const THRESHOLD_BITS: u32 = 32;

/// A decrypted plaintext with the budget that was left. The message is erased when dropped and
/// neither is printed: both are the key owner's alone ([`WordBfv::decrypt`]).
#[derive(Clone, PartialEq)]
pub struct WordDecryption<F: Residue> {
    /// The message.
    pub plaintext: Plaintext<F>,
    /// The measured budget in bits: greater ones than about 50 are not told apart.
    pub budget_bits: f64,
    /// The predicted budget in bits.
    pub predicted_bits: f64,
}

impl<F: Residue> core::fmt::Debug for WordDecryption<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("WordDecryption(..)")
    }
}

/// `log2` of the variance of a fresh error of so many bits and of a rounding of the message at
/// random, which is at most a quarter.
pub(super) fn fresh_variance(bits: u32) -> f64 {
    log2_total(&[Bivariate::fresh_variance(bits), -2.0 - 2.0 * f64::from(bits)])
}

impl<F: Residue> WordBfv<F> {
    /// An encryption to all bits of the scheme.
    ///
    /// Messages over `t` are rounded at random, so that no rounding is a function of the message.
    ///
    /// # Errors
    /// [`FheError::PlaintextModulus`] and [`FheError::Degree`] for a plaintext of another ring;
    /// [`crate::bivariate::BivariateError::Context`].
    pub fn encrypt(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<WordCiphertext<F>, WordBfvError> {
        plaintext.check(&self.plaintext_modulus, self.scheme.degree())?;
        let bits = self.scheme.max_bits();
        let mut message = self.fractions(plaintext, bits + THRESHOLD_BITS);
        let draw = |_| i64::from(rng.next_u32() as i32);
        let thresholds = Zeroizing::new((0..self.scheme.degree()).map(draw).collect::<Vec<_>>());
        message.add_integers(thresholds.iter().copied(), bits + THRESHOLD_BITS);
        let mut inner = self.scheme.encrypt(secret, &message.with_bits(bits), rng)?;
        inner.log2_variance = fresh_variance(bits);
        Ok(WordCiphertext { inner, plaintext_modulus: self.plaintext_modulus.clone(), secrets: 0 })
    }

    /// Decrypts and measures.
    ///
    /// # Security
    /// The result is the key owner's: shown to whoever supplied or could alter the ciphertext, it
    /// reveals the secret key after few questions (IND-CPA^D; see [`crate::bfv`]).
    ///
    /// # Errors
    /// [`FheError::Exhausted`] when the predicted noise may have reached the message, whatever is
    /// measured; [`FheError::Damaged`] when more is measured than was predicted;
    /// [`FheError::PlaintextModulus`]; [`crate::bivariate::BivariateError::Context`] and
    /// [`crate::bivariate::BivariateError::Key`].
    pub fn decrypt(&self, secret: &SecretKey, a: &WordCiphertext<F>) -> Result<WordDecryption<F>, WordBfvError> {
        self.check(a)?;
        let predicted_bits = self.predicted_budget_bits(a);
        // No number is no budget either.
        if predicted_bits.is_nan() || predicted_bits < LEAST_BUDGET {
            return Err(FheError::Exhausted { bits: predicted_bits }.into());
        }
        let phase: TorusPoly = self.scheme.phase(secret, &a.inner)?;
        let multiples = phase.rounded_multiples(self.plaintext_modulus.modulus());
        let budget_bits = f64::from(WORD_BITS) - 1.0 - (multiples.greatest_distance() as f64).log2();
        check_measured(budget_bits, predicted_bits)?;
        Ok(WordDecryption { plaintext: self.residues(&multiples), budget_bits, predicted_bits })
    }
}

/// Refuses noise that is beyond its prediction, as far as a distance to 52 bits says: one jump, of
/// its own, which the caller sees as an error.
#[inline(never)]
fn check_measured(bits: f64, predicted: f64) -> Result<(), FheError> {
    let least = predicted.min(f64::from(WORD_BITS) - 6.0) - 0.2;
    if bits < LEAST_BUDGET.max(least) { Err(FheError::Damaged { bits, predicted }) } else { Ok(()) }
}
