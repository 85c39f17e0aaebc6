//! BFV (Brakerski 2012; Fan and Vercauteren, ePrint 2012/144), the linear half and products, for any plaintext prime of a [`Field`].
//!
//! Messages are scaled by the rational `Q/t` and rounded once, so that sums and multiples by integers wrap around `t`
//! without any noise from `Q mod t`. Nothing but encoding, decoding and the reduction of constants knows the size of `t`.
//!
//! # What is promised to whom
//!
//! * *Whoever has ciphertexts and public keys and no secret key* learns nothing of messages: encryption hides them from observers who
//!   choose messages (IND-CPA), at the security that [`crate::security`] states, and no more.
//! * *Whoever supplies ciphertexts and is shown results* may learn the key. Decryption answers by the noise, and noise is linear in the
//!   secret: decryptions of ciphertexts that were altered or brought near the end of their budget, refusals, and most of all measured
//!   budgets reveal it after few questions (IND-CPA^D: B. Li and D. Micciancio, "On the security of homomorphic encryption on
//!   approximate numbers", 2021; for exact schemes as these J. H. Cheon et al., ePrint 2024/127, and M. Checri et al., ePrint 2024/116).
//!   Results, refusals and budgets are for the owner of the key; there is no protection against chosen ciphertexts.
//! * *Whoever evaluates* hides nothing from the owner of the key: the noise of a result tells of the circuit and of the plaintexts that
//!   ciphertexts were multiplied with (no circuit privacy). [`Bfv::flood`] hides them, for what it promises.

mod ciphertext;
mod decrypt;
mod encode;
mod encrypt;
mod flood;
mod galois;
mod integer;
mod key_id;
mod keys;
mod lift;
mod multiply;
mod periodic;
mod plain;
mod relinearize;
#[cfg(test)]
mod tests;

pub use ciphertext::{Ciphertext, PreparedPlaintext, SeededCiphertext};
pub use decrypt::Decryption;
pub use encode::{BatchEncoder, Plaintext};
pub use galois::{GaloisKeys, Hoisted, galois_element, galois_element_row_swap};
pub use key_id::KeyId;
pub use keys::{PublicKey, SecretKey};
pub use multiply::Product;
pub(crate) use multiply::auxiliary_primes;
pub use periodic::PeriodicEncoder;
pub use relinearize::RelinearizationKey;

use crate::Parameters;
use crate::noise::{LEAST_BUDGET, Model, Sources, log2_modulus};
use decrypt::PrimeDropping;
use multiply::Multipliers;
use papilio_field::{Field, FieldRing, Modulus, Residue, ResidueRing};
use papilio_ring::{BasisConverter, Form};
use std::sync::Arc;

