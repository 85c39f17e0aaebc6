//! Ciphertexts: two or three polynomials, with a scale and a bound on the message.

use crate::{Ckks, CkksError, Encoder, Precision, Scale};
use papilio_fhe::noise::{Noise, log2_sum};
use papilio_fhe::rlwe::{self, FheError, KeyId};
use papilio_ring::{Cpu, Engine, Evaluation, Poly};

/// An encryption of a vector times a scale, in evaluation form.
///
/// It knows the exact scale, the number of slots, a bound on the magnitude of the values in them,
/// and its predicted noise and other errors.
#[derive(Clone, Debug)]
pub struct Ciphertext<const PARTS: usize = 2, E: Engine = Cpu> {
    pub(crate) inner: rlwe::Ciphertext<Evaluation, PARTS, E>,
    pub(crate) scale: Scale,
    pub(crate) log_slots: u32,
    pub(crate) log2_bound: f64,
    /// `log2` of a bound on the errors in slots that are functions of values and not noise: what
    /// encoding in doubles, constants and differing scales leave away. They add up as they are.
    pub(crate) log2_error: f64,
}

/// A product of two ciphertexts, until it is relinearized.
pub type Product<E = Cpu> = Ciphertext<3, E>;

impl<const PARTS: usize> PartialEq for Ciphertext<PARTS> {
    fn eq(&self, other: &Self) -> bool {
        let Self { inner, scale, log_slots, log2_bound, log2_error } = self;
        let of_other = (&other.inner, &other.scale, &other.log_slots, &other.log2_bound, &other.log2_error);
        (inner, scale, log_slots, log2_bound, log2_error) == of_other
    }
}

impl<const PARTS: usize> Ciphertext<PARTS> {
    /// The same ciphertext, its words on an engine.
    ///
    /// # Errors
    /// The engine has no memory for them, or has failed.
    pub fn to<E: Engine>(&self, engine: &E) -> Result<Ciphertext<PARTS, E>, CkksError> {
        Ok(self.with(self.inner.to(engine).map_err(FheError::from)?))
    }
}

impl<const PARTS: usize, E: Engine> Ciphertext<PARTS, E> {
    /// The same ciphertext, its words on the CPU.
    ///
    /// # Errors
    /// The first failure of the work that computes them.
    pub fn to_host(&self) -> Result<Ciphertext<PARTS>, CkksError> {
        Ok(self.with(self.inner.to_host().map_err(FheError::from)?))
    }

    /// A ciphertext of the same values at the same scale.
    pub(crate) fn with<const TO: usize, T: Engine>(&self, inner: rlwe::Ciphertext<Evaluation, TO, T>) -> Ciphertext<TO, T> {
        let Self { scale, log_slots, log2_bound, log2_error, .. } = *self;
        Ciphertext { inner, scale, log_slots, log2_bound, log2_error }
    }

    /// The ciphertext without its scale.
    #[must_use]
    pub fn inner(&self) -> &rlwe::Ciphertext<Evaluation, PARTS, E> {
        &self.inner
    }

    /// `c_0`, `c_1` and, of a product, `c_2`.
    #[must_use]
    pub fn parts(&self) -> &[Poly<Evaluation, E>; PARTS] {
        self.inner.parts()
    }

    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.inner.level()
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

    /// `log2` of a bound on the magnitudes of the values in slots; minus infinity for zero.
    #[must_use]
    pub fn log2_bound(&self) -> f64 {
        self.log2_bound
    }

    /// `log2` of a bound on the errors of the values but for the noise: the roundings of vectors
    /// and constants, what approximations err by, and what differing scales left away.
    #[must_use]
    pub fn log2_error(&self) -> f64 {
        self.log2_error
    }

    /// The predicted noise.
    #[must_use]
    pub fn noise(&self) -> &Noise {
        self.inner.noise()
    }

