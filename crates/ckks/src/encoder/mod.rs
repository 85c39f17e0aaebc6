//! The canonical embedding: vectors of complex numbers as polynomials with real coefficients.
//!
//! With `ζ = e^(πi/N)`, slot `j` of `N/2` holds the value at `ζ^(5^j)`. The powers of 5 are the
//! exponents that are 1 modulo 4, so that no two of these roots are conjugates, and all are the
//! roots of `X^(N/2) − i`: the transform is that of [`ComplexPlan`], and a permutation.
//!
//! A vector in `n` slots, fewer than there are, is a polynomial in `X^(N/2n)`, whose values stand
//! in all slots again and again.

mod centered;
mod precise;

use crate::{CkksError, Complex64, Scale};
use papilio_fhe::noise::{Noise, log2_sum};
use papilio_fhe::rlwe::FheError;
use papilio_ntt::complex::ComplexPlan;
use papilio_ring::{Coefficient, Poly, RnsBasis};
use precise::PreciseTransform;
use std::sync::OnceLock;
use zeroize::Zeroizing;

/// Encodes vectors for one ring degree.
#[derive(Debug)]
pub struct Encoder {
    log_degree: u32,
    /// By `log2` of the number of slots.
    embeddings: Box<[OnceLock<Embedding>]>,
}

/// The transform of one number of slots.
#[derive(Debug)]
struct Embedding {
    /// None for fewer slots than a plan has.
    plan: Option<ComplexPlan>,
    precise: OnceLock<PreciseTransform>,
    /// The place of each slot among the leaves of the transform.
    places: Box<[u32]>,
}

/// Bits of values that encoding and decoding in doubles keep, and those in pairs of doubles, whose
/// results are rounded to doubles: below the greatest magnitude.
const DOUBLE_BITS: [f64; 2] = [47.0, 52.0];
/// `log2` of the greatest scale that encoding in doubles serves: beyond it their roundings are more
/// than those of coefficients to integers.
const DOUBLE_SCALE: f64 = 50.0;
/// `log2` of the magnitudes of coefficients that are rounded to words.
const WORD_BITS: f64 = 62.0;
/// `log2` of the magnitudes of coefficients that are encoded at all.
const MOST_BITS: f64 = 120.0;
/// A bound on a magnitude that is rounded, in bits.
const ROUNDED: f64 = 1e-9;

/// A vector as a polynomial.
pub(crate) struct Encoded {
    pub(crate) poly: Poly<Coefficient>,
    /// `log2` of a bound on the magnitudes of its values.
    pub(crate) log2_bound: f64,
    /// The magnitude in each slot of what the rounding of coefficients errs by.
    pub(crate) roundings: Zeroizing<Vec<f64>>,
}

impl Embedding {
    fn new(log_slots: u32) -> Self {
        let slots = 1u64 << log_slots;
        let place = |exponent: u64| ((exponent >> 2).reverse_bits() >> (63 - log_slots) >> 1) as u32;
        let powers = core::iter::successors(Some(1u64), |power| Some(power * 5 % (4 * slots)));
        let places = powers.take(slots as usize).map(place).collect();
        Self { plan: ComplexPlan::new(log_slots).ok(), precise: OnceLock::new(), places }
    }

    fn precise(&self) -> &PreciseTransform {
        self.precise.get_or_init(|| PreciseTransform::new(self.places.len().ilog2()))
    }
}

impl Encoder {
    /// The encoder for `N = 2^log_degree`.
    ///
    /// # Errors
    /// [`papilio_fhe::ParametersError::Degree`] for a degree that no parameters have.
    pub fn new(log_degree: u32) -> Result<Self, CkksError> {
        if !papilio_fhe::Parameters::LOG_DEGREES.contains(&log_degree) {
            return Err(papilio_fhe::ParametersError::Degree(log_degree).into());
        }
        Ok(Self { log_degree, embeddings: (0..log_degree).map(|_| OnceLock::new()).collect() })
    }

    /// Bits below the greatest magnitude that encoding and decoding at a scale keep.
    pub(crate) fn precision(scale: Scale) -> f64 {
        DOUBLE_BITS[usize::from(scale.log2() > DOUBLE_SCALE)]
    }

    /// `log2` of a bound on the error in any of the slots, of values of which a bound is known: the
    /// noise, and the rounding of doubles.
    pub(crate) fn error_bits(noise: &Noise, scale: Scale, slots: usize, log2_bound: f64) -> f64 {
        log2_sum(noise.log2_max_value(2 * slots, slots) - scale.log2(), log2_bound - Self::precision(scale))
    }

