//! Decryption whose result may be shown to others.
//!
//! The error of a ciphertext is a function of the secret key and of what was computed, and comes
//! out with the message: whoever sees it can find the key. So noise is added that hides it.
//! [The derivation][derivation] is in the repository.
//!
//! [derivation]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/ckks-public-decryption.md

use crate::{Ciphertext, Ckks, CkksError, Complex64, Plaintext};
use papilio_fhe::noise::log2_sum;
use papilio_fhe::rlwe::SecretKey;
use papilio_ring::sample::{LOG2_GREATEST, add_gaussian};
use papilio_ring::{Coefficient, Poly};
use rand_core::CryptoRng;

/// How much a decryption that is shown hides, and how much it has to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicDecryption {
    /// The number of decryptions under one key that are ever shown, `τ`: from 1.
    pub queries: u64,
    /// Statistical bits of security, `s`: from 30.
    pub statistical_bits: u32,
    /// Bits after the binary point that have to be right in every slot; negative for values that
    /// are right to so many bits before it.
    pub least_bits: i32,
}

impl PublicDecryption {
    /// The fewest statistical bits.
    pub const LEAST_STATISTICAL_BITS: u32 = 30;

    fn check(&self) -> Result<(), CkksError> {
        let (found, least) = (self.statistical_bits, Self::LEAST_STATISTICAL_BITS);
        if found < least {
            return Err(CkksError::StatisticalBits { found, least });
        }
        if self.queries == 0 { Err(CkksError::Queries) } else { Ok(()) }
    }

    /// `log2` of the deviation of the noise that hides errors up to a bound given by its `log2`:
    /// `√(12·τ)·2^(s/2)·t`.
    #[must_use]
    pub fn log2_deviation(&self, log2_error: f64) -> f64 {
        ((12.0 * self.queries as f64).log2() + f64::from(self.statistical_bits)) / 2.0 + log2_error
    }
}

/// Bits that results are rounded to, beyond those that are right.
const GUARD: i32 = 4;
/// The cost of rounding a complex number, in bits: `2^(−0.07) + √2·2^(−5) < 1`.
const ROUNDING: f64 = 0.07;

/// Doubles from here on are integers.
const INTEGERS: f64 = (1u64 << 52) as f64;

/// A number rounded to so many bits after the binary point, as far as it has them.
fn rounded(x: f64, bits: i32) -> f64 {
    let unit = f64::from(bits).exp2();
    if (x * unit).abs() < INTEGERS { (x * unit).round() / unit } else { x }
}

impl Ckks {
    /// The values of a ciphertext or product, which may be shown to others, and how many bits after
    /// the binary point are right in every slot (but with a probability of about `2^(−20)`): they
    /// are rounded to these and four more.
    ///
    /// To every coefficient a normal integer of the deviation `√(12·τ)·2^(s/2)·t` is added, where
    /// `t` is the bound that is *predicted* for the coefficients of the error, at least one: it
    /// depends on the circuit alone.
    ///
    /// # Security
    /// Without it, whoever chooses messages and circuits and sees decryptions finds the secret key
    /// (IND-CPA^D: B. Li and D. Micciancio, ePrint 2020/1533). With it, the Kullback–Leibler
    /// divergence of a published coefficient from one without error is at most `2^(−s)/(24·τ)`
    /// (B. Li, D. Micciancio, M. Schultz and J. Sorrell, ePrint 2022/816). Of all `n` coefficients
    /// together it is at most `n` times that: who wants `s` bits for a whole ciphertext asks for
    /// `log2 n` more.
    ///
    /// It relies on
    /// * the prediction that the ciphertext carries. One that came from others as bytes says of
    ///   itself what its writer wrote: compare its level, scale and noise with those of the circuit
    ///   that was agreed on, or give it their noise;
    /// * `queries` being above the number of all decryptions under this key that are shown, of
    ///   whichever ciphertexts, and also of the same one again.
    ///
    /// # Errors
    /// [`CkksError::StatisticalBits`] below 30; [`CkksError::Queries`] for none;
    /// [`CkksError::TooFewBits`] when fewer bits are left than asked for; [`CkksError::Overflow`]
    /// when message and noise do not fit the modulus; [`papilio_fhe::rlwe::FheError::Key`];
    /// [`papilio_fhe::rlwe::FheError::Context`].
    pub fn decrypt_public<const PARTS: usize>(
        &self,
        secret: &SecretKey,
        ciphertext: &Ciphertext<PARTS>,
        how: &PublicDecryption,
        rng: &mut impl CryptoRng,
    ) -> Result<(Vec<Complex64>, i32), CkksError> {
        how.check()?;
        let Ciphertext { scale, log_slots, log2_bound, .. } = *ciphertext;
        let deviation = how.log2_deviation(self.predicted_error(ciphertext));
        let (left, asked) = (self.bits_left(ciphertext, deviation), how.least_bits);
        if left < asked {
            return Err(CkksError::TooFewBits { left, asked });
        }
        let poly = self.flooded(secret, ciphertext, deviation, rng)?;
        let log2_error = f64::from(-left);
        let mut values = self.decode(&Plaintext { context: self.context(), poly, scale, log_slots, log2_bound, log2_error });
        let bits = left.saturating_add(GUARD);
        values.iter_mut().for_each(|x| *x = Complex64::new(rounded(x.re, bits), rounded(x.im, bits)));
        Ok((values, left))
    }

    /// `log2` of a bound on the coefficients of the error, at least one.
    fn predicted_error<const PARTS: usize>(&self, a: &Ciphertext<PARTS>) -> f64 {
        a.noise().log2_max(self.rlwe().parameters().degree()).max(0.0)
    }

    /// Bits after the binary point that are right with noise of a deviation in each coefficient.
    fn bits_left<const PARTS: usize>(&self, a: &Ciphertext<PARTS>, log2_deviation: f64) -> i32 {
        let in_slots = log2_deviation + (self.rlwe().parameters().degree() as f64).log2() / 2.0;
        let noise = self.rlwe().model().add_error(a.noise(), in_slots);
        (-self.error_bits_with(a, &noise) - ROUNDING).floor() as i32
    }

    /// Message, error and noise of a deviation.
    fn flooded<const PARTS: usize>(
        &self,
        secret: &SecretKey,
        a: &Ciphertext<PARTS>,
        log2_deviation: f64,
        rng: &mut impl CryptoRng,
    ) -> Result<Poly<Coefficient>, CkksError> {
        let noise = log2_sum(self.predicted_error(a), log2_deviation + LOG2_GREATEST);
        let limbs = self.decryption_limbs(a, noise)?;
        let mut phase = self.rlwe().phase(secret, &a.inner, limbs)?;
        add_gaussian(self.rlwe().parameters().basis(), log2_deviation, &mut phase, rng);
        Ok(phase)
    }
}

#[cfg(test)]
mod tests;
