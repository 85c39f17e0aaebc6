//! Plaintexts: vectors as polynomials with a scale.

use crate::encoder::{Encoded, log2_greatest};
use crate::{Ciphertext, Ckks, CkksError, Complex64, Encoder, Scale};
use papilio_fhe::noise::{PlaintextNorms, log2_sum};
use papilio_fhe::rlwe::{self, FheError};
use papilio_ring::{Coefficient, Cpu, Engine, Evaluation, Poly};

/// A vector of numbers times a scale, as a polynomial.
#[derive(Clone, PartialEq)]
pub struct Plaintext {
    /// Fingerprint of the parameters.
    pub(crate) context: u64,
    pub(crate) poly: Poly<Coefficient>,
    pub(crate) scale: Scale,
    pub(crate) log_slots: u32,
    pub(crate) log2_bound: f64,
    /// The bound on errors that a ciphertext carries as well.
    pub(crate) log2_error: f64,
}

impl core::fmt::Debug for Plaintext {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { poly, scale, log_slots, .. } = self;
        write!(f, "Plaintext {{ level: {}, scale: {scale}, log_slots: {log_slots}, .. }}", poly.level())
    }
}

/// A plaintext prepared for sums and products with ciphertexts: in evaluation form.
#[derive(Clone, Debug)]
pub struct PreparedPlaintext<E: Engine = Cpu> {
    pub(crate) inner: rlwe::PreparedPlaintext<E>,
    pub(crate) scale: Scale,
    pub(crate) log_slots: u32,
    pub(crate) log2_bound: f64,
    pub(crate) log2_error: f64,
}

impl PreparedPlaintext {
    /// The same plaintext, its words on an engine, which is told it: for plaintexts of whoever
    /// evaluates, which are secrets to no one there.
    ///
    /// # Errors
    /// The engine has no memory for them, or has failed.
    pub fn to<E: Engine>(&self, engine: &E) -> Result<PreparedPlaintext<E>, CkksError> {
        let Self { scale, log_slots, log2_bound, log2_error, .. } = *self;
        let inner = self.inner.to(engine).map_err(FheError::from)?;
        Ok(PreparedPlaintext { inner, scale, log_slots, log2_bound, log2_error })
    }

    /// The same plaintext, its words where those of a ciphertext are, otherwise as [`Self::to`].
    #[must_use]
    pub fn into_place_of<const PARTS: usize, E: Engine>(self, other: &Ciphertext<PARTS, E>) -> PreparedPlaintext<E> {
        let Self { inner, scale, log_slots, log2_bound, log2_error } = self;
        PreparedPlaintext { inner: inner.into_place_of(&other.inner), scale, log_slots, log2_bound, log2_error }
    }
}

impl<E: Engine> PreparedPlaintext<E> {
    /// Its scale.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }
}

impl Plaintext {
    /// The polynomial.
    #[must_use]
    pub fn poly(&self) -> &Poly<Coefficient> {
        &self.poly
    }

    /// Primes.
    #[must_use]
    pub fn level(&self) -> usize {
        self.poly.level()
    }

    /// The exact scale.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// `log2` of the number of slots.
    #[must_use]
    pub fn log_slots(&self) -> u32 {
        self.log_slots
    }

    /// `log2` of a bound on the magnitudes of the values in slots.
    #[must_use]
    pub fn log2_bound(&self) -> f64 {
        self.log2_bound
    }
}

impl Ckks {
    /// A vector of at most `N/2` complex numbers as a fresh plaintext: all primes, the scale of the
    /// parameters, zeros in the slots that are left.
    ///
    /// # Errors
    /// [`CkksError::Slots`] for more values; [`CkksError::NotFinite`]; [`CkksError::Constant`] and
    /// [`CkksError::Overflow`] for values that are too great.
    pub fn encode(&self, values: &[Complex64]) -> Result<Plaintext, CkksError> {
        let levels = self.parameters().levels();
        self.encode_at(values, self.parameters().limbs_of(levels), self.parameters().scale(levels), self.log_slots())
    }

