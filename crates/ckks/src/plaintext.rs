//! Plaintexts: vectors as polynomials with a scale.

use crate::{Ckks, CkksError, Complex64, Scale};
use papilio_fhe::noise::PlaintextNorms;
use papilio_fhe::rlwe;
use papilio_ring::{Coefficient, Evaluation, Poly};

/// A vector of numbers times a scale, as a polynomial.
#[derive(Clone, PartialEq)]
pub struct Plaintext {
    pub(crate) poly: Poly<Coefficient>,
    pub(crate) scale: Scale,
    pub(crate) log_slots: u32,
    pub(crate) log2_bound: f64,
}

impl core::fmt::Debug for Plaintext {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { poly, scale, log_slots, .. } = self;
        write!(f, "Plaintext {{ level: {}, scale: {scale}, log_slots: {log_slots}, .. }}", poly.level())
    }
}

/// A plaintext prepared for sums and products with ciphertexts: in evaluation form.
#[derive(Clone, Debug)]
pub struct PreparedPlaintext {
    pub(crate) inner: rlwe::PreparedPlaintext,
    pub(crate) scale: Scale,
    pub(crate) log2_bound: f64,
}

impl PreparedPlaintext {
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
    /// [`CkksError::Slots`] for more values; [`CkksError::NotFinite`]; [`CkksError::Overflow`].
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

    /// A vector of at most `2^log_slots` numbers as a plaintext of a level and a scale. A vector in
    /// fewer slots than there are stands in all of them, again and again.
    ///
    /// # Errors
    /// The errors of [`Self::encode`]; [`papilio_fhe::rlwe::FheError::Level`].
    pub fn encode_at(&self, values: &[Complex64], level: usize, scale: Scale, log_slots: u32) -> Result<Plaintext, CkksError> {
        self.check_slots(log_slots)?;
        self.rlwe().check_level(level)?;
        let basis = self.rlwe().parameters().basis();
        let (poly, log2_bound) = self.encoder().encode(basis, level, values, log_slots, scale)?;
        self.check_fits(log2_bound, scale, level)?;
        Ok(Plaintext { poly, scale, log_slots, log2_bound })
    }

    /// The values in the slots of a plaintext, `2^log_slots` of them.
    #[must_use]
    pub fn decode(&self, plaintext: &Plaintext) -> Vec<Complex64> {
        let basis = self.rlwe().parameters().basis();
        self.encoder().decode(basis, &plaintext.poly, plaintext.log_slots, plaintext.scale)
    }

    /// The real parts of [`Self::decode`].
    #[must_use]
    pub fn decode_real(&self, plaintext: &Plaintext) -> Vec<f64> {
        self.decode(plaintext).iter().map(|x| x.re).collect()
    }

    /// The plaintext in evaluation form, for products.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Degree`] for a plaintext of another ring.
    pub fn prepare(&self, plaintext: &Plaintext) -> Result<PreparedPlaintext, CkksError> {
        let Plaintext { scale, log2_bound, .. } = *plaintext;
        let values: Poly<Evaluation> = self.values(plaintext)?;
        let norms = PlaintextNorms::bounded(values.degree(), log2_bound + scale.log2());
        Ok(PreparedPlaintext { inner: self.rlwe().prepared(values, norms), scale, log2_bound })
    }

    /// The polynomial of a plaintext in evaluation form.
    pub(crate) fn values(&self, plaintext: &Plaintext) -> Result<Poly<Evaluation>, CkksError> {
        self.rlwe().check_poly(&plaintext.poly)?;
        Ok(plaintext.poly.to_evaluation(self.rlwe().parameters().basis()))
    }
}