    /// `log2` of a bound on the error in any slot of encoding values of a bound, but for the
    /// rounding of coefficients to integers: none in pairs of doubles.
    pub(crate) fn encoding_error(log2_bound: f64, scale: Scale) -> f64 {
        if Self::is_in_doubles(log2_bound, scale) { log2_bound - DOUBLE_BITS[0] } else { f64::NEG_INFINITY }
    }

    fn is_in_doubles(log2_bound: f64, scale: Scale) -> bool {
        scale.log2() <= DOUBLE_SCALE && log2_bound + scale.log2() < WORD_BITS
    }

    fn embedding(&self, log_slots: u32) -> Result<&Embedding, CkksError> {
        let slot = self.embeddings.get(log_slots as usize).ok_or(CkksError::Slots {
            found: 1usize.checked_shl(log_slots).unwrap_or(usize::MAX),
            most: 1 << (self.log_degree - 1),
        })?;
        Ok(slot.get_or_init(|| Embedding::new(log_slots)))
    }

    /// The polynomial of at most `2^log_slots` values times the scale, rounded to integers, and the
    /// `log2` of a bound on their magnitudes.
    ///
    /// In doubles for scales up to `2^50`, and in pairs of doubles above: what the transform errs
    /// by is less than the rounding of the coefficients, as long as values are about 1.
    ///
    /// # Errors
    /// [`CkksError::Slots`]; [`CkksError::NotFinite`]; [`CkksError::Scale`] for what is no scale;
    /// [`CkksError::Constant`] for values above `2^120` with their scale; [`FheError::Degree`] and
    /// [`FheError::LevelRange`] for another basis.
    pub fn encode(
        &self,
        basis: &RnsBasis,
        level: usize,
        values: &[Complex64],
        log_slots: u32,
        scale: Scale,
    ) -> Result<(Poly<Coefficient>, f64), CkksError> {
        self.encoded(basis, level, values, (log_slots, scale)).map(|encoded| (encoded.poly, encoded.log2_bound))
    }

    /// [`Self::encode`] with the errors of the rounding. They are measured: the same vector errs by
    /// the same whenever it is encoded.
    pub(crate) fn encoded(
        &self,
        basis: &RnsBasis,
        level: usize,
        values: &[Complex64],
        (log_slots, scale): (u32, Scale),
    ) -> Result<Encoded, CkksError> {
        let embedding = self.embedding(log_slots)?;
        self.check_basis(basis, level)?;
        let log2_bound = check(values, embedding.places.len(), scale)?;
        let mut poly = Poly::secret(basis, level);
        let roundings = if Self::is_in_doubles(log2_bound, scale) {
            let coefficients = embedding.coefficients(values, scale.to_f64());
            self.write(basis, &mut poly, &coefficients);
            embedding.roundings(values, &coefficients, scale)
        } else {
            let (coefficients, rounded_away) = embedding.precise().coefficients(&embedding.places, values, scale);
            self.write_wide(basis, &mut poly, &coefficients);
            embedding.magnitudes(rounded_away, scale)
        };
        Ok(Encoded { poly, log2_bound, roundings })
    }

    fn check_basis(&self, basis: &RnsBasis, level: usize) -> Result<(), FheError> {
        let (found, expected) = (basis.degree(), 1 << self.log_degree);
        if found != expected {
            return Err(FheError::Degree { found, expected });
        }
        let most = basis.limbs();
        if (1..=most).contains(&level) { Ok(()) } else { Err(FheError::LevelRange { found: level, most }) }
    }

    /// The values in `2^log_slots` slots of a polynomial, divided by the scale.
    ///
    /// # Panics
    /// If there are not so many slots, or the polynomial or basis is of another ring.
    #[must_use]
    pub fn decode(&self, basis: &RnsBasis, poly: &Poly<Coefficient>, log_slots: u32, scale: Scale) -> Vec<Complex64> {
        self.decode_limbs(basis, (poly, poly.level()), log_slots, scale)
    }

    /// [`Self::decode`] from the first primes alone, which hold the coefficients.
    pub(crate) fn decode_limbs(
        &self,
        basis: &RnsBasis,
        (poly, limbs): (&Poly<Coefficient>, usize),
        log_slots: u32,
        scale: Scale,
    ) -> Vec<Complex64> {
        let apart = basis.degree() >> (log_slots + 1);
        let coefficients = centered::to_doubles(basis, (poly, limbs), apart);
        self.values(&coefficients, log_slots, scale).expect("the slots of a plaintext")
    }