    /// [`Self::encode`] for real numbers.
    ///
    /// # Errors
    /// The errors of [`Self::encode`].
    pub fn encode_real(&self, values: &[f64]) -> Result<Plaintext, CkksError> {
        let values: Vec<Complex64> = values.iter().map(|&x| x.into()).collect();
        self.encode(&values)
    }

    /// A vector of at most `2^log_slots` numbers as a plaintext of so many primes, as
    /// [`Parameters::limbs_of`](crate::Parameters::limbs_of) has them for a number of levels, and
    /// of a scale. A vector in fewer slots than there are stands in all of them, again and again.
    ///
    /// # Errors
    /// The errors of [`Self::encode`]; [`papilio_fhe::rlwe::FheError::LevelRange`].
    pub fn encode_at(&self, values: &[Complex64], level: usize, scale: Scale, log_slots: u32) -> Result<Plaintext, CkksError> {
        self.check_slots(log_slots)?;
        self.rlwe().check_level(level)?;
        let basis = self.rlwe().parameters().basis();
        let Encoded { poly, log2_bound, roundings } = self.encoder().encoded(basis, level, values, (log_slots, scale))?;
        let log2_error = log2_sum(Encoder::encoding_error(log2_bound, scale), log2_greatest(&roundings));
        self.check_fits(log2_sum(log2_bound, log2_error), scale, level)?;
        Ok(Plaintext { context: self.context(), poly, scale, log_slots, log2_bound, log2_error })
    }

    /// The values in the slots of a plaintext, `2^log_slots` of them: from the fewest primes that
    /// hold values of its bound.
    ///
    /// # Panics
    /// For a plaintext of other parameters.
    #[must_use]
    pub fn decode(&self, plaintext: &Plaintext) -> Vec<Complex64> {
        let Plaintext { ref poly, scale, log_slots, log2_bound, log2_error, .. } = *plaintext;
        let basis = self.rlwe().parameters().basis();
        assert_eq!(self.check_plaintext(plaintext), Ok(()), "a plaintext of other parameters");
        // Coefficients are at most what values are, and rounded.
        let bits = log2_sum(log2_sum(log2_bound, log2_error) + scale.log2(), 0.0) + 2.0;
        let enough = (1..poly.level()).find(|&limbs| bits < self.rlwe().model().log_modulus(limbs));
        self.encoder().decode_limbs(basis, (poly, enough.unwrap_or(poly.level())), log_slots, scale)
    }

    /// The real parts of [`Self::decode`].
    #[must_use]
    pub fn decode_real(&self, plaintext: &Plaintext) -> Vec<f64> {
        self.decode(plaintext).iter().map(|x| x.re).collect()
    }

    /// The plaintext in evaluation form, for products.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Context`] for a plaintext of other parameters.
    pub fn prepare(&self, plaintext: &Plaintext) -> Result<PreparedPlaintext, CkksError> {
        let Plaintext { scale, log_slots, log2_bound, log2_error, .. } = *plaintext;
        let values: Poly<Evaluation> = self.values(plaintext)?;
        let norms = PlaintextNorms::bounded(values.degree(), log2_sum(log2_bound, log2_error) + scale.log2());
        let inner = self.rlwe().prepared(values, norms);
        Ok(PreparedPlaintext { inner, scale, log_slots, log2_bound, log2_error })
    }

    /// The polynomial of a plaintext in evaluation form.
    pub(crate) fn values(&self, plaintext: &Plaintext) -> Result<Poly<Evaluation>, CkksError> {
        self.check_plaintext(plaintext)?;
        Ok(plaintext.poly.to_evaluation(self.rlwe().parameters().basis()))
    }

    /// The fingerprint that plaintexts of these parameters carry.
    pub(crate) fn context(&self) -> u64 {
        self.rlwe().parameters().fingerprint()
    }

    pub(crate) fn check_plaintext(&self, plaintext: &Plaintext) -> Result<(), FheError> {
        let (found, expected) = (plaintext.context, self.context());
        if found == expected { Ok(()) } else { Err(FheError::Context { found, expected }) }
    }
}
