//! Ciphertexts: encryption, phases, sums, and fewer bits.

use super::noise::{few_bits, log2_total};
use super::{Bivariate, BivariateError, SecretKey};
use crate::rlwe::KeyId;
use crate::seeds;
use papilio_ring::bivariate::TorusPoly;
use papilio_ring::sample::ShortPoly;
use rand_core::CryptoRng;

/// A pair `(b, a)` of torus polynomials whose phase `b + a·s` is a message and noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Ciphertext {
    pub(super) context: u64,
    pub(super) key: KeyId,
    pub(super) parts: [TorusPoly; 2],
    pub(super) log2_variance: f64,
}

impl Ciphertext {
    /// Bits of its coefficients.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.parts[0].bits()
    }

    /// `b` and `a`.
    #[must_use]
    pub fn parts(&self) -> &[TorusPoly; 2] {
        &self.parts
    }

    /// The key that it is under.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.key
    }

    /// `log2` of the predicted variance of the noise of a coefficient, where the torus is from 0 to
    /// below 1.
    #[must_use]
    pub fn log2_variance(&self) -> f64 {
        self.log2_variance
    }
}

impl Bivariate {
    /// An encryption of a torus polynomial, to as many bits as it has.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::PolynomialDegree`]; [`BivariateError::Bits`]
    /// for more than [`Self::max_bits`].
    pub fn encrypt(
        &self,
        secret: &SecretKey,
        message: &TorusPoly,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, BivariateError> {
        self.check_context(secret.context)?;
        self.check_degree(message.degree())?;
        self.check_bits(message.bits())?;
        let mask = TorusPoly::uniform(self.degree(), message.bits(), &seeds::ciphertext_mask(seeds::fresh(rng)), 0);
        let mut body = self.zero_body(secret, &mask, rng);
        body.add_assign(message);
        let log2_variance = Self::fresh_variance(message.bits());
        Ok(Ciphertext { context: secret.context, key: secret.id, parts: [body.publish(), mask], log2_variance })
    }

    /// `−a·s + e` for a mask `a`.
    pub(super) fn zero_body(&self, secret: &SecretKey, mask: &TorusPoly, rng: &mut impl CryptoRng) -> TorusPoly {
        let mut body = self.transforms().multiply_integers(mask, &secret.values);
        body.neg_assign();
        body.add_short(&ShortPoly::error(self.degree(), rng), mask.bits());
        body
    }

    /// `b + a·s`: the message and the noise, secret both.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Key`] for a ciphertext of another secret.
    pub fn phase(&self, secret: &SecretKey, a: &Ciphertext) -> Result<TorusPoly, BivariateError> {
        self.check_context(secret.context)?;
        self.check_under(a, secret.id)?;
        let mut phase = self.transforms().multiply_integers(&a.parts[1], &secret.values);
        phase.add_assign(&a.parts[0]);
        Ok(phase)
    }

    /// `a + b`
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Key`]; [`BivariateError::Precision`].
    pub fn add(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, BivariateError> {
        self.combine(a, b, TorusPoly::add_assign)
    }

    /// `a − b`
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn sub(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, BivariateError> {
        self.combine(a, b, TorusPoly::sub_assign)
    }

    /// Noise: deviations add up, for both may have the same.
    fn combine(&self, a: &Ciphertext, b: &Ciphertext, f: fn(&mut TorusPoly, &TorusPoly)) -> Result<Ciphertext, BivariateError> {
        self.check_under(a, b.key)?;
        self.check_under(b, a.key)?;
        if a.bits() != b.bits() {
            return Err(BivariateError::Precision { first: a.bits(), second: b.bits() });
        }
        let key = a.key.common(b.key)?;
        let mut sum = Ciphertext { key, ..a.clone() };
        sum.parts.iter_mut().zip(&b.parts).for_each(|(a, b)| f(a, b));
        sum.log2_variance = 2.0 * log2_total(&[a.log2_variance / 2.0, b.log2_variance / 2.0]);
        Ok(sum)
    }

    /// The same message to fewer bits: a prefix of the words, rounded.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Bits`] for none, or more than there are.
    pub fn with_bits(&self, a: &Ciphertext, bits: u32) -> Result<Ciphertext, BivariateError> {
        self.rescale(a, 0, bits)
    }

    /// `2^by` times the message, to so many bits: the rescaling of a phase that is an integer over
    /// `2^bits`, and whose modulus is divided by `2^by`.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Bits`] for none, or more than are left.
    pub fn rescale(&self, a: &Ciphertext, by: u32, bits: u32) -> Result<Ciphertext, BivariateError> {
        self.check_context(a.context)?;
        let most = a.bits().saturating_sub(by);
        if !(1..=most).contains(&bits) {
            return Err(BivariateError::Bits { found: bits, least: 1, most });
        }
        let rounding = self.rounding_variance(bits) + few_bits(most - bits);
        Ok(Ciphertext {
            parts: a.parts.each_ref().map(|part| part.shifted(by, bits)),
            log2_variance: log2_total(&[a.log2_variance + 2.0 * f64::from(by), rounding]),
            ..*a
        })
    }

    /// Refuses bits that ciphertexts do not have.
    ///
    /// # Errors
    /// [`BivariateError::Bits`].
    pub fn check_bits(&self, found: u32) -> Result<(), BivariateError> {
        let most = self.max_bits();
        if (1..=most).contains(&found) { Ok(()) } else { Err(BivariateError::Bits { found, least: 1, most }) }
    }

    /// Refuses ciphertexts of other parameters or under another key.
    pub(super) fn check_under(&self, a: &Ciphertext, expected: KeyId) -> Result<(), BivariateError> {
        self.check_context(a.context)?;
        let error = BivariateError::Key { found: a.key, expected };
        a.key.common(expected).map(|_| ()).map_err(|_| error)
    }
}
