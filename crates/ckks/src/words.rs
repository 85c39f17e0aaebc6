//! CKKS in words: scales are powers of two, and rescaling divides by any of them.
//!
//! A message times `2^log_scale` is a polynomial of integers over `2^bits` on the torus, in
//! ciphertexts of [`papilio_fhe::bivariate`]. The product of two is the lower half of a convolution
//! of digits, and a rescaling by `d` bits leaves out the last `d` (M. Georgieva Belorgey et al.,
//! ePrint 2023/771): the scale of a result is exactly the product of the scales over `2^d`.
//!
//! ```
//! use papilio_ckks::Complex64;
//! use papilio_ckks::words::WordCkks;
//! use papilio_fhe::bivariate::{HalfExternalKey, ParametersLiteral, SecretKey};
//! # use chacha20::ChaCha20Rng;
//! # use rand_core::SeedableRng;
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]); // of the operating system, outside documentation
//!
//! let literal = ParametersLiteral { degree: 1 << 13, key_bits: 214, digit_words: 1.into(), insecure: false };
//! let ckks = WordCkks::new(&literal)?;
//! let secret = SecretKey::generate(ckks.scheme(), &mut rng);
//! let key = HalfExternalKey::for_relinearization(ckks.scheme(), &secret, &mut rng)?;
//! let values = [Complex64::new(0.5, 0.25), Complex64::new(-1.0, 0.0)];
//! // A scale of 2^40 in 120 bits; the square has the scale 2^(40 + 40 − 37) in 83.
//! let x = ckks.encrypt(&secret, &values, (40, 120), &mut rng)?;
//! let square = ckks.multiply(&x, &x, &key, 37)?;
//! assert_eq!((square.log_scale(), square.bits()), (43, 83));
//! let found = ckks.decrypt(&secret, &square)?;
//! assert!((found[0] - values[0] * values[0]).norm() < ckks.log2_error(&square).exp2());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::multiply::product;
use crate::{CkksError, Complex64, Encoder, Scale};
use papilio_fhe::bivariate::{
    Bivariate, Ciphertext, Factors, HalfExternalKey, ParametersLiteral, ProductTables, SecretKey, TorusPoly,
};
use papilio_fhe::noise::{Noise, log2_sum};
use papilio_fhe::rlwe::{galois_element, galois_element_row_swap};
use papilio_ntt::double_double::DoubleDouble;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// Bits of an integer that are added to the torus at once: the others are above them.
const LOW_BITS: u32 = 60;
/// `log2` of the greatest scale, exclusive.
const MOST_SCALE: u32 = 512;

/// CKKS in words over fixed parameters.
#[derive(Debug)]
pub struct WordCkks {
    scheme: Bivariate,
    tables: ProductTables,
    encoder: Encoder,
}

/// An encryption of a vector of complex numbers in `N/2` slots.
#[derive(Clone, Debug, PartialEq)]
pub struct WordCiphertext {
    inner: Ciphertext,
    log_scale: u32,
    /// `log2` of a bound on the magnitude of a value.
    log2_bound: f64,
    /// `log2` of a bound on the errors of values but for the noise.
    log2_error: f64,
}

impl WordCiphertext {
    /// The pair of torus polynomials.
    #[must_use]
    pub fn inner(&self) -> &Ciphertext {
        &self.inner
    }

    /// Bits of a coefficient: `log2` of the modulus.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.inner.bits()
    }

    /// `log2` of the scale.
    #[must_use]
    pub fn log_scale(&self) -> u32 {
        self.log_scale
    }

    /// `log2` of a bound on the magnitudes of the values.
    #[must_use]
    pub fn log2_bound(&self) -> f64 {
        self.log2_bound
    }
}

