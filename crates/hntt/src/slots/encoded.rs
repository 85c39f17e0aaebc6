//! Coefficients to slots: the transform that costs nothing.
//!
//! A polynomial read in slots *is* transformed: slot `i` holds its value at `ψ^(5^i)`, and the
//! exponents `5^i` and `−5^i` run through all odd ones. So a client that knows, as it encrypts,
//! that its vector will be transformed puts the elements in coefficients, element `j` times
//! `(g/ψ)^j` for a coset `g`, and the server does nothing: no product, no rotation, no key, no
//! layer. The slots then hold the transform, in the order of [`EncodedTransform::frequency`], for
//! slot-wise work.
//!
//! It is no use where the vector comes out of other slot-wise computation, for then it is in slots
//! already; that is what [`super::SlotRecipe`] is for.

use crate::columns::budget::fresh;
use crate::planner::plain_word;
use crate::{Direction, KeyKind, Problem};
use papilio_fhe::bfv::{Bfv, FheError, Plaintext};
use papilio_fhe::rlwe::ROTATION_GENERATOR;
use papilio_fhe::security::{self, LOG_DEGREES};
use papilio_fhe::{Parameters, ParametersError, ParametersLiteral, noise};
use papilio_field::{Residue, ResidueRing};
use papilio_ntt::dft::powers;
use papilio_ring::RnsBasis;

/// Budget that a fresh ciphertext has left, bits.
const MARGIN_BITS: f64 = 2.0;
/// The greatest size of a prime, bits.
const PRIME_BITS: u32 = 47;
/// The least size of a prime, bits.
const LEAST_PRIME_BITS: u32 = 30;

/// A request for the parameters of an [`EncodedTransform`].
#[derive(Clone, Debug)]
pub struct EncodedRequest {
    /// The transform.
    pub problem: Problem,
    /// `log2` of the ring degree; the least secure one that holds the vector otherwise.
    pub log_degree: Option<u32>,
    /// The key that the ciphertext is encrypted under.
    pub key: KeyKind,
    /// Whether less than 128 bits of security are accepted.
    pub insecure: bool,
}

impl EncodedRequest {
    /// The least ring that holds the vector with a modulus for the noise of a fresh ciphertext, and
    /// the budget in bits that the ciphertext is predicted to have.
    ///
    /// # Errors
    /// [`ParametersError`] where the ring has too few primes of the sizes needed, or where the
    /// modulus is too great for its security.
    ///
    /// ```
    /// use papilio_field::{FieldRing, fields::P32};
    /// use papilio_hntt::{KeyKind, Problem, slots::EncodedRequest};
    ///
    /// let problem = Problem::forward(256)?;
    /// let request = EncodedRequest { problem, log_degree: None, key: KeyKind::Secret, insecure: false };
    /// let (parameters, budget) = request.parameters(&FieldRing::<P32>::new())?;
    /// assert!(parameters.degree() >= 256 && parameters.security_bits() >= 128 && budget > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parameters(&self, t: &impl ResidueRing) -> Result<(Parameters, f64), ParametersError> {
        let log_degree = self.log_degree.unwrap_or_else(|| self.least_log_degree(t));
        if !Parameters::LOG_DEGREES.contains(&log_degree) {
            return Err(ParametersError::Degree(log_degree));
        }
        let (total, degree) = (self.modulus_bits(t, 1 << log_degree), 1usize << log_degree);
        let count = total.div_ceil(PRIME_BITS);
        let sizes: Vec<u32> =
            RnsBasis::even_bits(total, count as usize).into_iter().map(|bits| bits.max(LEAST_PRIME_BITS)).collect();
        let moduli = RnsBasis::choose_moduli(degree, &sizes, plain_word(t))?;
        let parameters =
            Parameters::new(ParametersLiteral { log_degree, moduli, insecure: self.insecure, ..ParametersLiteral::default() })?;
        let budget = noise::budget_bits(parameters.log_modulus(), noise::log2_modulus(t), self.noise_bits(degree));
        Ok((parameters, budget))
    }

    /// `log2` of the least degree that holds the vector and allows the modulus; of the greatest
    /// degree where none does.
    fn least_log_degree(&self, t: &impl ResidueRing) -> u32 {
        let fits = |log: &u32| self.modulus_bits(t, 1 << log) <= security::max_log_modulus(1 << log);
        let (least, greatest) = (self.problem.log_columns.max(*LOG_DEGREES.start()), *LOG_DEGREES.end());
        (least..=greatest).find(fits).unwrap_or(greatest)
    }

    /// Bits of the least modulus that leaves a fresh ciphertext its margin.
    fn modulus_bits(&self, t: &impl ResidueRing, degree: usize) -> u32 {
        (noise::log2_modulus(t) + 1.0 + self.noise_bits(degree) + MARGIN_BITS).ceil() as u32
    }

    /// `log2` of the greatest noise of a fresh ciphertext.
    fn noise_bits(&self, degree: usize) -> f64 {
        noise::log2_max(fresh(degree, self.key).log2(), degree as f64)
    }
}

