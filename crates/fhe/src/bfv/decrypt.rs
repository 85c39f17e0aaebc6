//! Decryption and the measurement of noise.

use super::encrypt::ShoupFactor;
use super::{Bfv, Ciphertext, FheError, KeyId, Plaintext, SecretKey};
use crate::noise::{LEAST_BUDGET, Noise};
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{BasisConverter, Coefficient, CrtFraction, Poly, PooledVec};
use zeroize::Zeroizing;

/// Bits by which a measured budget below the resolution may be less than the real one.
const MEASURED_BITS: f64 = 0.2;

/// A decrypted plaintext with the budget that was left. The message is erased when dropped and
/// neither is printed, for both are the key owner's alone (see [`Bfv::decrypt`]).
#[derive(Clone, PartialEq)]
pub struct Decryption<F: Residue> {
    /// The message.
    pub plaintext: Plaintext<F>,
    /// The noise budget in bits: up to [`Self::resolution_bits`] to about a tenth of a bit; beyond,
    /// it is only known to be greater. [`Bfv::noise_budget_bits`] measures any.
    ///
    /// A number above the resolution may therefore be far below [`Self::predicted_bits`]. At
    /// `N = 8192` with three primes of 50 bits and `t = 65537`, a fresh ciphertext of 129.4 bits,
    /// of which 128.5 are predicted, is measured as 26.7 with a resolution of 22; after four
    /// squarings 15.7 are left and measured, and 13.4 predicted.
    pub budget_bits: f64,
    /// The greatest budget that is measured: greater ones disappear in the roundings of decryption.
    pub resolution_bits: f64,
    /// The predicted budget in bits, which is not above the real one, as
    /// [`Bfv::noise_budget_bits`] measures it.
    pub predicted_bits: f64,
}

impl<F: Residue> core::fmt::Debug for Decryption<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Decryption(..)")
    }
}

impl<F: Residue> Bfv<F> {
    /// Decrypts and measures.
    ///
    /// # Security
    /// The result is the key owner's. Shown to whoever supplied or could alter the ciphertext, the
    /// message, the budget, and whether decryption was refused reveal the secret key after few such
    /// questions (IND-CPA^D; see [`crate::bfv`]).
    ///
    /// # Errors
    /// [`FheError::Exhausted`] when the predicted noise may have reached the message, whatever is
    /// measured: noise that has gone past the end of its interval need not show.
    /// [`FheError::Damaged`] when more is measured than was predicted, as far as that is measured:
    /// up to [`Decryption::resolution_bits`]; [`FheError::Key`] for a ciphertext under another key;
    /// [`FheError::Context`].
    pub fn decrypt<const PARTS: usize>(
        &self,
        secret: &SecretKey,
        ciphertext: &Ciphertext<Coefficient, PARTS>,
    ) -> Result<Decryption<F>, FheError> {
        self.check_context(ciphertext)?;
        self.decrypt_parts(secret, ciphertext.key(), ciphertext.parts(), ciphertext.noise())
    }

    fn decrypt_parts(
        &self,
        secret: &SecretKey,
        key: KeyId,
        parts: &[Poly<Coefficient>],
        noise: &Noise,
    ) -> Result<Decryption<F>, FheError> {
        self.check_key(secret.context())?;
        secret.id().common(key)?;
        let predicted_bits = self.model().budget_bits(noise);
        // No number is no budget either.
        if predicted_bits.is_nan() || predicted_bits < LEAST_BUDGET {
            return Err(FheError::Exhausted { bits: predicted_bits });
        }
        let phase = match self.lowered(parts) {
            Some(parts) => self.phase(secret, &parts),
            None => self.phase(secret, parts),
        };
        let (plaintext, log2_distance) = match &self.level(phase.level()).round {
            Some(round) => self.round_words(round, &phase),
            None => self.round(&phase),
        };
        let budget_bits = -1.0 - log2_distance;
        let resolution_bits = self.resolution_bits(phase.level(), parts);
        if budget_bits < LEAST_BUDGET.max(predicted_bits.min(resolution_bits) - MEASURED_BITS) {
            return Err(FheError::Damaged { bits: budget_bits, predicted: predicted_bits });
        }
        Ok(Decryption { plaintext, budget_bits, resolution_bits, predicted_bits })
    }