impl WordCkks {
    /// The scheme over these parameters, of a degree from `2^10` to `2^16`.
    ///
    /// # Errors
    /// [`papilio_fhe::ParametersError::Degree`]; the errors of [`Bivariate::new`] and
    /// [`ProductTables::new`].
    pub fn new(literal: &ParametersLiteral) -> Result<Self, CkksError> {
        let scheme = Bivariate::new(literal)?;
        let encoder = Encoder::new(scheme.degree().ilog2())?;
        Ok(Self { tables: ProductTables::new(&scheme)?, encoder, scheme })
    }

    /// The scheme that keys are made for.
    #[must_use]
    pub fn scheme(&self) -> &Bivariate {
        &self.scheme
    }

    fn log_slots(&self) -> u32 {
        self.scheme.degree().ilog2() - 1
    }

    /// The polynomial of at most `N/2` values times `2^log_scale`, rounded to integers over
    /// `2^bits`, a secret, and `log2` of bounds on the magnitudes of the values and of their
    /// errors.
    ///
    /// # Errors
    /// [`CkksError::Slots`]; [`CkksError::NotFinite`]; [`CkksError::Constant`] for values above
    /// `2^120` with their scale; [`CkksError::Scale`]; [`CkksError::WordBits`] for values that have
    /// more bits than there are; [`papilio_fhe::bivariate::BivariateError::Bits`] for none, or more
    /// than ciphertexts have.
    pub fn encode(&self, values: &[Complex64], (log_scale, bits): (u32, u32)) -> Result<(TorusPoly, [f64; 2]), CkksError> {
        self.scheme.check_bits(bits)?;
        let (integers, bounds) = self.encoder.integers(values, self.log_slots(), scale(log_scale)?)?;
        fits(log2_sum(bounds[0], bounds[1]) + f64::from(log_scale), f64::NEG_INFINITY, bits)?;
        let mut poly = TorusPoly::secret(self.scheme.degree(), bits);
        if bits > LOW_BITS {
            poly.add_integers(integers.iter().map(|&x| (x >> LOW_BITS) as i64), bits - LOW_BITS);
            poly.add_integers(integers.iter().map(|&x| x as i64 & ((1 << LOW_BITS) - 1)), bits);
        } else {
            poly.add_integers(integers.iter().map(|&x| x as i64), bits);
        }
        Ok((poly, bounds))
    }

    /// An encryption of at most `N/2` values at a scale of `2^log_scale`, to so many bits; other
    /// slots are zero.
    ///
    /// # Errors
    /// The errors of [`Self::encode`] and [`Bivariate::encrypt`].
    pub fn encrypt(
        &self,
        secret: &SecretKey,
        values: &[Complex64],
        (log_scale, bits): (u32, u32),
        rng: &mut impl CryptoRng,
    ) -> Result<WordCiphertext, CkksError> {
        let (message, bounds) = self.encode(values, (log_scale, bits))?;
        self.finish(self.scheme.encrypt(secret, &message, rng)?, log_scale, bounds)
    }

    /// The values in all slots.
    ///
    /// # Security
    /// They are the key owner's: their errors tell of the key, as in [`crate::Ckks::decrypt`].
    ///
    /// # Errors
    /// [`papilio_fhe::bivariate::BivariateError::Context`];
    /// [`papilio_fhe::bivariate::BivariateError::Key`].
    pub fn decrypt(&self, secret: &SecretKey, a: &WordCiphertext) -> Result<Vec<Complex64>, CkksError> {
        let phase = self.scheme.phase(secret, &a.inner)?;
        self.encoder.values(&numbers(&phase), self.log_slots(), scale(a.log_scale)?)
    }

    /// `log2` of a bound on the error of any value after decryption: by the noise, by the rounding
    /// of vectors that were encoded, and by that of doubles.
    #[must_use]
    pub fn log2_error(&self, a: &WordCiphertext) -> f64 {
        let noise = Noise::colored(1, a.inner.log2_variance() + 2.0 * f64::from(a.bits()), 1, 0.0);
        let (scale, slots) = (Scale::power_of_two(a.log_scale), self.scheme.degree() / 2);
        log2_sum(Encoder::error_bits(&noise, scale, slots, a.log2_bound), a.log2_error)
    }