    /// The key that it is under.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.inner.key()
    }

    /// `log2` of the bound on the message with its scale and all errors but noise.
    pub(crate) fn log2_message(&self) -> f64 {
        log2_sum(self.log2_bound, self.log2_error) + self.scale.log2()
    }

    /// The same ciphertext with a lesser bound on the magnitudes of its values that the caller
    /// knows, given by its `log2`; predictions and refusals rely on it. A greater bound than the
    /// one it has changes nothing.
    ///
    /// # Errors
    /// [`CkksError::Bound`] for NaN, and for infinity.
    pub fn with_bound(self, log2_bound: f64) -> Result<Self, CkksError> {
        if log2_bound.is_nan() || log2_bound == f64::INFINITY {
            return Err(CkksError::Bound(log2_bound));
        }
        Ok(Self { log2_bound: log2_bound.min(self.log2_bound), ..self })
    }

    /// The same ciphertext, whose slots are off by `2^log2_error` more: that of an approximation.
    pub(crate) fn with_error(self, log2_error: f64) -> Self {
        Self { log2_error: log2_sum(self.log2_error, log2_error), ..self }
    }
}

impl Ckks {
    /// How many times a ciphertext can be rescaled.
    #[must_use]
    pub fn levels_left<const PARTS: usize, E: Engine>(&self, a: &Ciphertext<PARTS, E>) -> usize {
        self.parameters().levels_of(a.level())
    }

    /// `log2` of a bound on the error in any slot, which holds but with a probability of about
    /// `2^(−20)`: the predicted noise, the rounding of doubles in decoding, and what encoding,
    /// constants and differing scales left away. Roundings of vectors to integers are measured when
    /// they are encoded, and add up as if they all had one sign.
    #[must_use]
    pub fn error_bits<const PARTS: usize, E: Engine>(&self, a: &Ciphertext<PARTS, E>) -> f64 {
        self.error_bits_with(a, a.noise())
    }

    /// [`Self::error_bits`] for another noise.
    pub(crate) fn error_bits_with<const PARTS: usize, E: Engine>(&self, a: &Ciphertext<PARTS, E>, noise: &Noise) -> f64 {
        log2_sum(Encoder::error_bits(noise, a.scale(), 1 << a.log_slots(), a.log2_bound()), a.log2_error)
    }

    /// The predicted precision: minus [`Self::error_bits`]. So many bits after the binary point are
    /// right in every slot.
    #[must_use]
    pub fn precision_bits<const PARTS: usize, E: Engine>(&self, a: &Ciphertext<PARTS, E>) -> f64 {
        (-self.error_bits(a)).min(Precision::MOST_BITS)
    }

    /// A ciphertext of this scheme whose message fits its level: its bound and error by their
    /// `log2`.
    pub(crate) fn ciphertext<const PARTS: usize, E: Engine>(
        &self,
        inner: rlwe::Ciphertext<Evaluation, PARTS, E>,
        scale: Scale,
        log_slots: u32,
        [log2_bound, log2_error]: [f64; 2],
    ) -> Result<Ciphertext<PARTS, E>, CkksError> {
        self.check_fits(log2_sum(log2_bound, log2_error), scale, inner.level())?;
        Ok(Ciphertext { inner, scale, log_slots, log2_bound, log2_error })
    }

    /// A ciphertext of polynomials that come from elsewhere, by the `log2` of bounds on the
    /// magnitudes of its values and on their errors but for its noise ([`Ciphertext::log2_error`]).
    /// Predictions and refusals rely on both.
    ///
    /// # Errors
    /// [`CkksError::Fhe`] for a ciphertext of other parameters; [`CkksError::Overflow`] when the
    /// message does not fit; [`CkksError::Slots`]; [`CkksError::Bound`].
    pub fn from_inner<const PARTS: usize, E: Engine>(
        &self,
        inner: rlwe::Ciphertext<Evaluation, PARTS, E>,
        scale: Scale,
        log_slots: u32,
        [log2_bound, log2_error]: [f64; 2],
    ) -> Result<Ciphertext<PARTS, E>, CkksError> {
        self.rlwe().check_context(&inner)?;
        self.check_slots(log_slots)?;
        match [log2_bound, log2_error].into_iter().find(|bits| bits.is_nan() || *bits == f64::INFINITY) {
            Some(no_bound) => Err(CkksError::Bound(no_bound)),
            None => self.ciphertext(inner, scale, log_slots, [log2_bound, log2_error]),
        }
    }

    pub(crate) fn check_slots(&self, log_slots: u32) -> Result<(), CkksError> {
        if log_slots <= self.log_slots() {
            return Ok(());
        }
        let found = 1usize.checked_shl(log_slots).unwrap_or(usize::MAX);
        Err(CkksError::Slots { found, most: self.slots() })
    }
}