    /// The values in `2^log_slots` slots of twice as many coefficients, each a sum of two doubles,
    /// divided by the scale.
    ///
    /// # Errors
    /// [`CkksError::Slots`].
    pub(crate) fn values(&self, coefficients: &[[f64; 2]], log_slots: u32, scale: Scale) -> Result<Vec<Complex64>, CkksError> {
        let embedding = self.embedding(log_slots)?;
        debug_assert_eq!(coefficients.len(), 2 << log_slots, "coefficients of 2^{log_slots} slots");
        if scale.log2() <= DOUBLE_SCALE {
            let coefficients = Zeroizing::new(coefficients.iter().map(|x| x[0]).collect::<Vec<_>>());
            Ok(embedding.values(coefficients, scale.to_f64()))
        } else {
            Ok(embedding.precise().values(&embedding.places, coefficients, scale))
        }
    }

    /// The integers next to the coefficients of at most `2^log_slots` values times the scale, twice
    /// as many as slots, and `log2` of bounds on the magnitudes of the values and of their errors.
    ///
    /// # Errors
    /// [`CkksError::Slots`]; [`CkksError::NotFinite`]; [`CkksError::Constant`].
    pub(crate) fn integers(
        &self,
        values: &[Complex64],
        log_slots: u32,
        scale: Scale,
    ) -> Result<(Zeroizing<Vec<i128>>, [f64; 2]), CkksError> {
        let embedding = self.embedding(log_slots)?;
        let log2_bound = check(values, embedding.places.len(), scale)?;
        let (integers, roundings) = if Self::is_in_doubles(log2_bound, scale) {
            let words = embedding.coefficients(values, scale.to_f64());
            let roundings = embedding.roundings(values, &words, scale);
            (Zeroizing::new(words.iter().map(|&x| i128::from(x)).collect()), roundings)
        } else {
            let (integers, rounded_away) = embedding.precise().coefficients(&embedding.places, values, scale);
            (integers, embedding.magnitudes(rounded_away, scale))
        };
        let log2_error = log2_sum(Self::encoding_error(log2_bound, scale), log2_greatest(&roundings));
        Ok((integers, [log2_bound, log2_error]))
    }

    /// The polynomial of these coefficients times the scale, rounded: no transform.
    ///
    /// # Errors
    /// The errors of [`Self::encode`], for as many coefficients as the ring degree.
    pub fn encode_coefficients(
        &self,
        basis: &RnsBasis,
        level: usize,
        coefficients: &[f64],
        scale: Scale,
    ) -> Result<(Poly<Coefficient>, f64), CkksError> {
        let complex: Vec<Complex64> = coefficients.iter().map(|&x| x.into()).collect();
        self.check_basis(basis, level)?;
        check(&complex, basis.degree(), scale)?;
        // A value in a slot is a sum of all.
        let sum = coefficients.iter().map(|x| x.abs()).sum::<f64>().log2() + ROUNDED;
        let mut integers = Zeroizing::new(vec![0; basis.degree()]);
        for (integer, &x) in integers.iter_mut().zip(coefficients) {
            *integer = crate::rounded::Rounded::new(x, scale)?.integer();
        }
        let mut poly = Poly::secret(basis, level);
        self.write_wide(basis, &mut poly, &integers);
        Ok((poly, sum))
    }

    /// The coefficients divided by the scale.
    #[must_use]
    pub fn decode_coefficients(&self, basis: &RnsBasis, poly: &Poly<Coefficient>, scale: Scale) -> Vec<f64> {
        let divided = |x| (centered::double_double(x) / scale.double_double()).high;
        centered::to_doubles(basis, (poly, poly.level()), 1).iter().map(divided).collect()
    }

    /// Residues of coefficients, evenly spaced.
    fn write(&self, basis: &RnsBasis, poly: &mut Poly<Coefficient>, coefficients: &[i64]) {
        let apart = basis.degree() / coefficients.len();
        for (limb, plan) in poly.limbs_mut().zip(basis.plans()) {
            let m = plan.modulus();
            limb.fill(0);
            for (to, &x) in limb.iter_mut().step_by(apart).zip(coefficients) {
                // No jump on the sign of a message.
                let (residue, negative) = (m.reduce(x.unsigned_abs()), (x >> 63) as u64);
                *to = (residue & !negative) | (m.neg(residue) & negative);
            }
        }
    }

