//! Why an operation is refused.

use super::KeyId;
use crate::noise::LEAST_BUDGET;
use crate::polynomial::PolynomialError;
use papilio_ring::engine::EngineError;

/// Why an operation is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FheError {
    /// An engine has no memory left, or has failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A polynomial, or its plan, is refused.
    #[error(transparent)]
    Polynomial(#[from] PolynomialError),
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
    /// Rows of keys that have no such blocks.
    #[error(transparent)]
    BlockSize(#[from] papilio_ring::gadget::BlockSizeError),
    /// A key with rows in blocks where sums of many keys are taken.
    #[error(
        "the key of the automorphism X to {exponent} has rows in blocks of {size} primes, and sums of hoisted steps need \
         rows in none: `in_blocks` with none puts them together"
    )]
    RowsInBlocks {
        /// The exponent of the automorphism.
        exponent: usize,
        /// Primes in a block.
        size: usize,
    },
    /// An even exponent, which has no automorphism.
    #[error("X -> X^{exponent} is no automorphism of a ring of degree {degree}: exponents are odd")]
    Exponent {
        /// Exponent.
        exponent: usize,
        /// `N`.
        degree: usize,
    },
    /// A value that is no residue of the plaintext modulus. Values may be secrets: the error has
    /// its place alone.
    #[error(
        "the value at place {place}, counted from 0, is no residue of the plaintext modulus t = {modulus}: values are below t, signed ones \
         between -t/2 and t/2"
    )]
    Unreduced {
        /// Its place among the values.
        place: usize,
        /// The plaintext modulus.
        modulus: String,
    },
    /// A polynomial that is not one of residues of these primes.
    #[error("limb {limb} has a residue that is not below its prime {prime}")]
    UnreducedLimb {
        /// The limb.
        limb: usize,
        /// Its prime.
        prime: u64,
    },
    /// A plaintext modulo another number.
    #[error("a plaintext modulo {found} where one modulo {expected} is needed")]
    PlaintextModulus {
        /// Its modulus.
        found: String,
        /// The scheme's.
        expected: String,
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
    /// Fewer slots than are needed.
    #[error("the plaintext modulus {field} has {slots} slots, and {needed} are needed")]
    FewSlots {
        /// The plaintext modulus.
        field: String,
        /// Its slots.
        slots: usize,
        /// Slots needed.
        needed: usize,
    },
    /// More values than coefficients, or than slots.
    #[error("{given} values do not fit a plaintext of {degree}, one for each coefficient or slot")]
    TooLong {
        /// Values given.
        given: usize,
        /// Coefficients or slots.
        degree: usize,
    },
    /// The ciphertexts have different levels, or none is left.
    #[error("a level of {found} primes where one of {expected} is needed")]
    Level {
        /// Level found.
        found: usize,
        /// Level needed.
        expected: usize,
    },
    /// There is no such level.
    #[error("no level {found}: there are those from 1 to {most}, which is the number of primes")]
    LevelRange {
        /// Level asked for, or found.
        found: usize,
        /// The greatest level.
        most: usize,
    },
    /// Not as many ciphertexts as there are to be one for each of others.
    #[error("{found} ciphertexts where {expected} are needed, one for each of the others")]
    Count {
        /// Ciphertexts found.
        found: usize,
        /// Ciphertexts needed.
        expected: usize,
    },
    /// The operand was made with other parameters or another plaintext modulus.
    #[error(
        "an operand of other parameters, of another plaintext modulus or scheme: fingerprint {found:016x} where {expected:016x} is needed"
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
    #[error(
        "no key for the automorphism X -> X^{exponent}{}: the keys given are for the exponents [{}]",
        steps.map_or_else(String::new, |steps| format!(", a rotation by {}", either_way(steps, *degree))), with_rotations(available, *degree)
    )]
    MissingKey {
        /// Exponent of the automorphism.
        exponent: usize,
        /// Steps to the left of the rotation of rows that it is, where it is one.
        steps: Option<usize>,
        /// Exponents that there are keys for.
        available: Vec<usize>,
        /// `N`.
        degree: usize,
    },
    /// A number of slots that cannot be summed.
    #[error("a sum over {count} neighboring slots: a power of two, at most the ring degree {degree}, can be summed")]
    InnerSum {
        /// Slots.
        count: usize,
        /// `N`.
        degree: usize,
    },
    /// A factor without an inverse, zero for one; see [`crate::bgv`].
    #[error("the factor has no inverse modulo the plaintext modulus, so that the ciphertext has no message")]
    NoFactor,
    /// A sum or product of nothing, or a power with the exponent 0.
    #[error("{0} factors: a product has at least one")]
    Factors(usize),
    /// A matrix without diagonals.
    #[error("a matrix of no diagonals: one is the least")]
    NoDiagonals,
    /// The budget has no room for the flooding asked for.
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
    /// An integer whose non-adjacent form has the digit −1, which is 1 modulo 2.
    #[error("the integer has the digit -1, and the plaintext modulus 2 has none: 3 is the least that has")]
    NoDigit,
    /// A plaintext that encodes no values in slots.
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

impl FheError {
    /// [`Self::MissingKey`] of a ring of that degree.
    #[must_use]
    pub fn missing_key(degree: usize, exponent: usize, available: Vec<usize>) -> Self {
        Self::MissingKey { exponent, steps: rotation(degree, exponent), available, degree }
    }
}

/// The steps to the left of the rotation that an automorphism is, where it is one.
fn rotation(degree: usize, exponent: usize) -> Option<usize> {
    let powers = core::iter::successors(Some(1), |power| Some(super::ROTATION_GENERATOR * power % (2 * degree)));
    powers.take(degree / 2).position(|power| power == exponent)
}

/// Steps to the left, and beyond half a row also those to the right.
fn either_way(steps: usize, degree: usize) -> String {
    let row = degree / 2;
    if 2 * steps > row { format!("{steps} or by -{}", row - steps) } else { steps.to_string() }
}

/// Exponents, those of rotations with their steps.
fn with_rotations(exponents: &[usize], degree: usize) -> String {
    let name = |&exponent: &usize| match rotation(degree, exponent) {
        Some(steps) => format!("{exponent} (rotation by {steps})"),
        None => exponent.to_string(),
    };
    exponents.iter().map(name).collect::<Vec<_>>().join(", ")
}
