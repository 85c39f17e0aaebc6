//! Decryption and the measurement of noise.

use super::encrypt::ShoupFactor;
use super::{Bfv, BfvError, Ciphertext, Plaintext, Product, SecretKey};
use ntt::Field;
use ring::{Coefficient, Conversion, Fraction, Poly};
use zeroize::Zeroizing;

/// Below this, fractions come so near to one half that some may have gone past it: noise that stays below half has this much
/// left by the margin of every plan, and noise that has passed it is spread over the interval.
const EXHAUSTED_BITS: f64 = 0.25;

/// A decrypted plaintext with what was left of its budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Decryption<F> {
    /// The message.
    pub plaintext: Plaintext<F>,
    /// The noise budget in bits, or less, as far as the fractions of rounding resolve it: about 35 bits for plaintext primes of a word, 60
    /// for others. [`Bfv::noise_budget_bits`] resolves it fully.
    pub budget_bits: f64,
}

impl<F: Field> Bfv<F> {
    /// Decrypts and measures.
    ///
    /// # Errors
    /// [`BfvError::Exhausted`] when no budget is left, so that the plaintext would be noise; [`BfvError::Context`].
    pub fn decrypt(&self, secret: &SecretKey, ciphertext: &Ciphertext) -> Result<Decryption<F>, BfvError> {
        self.admit(ciphertext)?;
        self.open(&Zeroizing::new(self.phase(secret, ciphertext.parts())))
    }

    /// As [`Self::decrypt`], for a product.
    ///
    /// # Errors
    /// As [`Self::decrypt`].
    pub fn decrypt_product(&self, secret: &SecretKey, product: &Product) -> Result<Decryption<F>, BfvError> {
        self.admit_context(product.context())?;
        self.open(&Zeroizing::new(self.phase(secret, product.parts())))
    }

    fn open(&self, phase: &Poly<Coefficient>) -> Result<Decryption<F>, BfvError> {
        let (coefficients, log2_distance) = match &self.level(phase.level()).round {
            Some(round) => self.round_words(round, phase),
            None => self.round(phase),
        };
        let budget_bits = -1.0 - log2_distance;
        if budget_bits < EXHAUSTED_BITS {
            return Err(BfvError::Exhausted { bits: budget_bits });
        }
        Ok(Decryption { plaintext: Plaintext::new(coefficients), budget_bits })
    }

    /// `c_0 + c_1·s + c_2·s² + …`, by Horner's rule.
    fn phase(&self, secret: &SecretKey, parts: &[Poly<Coefficient>]) -> Poly<Coefficient> {
        let basis = self.params.basis();
        let powers = parts.iter().skip(1).rev().map(|part| part.to_evaluation(basis));
        let sum = powers.reduce(|mut sum, part| {
            sum.mul_assign(basis, secret.secret());
            sum.add_assign(basis, &part);
            sum
        });
        let mut sum = sum.unwrap_or_else(|| Poly::zero(basis, parts[0].level()));
        sum.mul_assign(basis, secret.secret());
        let mut phase = sum.into_coefficient(basis);
        phase.add_assign(basis, &parts[0]);
        phase
    }

    /// As [`Self::round`], for a plaintext prime that is a word.
    fn round_words(&self, round: &Conversion, phase: &Poly<Coefficient>) -> (Vec<F>, f64) {
        let mut words = Zeroizing::new(vec![0; self.params.degree()]);
        let log2_distance = round.apply_measured(phase.residues(), &mut words);
        (words.iter().map(|&word| F::from_u64(word)).collect(), log2_distance)
    }

    /// `⌊t·x/Q⌉ mod t` for every coefficient, and `log2` of the greatest distance of a `t·x/Q` from an integer.
    ///
    /// With `y_i = x_i·(Q/q_i)^(−1) mod q_i` and `t·y_i = w_i·q_i + ρ_i`, `t·x/Q ≡ Σ w_i + Σ ρ_i/q_i (mod t)` and
    /// `w_i ≡ −ρ_i/q_i (mod t)`: one word product a residue, one field product a residue (Halevi, Polyakov and Shoup 2018).
    fn round(&self, phase: &Poly<Coefficient>) -> (Vec<F>, f64) {
        let (degree, level) = (self.params.degree(), self.level(phase.level()));
        let mut message = vec![F::ZERO; degree];
        let mut fractions = vec![0u128; degree];
        for (i, m) in self.params.basis().moduli(phase.level()).enumerate() {
            let digit = ShoupFactor::new(m, level.digit[i]);
            let reciprocal = u128::MAX / u128::from(m.value());
            let (high, low) = ((reciprocal >> 64) as u64, reciprocal as u64);
            for ((&x, value), fraction) in phase.limb(i).iter().zip(&mut message).zip(&mut fractions) {
                let rho = digit.times(x);
                *value = *value + F::from_u64(rho) * level.minus_inverse_prime[i];
                *fraction += u128::from(rho) * u128::from(high) + ((u128::from(rho) * u128::from(low)) >> 64);
            }
        }
        let mut farthest = 1;
        for (value, &fraction) in message.iter_mut().zip(&fractions) {
            *value = *value + F::from_u64(((fraction + (1 << 63)) >> 64) as u64);
            farthest = farthest.max((fraction as u64 as i64).unsigned_abs());
        }
        (message, (farthest as f64).log2() - 64.0)
    }

    /// The exact noise budget, `−log2(2·max|t·x/Q − m|)`, from multi-word fractions.
    #[must_use]
    pub fn noise_budget_bits(&self, secret: &SecretKey, ciphertext: &Ciphertext) -> f64 {
        let phase = Zeroizing::new(self.phase(secret, ciphertext.parts()));
        let (basis, level) = (self.params.basis(), self.level(phase.level()));
        let fraction = Fraction::new(basis, phase.level(), basis.log2(phase.level()) as u32 + 32);
        let mut farthest = f64::NEG_INFINITY;
        let mut sum = vec![0; fraction.words()];
        for j in 0..basis.degree() {
            sum.fill(0);
            for (i, m) in basis.moduli(phase.level()).enumerate() {
                fraction.accumulate(i, m.mul(phase.limb(i)[j], level.digit[i]), &mut sum);
            }
            farthest = farthest.max(fraction.log2_distance(&sum));
        }
        -1.0 - farthest
    }
}