/// Why an operation is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BfvError {
    /// The noise may have reached `Q/2t`: the message may be lost.
    #[error(
        "the noise budget is exhausted ({bits:.2} bits predicted, of which {least} have to be left): the ciphertext does not decrypt", least = LEAST_BUDGET
    )]
    Exhausted {
        /// Predicted budget.
        bits: f64,
    },
    /// More noise than was predicted: the ciphertext is damaged, or forged.
    #[error(
        "{bits:.2} bits of noise budget measured where {predicted:.2} are predicted: the ciphertext is damaged, or its prediction false"
    )]
    Damaged {
        /// Measured budget.
        bits: f64,
        /// Predicted budget.
        predicted: f64,
    },
    /// The modulus of a level is too small for the plaintext modulus.
    #[error(
        "the modulus of level {level} has {log_modulus:.1} bits, and {needed:.1} are needed for messages and the least noise"
    )]
    SmallModulus {
        /// The level.
        level: usize,
        /// `log2 Q`.
        log_modulus: f64,
        /// `log2` of the least modulus.
        needed: f64,
    },
    /// An operand of a ring of another degree.
    #[error("an operand of ring degree {found} where {expected} is needed")]
    Degree {
        /// Its degree.
        found: usize,
        /// `N`.
        expected: usize,
    },
    /// Operands under different keys.
    #[error("an operand under the key {found} where {expected} is needed")]
    Key {
        /// Its key.
        found: KeyId,
        /// The other's.
        expected: KeyId,
    },
    /// No automorphism.
    #[error("X -> X^{exponent} is no automorphism of a ring of degree {degree}: exponents are odd")]
    Exponent {
        /// Exponent.
        exponent: usize,
        /// `N`.
        degree: usize,
    },
    /// Slots need roots of unity modulo a prime `t`.
    #[error(
        "the plaintext modulus {field} has no slots at ring degree {degree}: it has to be a prime t, 2n must divide t - 1 for n slots, and n is at least 4"
    )]
    NoSlots {
        /// The plaintext modulus.
        field: String,
        /// `N`.
        degree: usize,
    },
    /// More values than coefficients.
    #[error("{given} values do not fit a plaintext of {degree} coefficients")]
    TooLong {
        /// Values given.
        given: usize,
        /// `N`.
        degree: usize,
    },
    /// The ciphertexts have different levels, or none is left.
    #[error("ciphertext of level {found} where level {expected} is needed")]
    Level {
        /// Level found.
        found: usize,
        /// Level needed.
        expected: usize,
    },
    /// The operand was made with other parameters or another plaintext modulus.
    #[error(
        "an operand of other parameters or another plaintext modulus: fingerprint {found:016x} where {expected:016x} is needed"
    )]
    Context {
        /// Fingerprint of its parameters.
        found: u64,
        /// Fingerprint of the scheme's.
        expected: u64,
    },
    /// Keys cannot be switched without special primes.
    #[error("these parameters have no special primes: key switching needs at least one")]
    NoSpecialPrimes,
    /// A key for an automorphism is missing.
    #[error("no key for the automorphism X -> X^{exponent}: the keys given are for the exponents {available:?}")]
    MissingKey {
        /// Exponent of the automorphism.
        exponent: usize,
        /// Those there are keys for.
        available: Vec<usize>,
    },
    /// A message that is multiplied by zero; see [`crate::bgv`].
    #[error("a ciphertext of the factor zero has no message")]
    NoFactor,
    /// A product of nothing, or a power that is none.
    #[error("{0} factors: a product has at least one")]
    Factors(usize),
    /// The noise leaves too little room for so much more of it.
    #[error(
        "flooding noise to a statistical distance of 2^-{bits} needs a predicted budget of {needed:.2} bits, and {available:.2} are left"
    )]
    Flood {
        /// The distance asked for, as minus `log2`.
        bits: u32,
        /// Predicted budget with a fresh encryption of zero added.
        available: f64,
        /// Predicted budget that is needed.
        needed: f64,
    },
    /// An integer is too large to be decoded.
    #[error("the decoded integer has {bits} bits with its sign, of which at most {most} fit")]
    Integer {
        /// Its bits.
        bits: usize,
        /// Bits of the integers that are decoded to.
        most: u32,
    },
    /// A plaintext that no values in slots have.
    #[error("the plaintext has a coefficient at X^{place}, and values in its slots are polynomials in X^{apart}")]
    NotInSlots {
        /// The place of the coefficient.
        place: usize,
        /// Distance of the coefficients that such polynomials have.
        apart: usize,
    },
    /// A prime is too small for products of ciphertexts.
    #[error("the prime {prime} has fewer than {least} bits, the least that ciphertexts are multiplied with")]
    SmallPrime {
        /// The prime.
        prime: u64,
        /// The least bit length.
        least: u32,
    },
    /// No basis for the room that a product needs.
    #[error(transparent)]
    RnsBasis(#[from] papilio_ring::RnsBasisError),
    /// A prime of `Q` divides the plaintext modulus.
    #[error("the plaintext modulus {0} has a prime in common with the ciphertext modulus")]
    SharedPrime(String),
}

/// BFV over fixed parameters and plaintext field, with the constants of every level.
#[derive(Clone, Debug)]
pub struct Bfv<F: Residue> {
    parameters: Parameters,
    /// The ring of the plaintexts' coefficients.
    plaintext_modulus: F::Ring,
    /// Fingerprint of the parameters and the plaintext modulus.
    context: u64,
    model: Model,
    multipliers: Arc<Multipliers>,
    /// Constants of level `l` at index `l − 1`.
    levels: Vec<Level<F>>,
}

/// Constants of one level, `Q = q_0 … q_{l−1}`.
#[derive(Clone, Debug)]
struct Level<F> {
    /// `Q mod t`.
    modulus: F,
    /// `⌊t·x/Q⌉ mod t`, for plaintext primes of a word that the kernels take.
    round: Option<BasisConverter>,
    /// For ciphertexts of two parts, and products of three.
    lowerings: [Option<PrimeDropping>; 2],
    /// `−t^(−1) mod q_i`.
    minus_inverse_plain: Vec<u64>,
    /// `t·(Q/q_i)^(−1) mod q_i`.
    digit: Vec<u64>,
    /// `−q_i^(−1) mod t`.
    minus_inverse_prime: Vec<F>,
}