    fn write_wide(&self, basis: &RnsBasis, poly: &mut Poly<Coefficient>, coefficients: &[i128]) {
        let apart = basis.degree() / coefficients.len();
        for (limb, plan) in poly.limbs_mut().zip(basis.plans()) {
            let m = plan.modulus();
            limb.fill(0);
            for (to, &x) in limb.iter_mut().step_by(apart).zip(coefficients) {
                let (residue, negative) = (m.reduce_wide(x.unsigned_abs()), (x >> 127) as u64);
                *to = (residue & !negative) | (m.neg(residue) & negative);
            }
        }
    }
}

/// `log2` of the greatest of errors.
pub(crate) fn log2_greatest(errors: &[f64]) -> f64 {
    errors.iter().copied().fold(0.0, f64::max).log2() + ROUNDED
}

/// Refuses what cannot be encoded; `log2` of a bound on the magnitudes.
fn check(values: &[Complex64], most: usize, scale: Scale) -> Result<f64, CkksError> {
    if values.len() > most {
        return Err(CkksError::Slots { found: values.len(), most });
    }
    let mut greatest = 0f64;
    for (index, x) in values.iter().enumerate() {
        if let Some(value) = [x.re, x.im].into_iter().find(|part| !part.is_finite()) {
            return Err(CkksError::NotFinite { index, value });
        }
        greatest = greatest.max(x.norm());
    }
    // A scale whose parts are those of no scale would make zeros of all values.
    let [high, low] = scale.to_parts();
    if Scale::from_parts([high, low]).is_none() {
        return Err(CkksError::Scale { found: scale.log2() });
    }
    let (log2_bound, bits) = (greatest.log2() + ROUNDED, greatest.log2() + scale.log2());
    if bits > MOST_BITS {
        return Err(CkksError::Constant { value: greatest, bits, most: MOST_BITS });
    }
    Ok(log2_bound)
}

impl Embedding {
    /// The coefficients of values times the scale, of magnitudes below `2^63`.
    fn coefficients(&self, values: &[Complex64], scale: f64) -> Zeroizing<Vec<i64>> {
        let slots = self.places.len();
        let mut planes = Zeroizing::new(vec![0.0; 2 * slots]);
        let (re, im) = planes.split_at_mut(slots);
        for (x, &place) in values.iter().zip(&*self.places) {
            (re[place as usize], im[place as usize]) = (x.re * scale, x.im * scale);
        }
        let mut integers = Zeroizing::new(vec![0; 2 * slots]);
        match &self.plan {
            Some(plan) => plan.inverse_rounded(&mut planes, &mut integers),
            // One slot: its value is a + bi for a + bX.
            None => integers.iter_mut().zip(&*planes).for_each(|(to, x)| *to = x.round() as i64),
        }
        integers
    }

    /// The magnitudes of the differences between values and those of the coefficients that they
    /// were rounded to, but for the rounding of doubles.
    fn roundings(&self, values: &[Complex64], coefficients: &[i64], scale: Scale) -> Zeroizing<Vec<f64>> {
        let coefficients = Zeroizing::new(coefficients.iter().map(|&x| x as f64).collect());
        let rounded =
            Zeroizing::new(self.values(coefficients, scale.to_f64()).into_iter().map(|x| [x.re, x.im]).collect::<Vec<_>>());
        let values = values.iter().copied().chain(core::iter::repeat(Complex64::ZERO));
        Zeroizing::new(rounded.iter().zip(values).map(|(x, y)| (Complex64::new(x[0], x[1]) - y).norm()).collect())
    }

    /// The magnitudes of the values of these coefficients, divided by the scale.
    fn magnitudes(&self, coefficients: Zeroizing<Vec<f64>>, scale: Scale) -> Zeroizing<Vec<f64>> {
        Zeroizing::new(self.values(coefficients, scale.to_f64()).into_iter().map(|x| x.norm()).collect())
    }

    /// The values of coefficients, divided by the scale.
    fn values(&self, mut planes: Zeroizing<Vec<f64>>, scale: f64) -> Vec<Complex64> {
        let slots = self.places.len();
        if let Some(plan) = &self.plan {
            plan.forward(&mut planes);
        }
        let (re, im) = planes.split_at(slots);
        let value = |&place: &u32| Complex64::new(re[place as usize] / scale, im[place as usize] / scale);
        self.places.iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests;