    /// `a + b`, of one scale and as many bits.
    ///
    /// # Errors
    /// [`CkksError::WordScales`] for different scales; [`CkksError::WordBits`]; the errors of
    /// [`Bivariate::add`].
    pub fn add(&self, a: &WordCiphertext, b: &WordCiphertext) -> Result<WordCiphertext, CkksError> {
        check_scales(a, b)?;
        self.finish(self.scheme.add(&a.inner, &b.inner)?, a.log_scale, sum(a, b))
    }

    /// `a − b`, of one scale and as many bits.
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn sub(&self, a: &WordCiphertext, b: &WordCiphertext) -> Result<WordCiphertext, CkksError> {
        check_scales(a, b)?;
        self.finish(self.scheme.sub(&a.inner, &b.inner)?, a.log_scale, sum(a, b))
    }

    /// `a·b`, relinearized and rescaled by `2^by`: `by` bits less than both have, at a scale that
    /// is exactly the product of both over `2^by`.
    ///
    /// # Errors
    /// [`CkksError::WordRescaling`] for as many bits as there are, or more than the product of the
    /// scales has; [`CkksError::WordBits`] for results that have more bits than are left; the
    /// errors of [`ProductTables::multiply_rescale`].
    pub fn multiply(
        &self,
        a: &WordCiphertext,
        b: &WordCiphertext,
        key: &HalfExternalKey,
        by: u32,
    ) -> Result<WordCiphertext, CkksError> {
        let (log_scale, left) = rescaled(a.log_scale + b.log_scale, a.bits(), by)?;
        // An error that is as great as the values is multiplied by the other one like them.
        let message = |x: &WordCiphertext| log2_sum(x.log2_bound, self.log2_error(x));
        let squares = |x: &WordCiphertext| 2.0 * (message(x) + f64::from(x.log_scale) - f64::from(x.bits()));
        let factors = Factors { log2_squares: [squares(a), squares(b)], independent: false };
        let inner = self.tables.multiply_rescale(&self.scheme, (&a.inner, &b.inner), key, left, &factors)?;
        self.finish(inner, log_scale, product([a.log2_bound, a.log2_error], [b.log2_bound, b.log2_error]))
    }

    /// The same values at the scale over `2^by`, with `by` bits less.
    ///
    /// # Errors
    /// [`CkksError::WordRescaling`]; the errors of [`Bivariate::with_bits`].
    pub fn rescale(&self, a: &WordCiphertext, by: u32) -> Result<WordCiphertext, CkksError> {
        let (log_scale, left) = rescaled(a.log_scale, a.bits(), by)?;
        self.finish(self.scheme.with_bits(&a.inner, left)?, log_scale, [a.log2_bound, a.log2_error])
    }

    /// The same values at the same scale in fewer bits: the integers modulo a lesser power of two.
    ///
    /// # Errors
    /// [`CkksError::WordBits`] when values do not fit; the errors of [`Bivariate::rescale`].
    pub fn with_bits(&self, a: &WordCiphertext, bits: u32) -> Result<WordCiphertext, CkksError> {
        let inner = self.scheme.rescale(&a.inner, a.bits().saturating_sub(bits), bits)?;
        self.finish(inner, a.log_scale, [a.log2_bound, a.log2_error])
    }

    /// The values rotated by so many slots to the left, by the key of the automorphism
    /// [`Self::rotation_exponent`].
    ///
    /// # Errors
    /// The errors of [`Bivariate::apply_automorphism`].
    pub fn rotate(&self, a: &WordCiphertext, steps: i64, key: &HalfExternalKey) -> Result<WordCiphertext, CkksError> {
        self.automorphism(a, self.rotation_exponent(steps), key)
    }

    /// The complex conjugates of the values, by the key of the automorphism
    /// [`Self::conjugation_exponent`].
    ///
    /// # Errors
    /// The errors of [`Bivariate::apply_automorphism`].
    pub fn conjugate(&self, a: &WordCiphertext, key: &HalfExternalKey) -> Result<WordCiphertext, CkksError> {
        self.automorphism(a, self.conjugation_exponent(), key)
    }