/// The encoding of vectors of `n` elements in a ring of degree `N ≥ n`.
#[derive(Clone, Debug)]
pub struct EncodedTransform<F: Residue> {
    t: F::Ring,
    problem: Problem,
    /// The factor of element `j`.
    factors: Vec<F>,
    /// The factor of the `j`-th result, applied in the clear after decryption: an inverse transform
    /// on a coset.
    outputs: Option<Vec<F>>,
    /// The result that slot `i` of a period of both rows holds.
    frequencies: Vec<usize>,
    degree: usize,
}

impl<F: Residue> EncodedTransform<F> {
    /// The encoding for a transform that is not padded.
    ///
    /// # Errors
    /// [`FheError::TooLong`] for more elements than the ring has coefficients;
    /// [`FheError::NoSlots`] unless `2N | t − 1`.
    pub fn new(bfv: &Bfv<F>, problem: Problem) -> Result<Self, FheError> {
        let (degree, n) = (bfv.parameters().degree(), problem.columns());
        if n > degree {
            return Err(FheError::TooLong { given: n, degree });
        }
        let t = bfv.plaintext_modulus();
        let missing = FheError::NoSlots { field: t.name().into_owned(), degree };
        let able = degree.trailing_zeros() < t.two_adicity();
        let psi = t.root_of_unity(problem.log_columns + 1).filter(|_| able).ok_or(missing.clone())?;
        let invert = |x: F| t.inverse(x).ok_or(missing.clone());
        let coset = problem.shift_element(t).ok_or(missing.clone())?;
        let forward = problem.direction == Direction::Forward;
        let (base, scale) = match problem.direction {
            Direction::Forward => (t.mul(coset, invert(psi)?), t.one()),
            Direction::Inverse => (invert(psi)?, invert(t.reduce(n as u64))?),
        };
        let factors = powers(t, base, n).into_iter().map(|power| t.mul(power, scale)).collect();
        let outputs = if forward || problem.shift == 0 { None } else { Some(powers(t, invert(coset)?, n)) };
        // ψ^e = ψ·ω^((e − 1)/2); the inverse has ω^(−1), whose powers are the same points.
        let place = |exponent: usize| {
            let k = exponent / 2;
            if forward { k } else { (n - k) % n }
        };
        let rotations =
            || (0..period(n)).scan(1, |power, _| Some(core::mem::replace(power, *power * ROTATION_GENERATOR % (2 * n))));
        let frequencies = rotations().map(place).chain(rotations().map(|power| place(2 * n - power))).collect();
        Ok(Self { t: t.clone(), problem, factors, outputs, frequencies, degree })
    }

    /// The plaintext whose slots hold the transform of the values.
    ///
    /// # Errors
    /// [`FheError::TooLong`] unless there are `n` of them; [`FheError::Unreduced`];
    /// [`FheError::PlaintextModulus`] or [`FheError::Degree`] for another scheme than the one that
    /// this was made for.
    pub fn encode_for_transform(&self, bfv: &Bfv<F>, values: &[F]) -> Result<Plaintext<F>, FheError> {
        let n = self.problem.columns();
        let [found, expected] = [&self.t, bfv.plaintext_modulus()].map(|t| t.name().into_owned());
        if found != expected {
            return Err(FheError::PlaintextModulus { found, expected });
        }
        if bfv.parameters().degree() != self.degree {
            return Err(FheError::Degree { found: bfv.parameters().degree(), expected: self.degree });
        }
        if values.len() != n {
            return Err(FheError::TooLong { given: values.len(), degree: n });
        }
        if let Some(place) = values.iter().position(|&x| !self.t.contains(x)) {
            return Err(FheError::Unreduced { place, modulus: self.t.name().into_owned() });
        }
        // With fewer elements than coefficients a polynomial in X^(N/n), whose slots repeat
        // themselves.
        let mut coefficients = vec![F::default(); self.degree];
        let places = coefficients.iter_mut().step_by(self.degree / n);
        places.zip(values.iter().zip(&self.factors)).for_each(|(c, (&x, &factor))| *c = self.t.mul(x, factor));
        bfv.encode_coefficients(&coefficients)
    }

    /// The index of the result that a slot holds: along each row with the period `n/2`, at
    /// least one.
    #[must_use]
    pub fn frequency(&self, slot: usize) -> usize {
        let (half, period) = (self.degree / 2, period(self.problem.columns()));
        self.frequencies[slot / half * period + slot % half % period]
    }

    /// The transform in natural order, from all slots.
    ///
    /// # Panics
    /// Unless there is a value for each slot.
    #[must_use]
    pub fn collect(&self, slots: &[F]) -> Vec<F> {
        assert_eq!(slots.len(), self.degree, "{} slots of {}", slots.len(), self.degree);
        let mut values = vec![F::default(); self.problem.columns()];
        for (slot, &value) in slots.iter().enumerate() {
            values[self.frequency(slot)] = value;
        }
        if let Some(outputs) = &self.outputs {
            values.iter_mut().zip(outputs).for_each(|(value, &factor)| *value = self.t.mul(*value, factor));
        }
        values
    }
}

/// The order of [`ROTATION_GENERATOR`] modulo `2n`.
fn period(n: usize) -> usize {
    (n / 2).max(1)
}