impl<F: Field> Bfv<F> {
    /// The scheme over these parameters, for plaintexts over a field that is a type.
    ///
    /// # Errors
    /// As [`Self::with_modulus`].
    pub fn new(parameters: Parameters) -> Result<Self, BfvError> {
        Self::with_modulus(parameters, FieldRing::new())
    }
}

impl<F: Residue> Bfv<F> {
    /// The scheme over these parameters, for plaintexts modulo `t`: any integer for `F = u64`.
    ///
    /// # Errors
    /// [`BfvError::SharedPrime`]; [`BfvError::SmallModulus`] when the modulus has no room for messages.
    pub fn with_modulus(parameters: Parameters, t: F::Ring) -> Result<Self, BfvError> {
        let levels = (1..=parameters.limbs()).map(|level| Level::new(&parameters, &t, level)).collect::<Option<_>>();
        let levels = levels.ok_or_else(|| BfvError::SharedPrime(t.name().into_owned()))?;
        let multipliers = Arc::new(Multipliers::new(parameters.limbs()));
        let context = parameters.fingerprint_over(&t.modulus());
        let (model, level) = (Model::of(&parameters, &t), parameters.limbs());
        let fresh = model.budget_bits(&model.fresh_secret(Sources::none()));
        if fresh < LEAST_BUDGET {
            let log_modulus = parameters.log_modulus();
            return Err(BfvError::SmallModulus { level, log_modulus, needed: log_modulus - fresh + LEAST_BUDGET });
        }
        Ok(Self { levels, context, model, multipliers, plaintext_modulus: t, parameters })
    }

    /// Fingerprint of the parameters and the plaintext modulus.
    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    /// What predicts noise.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The budget that is predicted of a ciphertext, which is not above the exact one, but with a probability of about
    /// `2^(−20)` (see [`crate::noise`]).
    #[must_use]
    pub fn predicted_budget_bits<S: Form>(&self, a: &Ciphertext<S>) -> f64 {
        self.model.budget_bits(a.noise())
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// `Z_t`, with which the coefficients of plaintexts are computed.
    #[must_use]
    pub fn plaintext_modulus(&self) -> &F::Ring {
        &self.plaintext_modulus
    }

    fn level(&self, level: usize) -> &Level<F> {
        &self.levels[level - 1]
    }
}

impl<F: Residue> Level<F> {
    fn new(parameters: &Parameters, t: &F::Ring, level: usize) -> Option<Self> {
        let basis = parameters.basis();
        let plain = |m: &Modulus| m.reduce_words(&t.modulus());
        let primes: Vec<F> = basis.moduli(level).map(|m| t.from_u64(m.value())).collect();
        if basis.moduli(level).any(|m| plain(m) == 0) {
            return None;
        }
        let digit = |(i, m): (usize, &Modulus)| m.mul(plain(m), m.inverse(basis.product_mod(m, level, Some(i))));
        Some(Self {
            round: Self::round(parameters, t, level),
            lowerings: [2, 3].map(|parts| PrimeDropping::new(basis, log2_modulus(t), level, parts)),
            modulus: primes.iter().fold(t.one(), |product, &q| t.mul(product, q)),
            minus_inverse_plain: basis.moduli(level).map(|m| m.neg(m.inverse(plain(m)))).collect(),
            digit: basis.moduli(level).enumerate().map(digit).collect(),
            minus_inverse_prime: primes.iter().map(|&q| t.inverse(q).map(|x| t.neg(x))).collect::<Option<_>>()?,
        })
    }

    fn round(parameters: &Parameters, t: &F::Ring, level: usize) -> Option<BasisConverter> {
        let plain =
            Modulus::new(t.modulus()[0]).filter(|plain| t.words() == 1 && plain.bits() <= BasisConverter::MAX_WORD_BITS)?;
        let primes: Vec<_> = parameters.basis().moduli(level).copied().collect();
        let able = primes.iter().all(|q| q.bits() >= BasisConverter::MIN_SOURCE_BITS);
        able.then(|| BasisConverter::scale_and_round(&primes, &[plain], |m| m.reduce_words(&t.modulus())))
    }
}