    /// The greatest budget whose fractions are at least four bits above their errors.
    fn resolution_bits(&self, level: usize, parts: &[Poly<Coefficient>]) -> f64 {
        let basis = self.parameters().basis();
        let point = self.level(level).round.as_ref().map_or(64, BasisConverter::fraction_bits);
        let fractions = f64::from(point) - ((level + 1) as f64).log2() - 5.0;
        if level == parts[0].level() {
            return fractions;
        }
        // Six standard deviations of a rounding times s, or s².
        let log_rounding = 0.5 * (parts.len() - 1) as f64 * (basis.degree() as f64).log2() + 0.5;
        f64::min(fractions, basis.log2(level) - self.model().log_plain() - log_rounding - 5.0)
    }

    /// The parts without the primes that decryption can do without, if there are such.
    fn lowered(&self, parts: &[Poly<Coefficient>]) -> Option<Vec<Poly<Coefficient>>> {
        let lowering = self.level(parts[0].level()).lowerings[parts.len() - 2].as_ref()?;
        Some(parts.iter().map(|part| lowering.apply(self.parameters().basis(), part)).collect())
    }

    /// `c_0 + c_1·s + c_2·s² + …`, by Horner's rule.
    fn phase(&self, secret: &SecretKey, parts: &[Poly<Coefficient>]) -> Poly<Coefficient> {
        let basis = self.parameters().basis();
        let [first, middle @ .., last] = parts else { unreachable!("ciphertexts have two parts, products three") };
        let mut phase = Poly::secret(basis, first.level());
        let mut values = PooledVec::unspecified(basis.degree());
        for (i, (sum, plan)) in phase.limbs_mut().zip(basis.plans()).enumerate() {
            let (m, kernel, secret) = (plan.modulus(), plan.kernel(), secret.secret().limb(i));
            plan.forward_into(last.limb(i), sum);
            for part in middle.iter().rev() {
                kernel.multiply(m, sum, secret);
                plan.forward_into(part.limb(i), &mut values);
                kernel.add(m, sum, &values);
            }
            kernel.multiply(m, sum, secret);
            plan.inverse(sum);
            kernel.add(m, sum, first.limb(i));
        }
        phase
    }

    /// [`Self::round`] for a plaintext prime that is a word.
    fn round_words(&self, round: &BasisConverter, phase: &Poly<Coefficient>) -> (Plaintext<F>, f64) {
        // Residues modulo `t`, of which the conversion takes a multiple by zero.
        let mut words = PooledVec::secret(self.parameters().degree());
        words.fill(0);
        let log2_distance = round.apply_measured(phase.residues(), &mut words);
        let t = &self.plaintext_modulus;
        (Plaintext::new(t, words.iter().map(|&word| t.reduce(word)).collect()), log2_distance)
    }

    /// `⌊t·x/Q⌉ mod t` for every coefficient, and `log2` of the greatest distance of a `t·x/Q` from
    /// an integer.
    ///
    /// With `y_i = x_i·(Q/q_i)^(−1) mod q_i` and `t·y_i = w_i·q_i + ρ_i`,
    /// `t·x/Q ≡ Σ w_i + Σ ρ_i/q_i (mod t)` and `w_i ≡ −ρ_i/q_i (mod t)`: one word product a
    /// residue, one field product a residue (Halevi, Polyakov and Shoup 2018).
    fn round(&self, phase: &Poly<Coefficient>) -> (Plaintext<F>, f64) {
        let (degree, level, t) = (self.parameters().degree(), self.level(phase.level()), &self.plaintext_modulus);
        let mut message = vec![F::default(); degree];
        let mut fractions = Zeroizing::new(vec![0u128; degree]);
        for (i, m) in self.parameters().basis().moduli(phase.level()).enumerate() {
            let digit = ShoupFactor::new(m, level.digit[i]);
            let reciprocal = u128::MAX / u128::from(m.value());
            let (high, low) = ((reciprocal >> 64) as u64, reciprocal as u64);
            for ((&x, value), fraction) in phase.limb(i).iter().zip(&mut message).zip(&mut *fractions) {
                let rho = digit.times(x);
                *value = t.add(*value, t.mul(t.reduce(rho), level.minus_inverse_prime[i]));
                *fraction += u128::from(rho) * u128::from(high) + ((u128::from(rho) * u128::from(low)) >> 64);
            }
        }
        let mut farthest = 1;
        for (value, &fraction) in message.iter_mut().zip(&*fractions) {
            *value = t.add(*value, t.reduce(((fraction + (1 << 63)) >> 64) as u64));
            farthest = farthest.max((fraction as u64 as i64).unsigned_abs());
        }
        (Plaintext::new(t, message), (farthest as f64).log2() - 64.0)
    }