    fn automorphism(&self, a: &WordCiphertext, exponent: usize, key: &HalfExternalKey) -> Result<WordCiphertext, CkksError> {
        let bounds = [a.log2_bound, a.log2_error];
        self.finish(self.scheme.apply_automorphism(&a.inner, exponent, key)?, a.log_scale, bounds)
    }

    /// The exponent of the automorphism that rotates slots.
    #[must_use]
    pub fn rotation_exponent(&self, steps: i64) -> usize {
        galois_element(self.scheme.degree(), steps)
    }

    /// The exponent of the automorphism that conjugates values.
    #[must_use]
    pub fn conjugation_exponent(&self) -> usize {
        galois_element_row_swap(self.scheme.degree())
    }

    /// A ciphertext whose values and noise fit its bits, by bounds on its values and their errors.
    fn finish(
        &self,
        inner: Ciphertext,
        log_scale: u32,
        [log2_bound, log2_error]: [f64; 2],
    ) -> Result<WordCiphertext, CkksError> {
        scale(log_scale)?;
        let noise = papilio_fhe::noise::log2_max(inner.log2_variance(), self.scheme.degree() as f64);
        let message = log2_sum(log2_bound, log2_error) + f64::from(log_scale);
        fits(message, noise + f64::from(inner.bits()), inner.bits())?;
        Ok(WordCiphertext { inner, log_scale, log2_bound, log2_error })
    }
}

/// The bounds on the values and errors of a sum.
fn sum(a: &WordCiphertext, b: &WordCiphertext) -> [f64; 2] {
    [log2_sum(a.log2_bound, b.log2_bound), log2_sum(a.log2_error, b.log2_error)]
}

/// Refuses values that are not below half of the modulus with their noise.
fn fits(log2_values: f64, log2_noise: f64, bits: u32) -> Result<(), CkksError> {
    let found = log2_sum(log2_values, log2_noise);
    // No number fits nothing.
    if found < f64::from(bits) - 1.0 { Ok(()) } else { Err(CkksError::WordBits { found, bits }) }
}

/// A scale that numbers have.
fn scale(log_scale: u32) -> Result<Scale, CkksError> {
    if log_scale < MOST_SCALE { Ok(Scale::power_of_two(log_scale)) } else { Err(CkksError::Scale { found: log_scale.into() }) }
}

/// The scale and the bits that are left.
fn rescaled(log_scale: u32, bits: u32, by: u32) -> Result<(u32, u32), CkksError> {
    match (log_scale.checked_sub(by), bits.checked_sub(by)) {
        (Some(scale), Some(left)) if left > 0 => Ok((scale, left)),
        _ => Err(CkksError::WordRescaling { by, log_scale, bits }),
    }
}

fn check_scales(a: &WordCiphertext, b: &WordCiphertext) -> Result<(), CkksError> {
    let (first, second) = (a.log_scale, b.log_scale);
    if first == second { Ok(()) } else { Err(CkksError::WordScales { first, second }) }
}

/// The coefficients between −1/2 and 1/2 as numerators, each a sum of two doubles.
fn numbers(phase: &TorusPoly) -> Zeroizing<Vec<[f64; 2]>> {
    let bits = phase.bits();
    let high = phase.with_bits(bits.saturating_sub(LOW_BITS)).with_bits(bits);
    let mut low = phase.clone();
    low.sub_assign(&high);
    let [high, low] = [high, low].map(|part| Zeroizing::new(part.to_numbers(bits)));
    let pair = |(&high, &low): (&f64, &f64)| {
        let sum = DoubleDouble::sum(high, low);
        [sum.high, sum.low]
    };
    Zeroizing::new(high.iter().zip(&*low).map(pair).collect())
}

#[cfg(test)]
mod tests;