    /// The exact noise budget, `−log2(2·max|t·x/Q − m|)`, from multi-word fractions; variable time.
    /// It holds for noise that has not gone past `Q/2t`, which cannot be measured: see
    /// [`crate::rlwe::Rlwe::predicted_budget_bits`].
    ///
    /// # Security
    /// A measurement of the noise, which is linear in the secret key: it is for the key owner
    /// alone, who publishes none, not even rounded, for ciphertexts of others (IND-CPA^D; see
    /// [`crate::bfv`]). Predictions, as by [`crate::noise`], need no key and tell nothing.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Key`].
    pub fn noise_budget_bits(&self, secret: &SecretKey, ciphertext: &Ciphertext) -> Result<f64, FheError> {
        self.check_context(ciphertext)?;
        self.check_key(secret.context())?;
        secret.id().common(ciphertext.key())?;
        let phase = self.phase(secret, ciphertext.parts());
        let (basis, level) = (self.parameters().basis(), self.level(phase.level()));
        let fraction = CrtFraction::new(basis, phase.level(), basis.log2(phase.level()) as u32 + 32);
        let mut farthest = f64::NEG_INFINITY;
        let mut sum = Zeroizing::new(vec![0; fraction.words()]);
        for j in 0..basis.degree() {
            sum.fill(0);
            for (i, m) in basis.moduli(phase.level()).enumerate() {
                fraction.accumulate(i, m.mul(phase.limb(i)[j], level.digit[i]), &mut sum);
            }
            farthest = farthest.max(fraction.log2_distance(&sum));
        }
        Ok(-1.0 - farthest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfv::prime_dropping::MOVED;
    use crate::{Parameters, ParametersLiteral};
    use papilio_field::Field;
    use papilio_field::fields::{Bn254, Goldilocks, P32};
    use papilio_ring::RnsBasis;

    /// The first primes that roundings of all parts together, by one half each, move a fraction of
    /// by at most [`MOVED`].
    fn primes_kept<F: Field>(bits: &[u32]) -> Vec<[Option<usize>; 2]> {
        let n = 2f64.powi(13);
        let moduli = RnsBasis::choose_moduli(1 << 13, bits, 0).expect("primes");
        let logs = crate::noise::log2_primes(&moduli);
        let literal =
            ParametersLiteral { log_degree: 13, moduli, special: vec![], insecure: true, ..ParametersLiteral::default() };
        let bfv = Bfv::<F>::new(Parameters::new(literal).expect("parameters")).expect("scheme");
        let levels = (1..=bits.len()).map(|level| {
            let kept = [1.0 + n, 1.0 + n + n * n].map(|terms| {
                let moved = |kept: usize| (bfv.model().log_plain() - logs[..kept].iter().sum::<f64>()).exp2() * terms / 2.0;
                (1..level).find(|&kept| moved(kept) <= MOVED)
            });
            let found = bfv
                .level(level)
                .lowerings
                .each_ref()
                .map(|lowering| lowering.as_ref().map(super::super::prime_dropping::PrimeDropping::level));
            assert_eq!(found, kept, "level {level} of {bits:?} over {}", F::NAME);
            kept
        });
        levels.collect()
    }

    #[test]
    fn decryption_keeps_the_primes_that_it_needs() {
        // 32, 13 or 26, and 2.8 bits.
        assert_eq!(primes_kept::<P32>(&[40; 4])[3], [Some(2), Some(2)]);
        assert_eq!(primes_kept::<P32>(&[50; 4])[3], [Some(1), Some(2)]);
        assert_eq!(primes_kept::<P32>(&[60, 30, 30])[2], [Some(1), Some(2)]);
        assert_eq!(primes_kept::<P32>(&[62, 30, 30])[2], [Some(1), Some(1)]);
        assert_eq!(primes_kept::<Goldilocks>(&[45; 5])[4], [Some(2), Some(3)]);
        assert_eq!(primes_kept::<Bn254>(&[45; 8])[7], [Some(6), Some(7)]);
    }
}
