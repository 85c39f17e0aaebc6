//! Why an operation is refused.

use crate::Scale;
use papilio_fhe::ParametersError;
use papilio_fhe::bivariate::BivariateError;
use papilio_fhe::codec::BytesError;
use papilio_fhe::rlwe::FheError;

/// Why an operation of CKKS is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CkksError {
    /// An operation of the common part is refused.
    #[error(transparent)]
    Fhe(#[from] FheError),
    /// An operation on ciphertexts or keys in words is refused.
    #[error(transparent)]
    Bivariate(#[from] BivariateError),
    /// Values in words whose bits do not last.
    #[error("values of {found:.1} bits with their scale and noise, in ciphertexts of {bits} bits, of which the sign is one")]
    WordBits {
        /// `log2` of a bound on values times the scale, and noise.
        found: f64,
        /// Bits of the ciphertext.
        bits: u32,
    },
    /// Summands in words of different scales.
    #[error("summands of the scales 2^{first} and 2^{second}: `rescale` brings the greater one to the other")]
    WordScales {
        /// `log2` of the scale of the first.
        first: u32,
        /// `log2` of the scale of the second.
        second: u32,
    },
    /// A rescaling in words by more bits than there are.
    #[error("a rescaling by {by} bits, of a scale of 2^{log_scale} in ciphertexts of {bits} bits")]
    WordRescaling {
        /// Bits asked for.
        by: u32,
        /// `log2` of the scale.
        log_scale: u32,
        /// Bits of the ciphertext.
        bits: u32,
    },
    /// The ring parameters are refused.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
    /// Bytes are no parameters.
    #[error(transparent)]
    Bytes(#[from] BytesError),
    /// A scale has too few or too many bits, or no primes are near it.
    #[error(
        "no scale of 2^{0}: scales have from 30 to 50 bits, or from 60 to 98, and as many primes have to be next to them as there are levels"
    )]
    LogScale(u32),
    /// More primes than a basis has.
    #[error("{levels} levels are {primes} primes: with the special ones there are at most {most}")]
    Levels {
        /// Levels.
        levels: usize,
        /// Primes of the modulus.
        primes: usize,
        /// Primes of a basis.
        most: usize,
    },
    /// A number is infinite or none.
    #[error("the value {value} at place {index}, counted from 0, is not finite")]
    NotFinite {
        /// Its slot, or coefficient; 0 for constants.
        index: usize,
        /// The value.
        value: f64,
    },
    /// A constant or the greatest value of a vector is too great for its scale.
    #[error("the value {value:?} has {bits:.1} bits with its scale, of which {most} are the most")]
    Constant {
        /// The value.
        value: f64,
        /// `log2` of it times the scale.
        bits: f64,
        /// The most.
        most: f64,
    },
    /// A bound that bounds nothing.
    #[error("2^{0} is no bound on the values of a ciphertext")]
    Bound(f64),
    /// More values than slots.
    #[error("{found} values: there are {most} slots")]
    Slots {
        /// Values given.
        found: usize,
        /// Slots.
        most: usize,
    },
    /// Vectors of different lengths.
    #[error("a vector in 2^{found} slots where one in 2^{expected} slots is needed: encode both in as many, by `encode_at`")]
    LogSlots {
        /// `log2` of its slots.
        found: u32,
        /// `log2` of the slots needed.
        expected: u32,
    },
    /// Scales of summands differ.
    #[error(
        "a summand of the scale {found} where {expected} is needed, to within 2^-{bits} of it: rescale, or use the automatic evaluator"
    )]
    ScaleMismatch {
        /// Its scale.
        found: Scale,
        /// The scale of the other one.
        expected: Scale,
        /// How near they have to be.
        bits: u32,
    },
    /// A polynomial is refused.
    #[error(transparent)]
    Polynomial(papilio_fhe::polynomial::PolynomialError),
    /// Values that may lie outside of an interval.
    #[error(
        "values of up to {bound:?} where those up to {radius:?} are approximated: scale them, or state the `log2` of a lesser bound by `with_bound`"
    )]
    Beyond {
        /// The bound on the values.
        bound: f64,
        /// The greatest magnitude in the interval.
        radius: f64,
    },
    /// A key that was not given.
    #[error("{0}")]
    NoKey(&'static str),
    /// A transform in no factors, or in more than it has.
    #[error("a transform in {found} factors: it has from one to {most}")]
    Factors {
        /// Factors asked for.
        found: usize,
        /// The most.
        most: usize,
    },
    /// Keys of a transform that are larger than they may be.
    #[error(
        "the keys of a transform in up to {factors} factors take {least} bytes at least, where {allowed} are allowed: more factors have fewer keys, and take more levels"
    )]
    DftKeys {
        /// The least bytes of keys.
        least: usize,
        /// Bytes allowed.
        allowed: usize,
        /// The most factors.
        factors: usize,
    },
    /// A transform of one slot.
    #[error("a transform of one slot: there have to be two at least")]
    OneSlot,
    /// A transform times a number that leaves nothing of it.
    #[error("a transform times {0:?}: the number has to be positive and finite")]
    TransformFactor(f64),
    /// Diagonals at a level that there is not, or that has too few below it.
    #[error("diagonals for ciphertexts with {found} levels left: the least is {needed}, and the parameters have {most}")]
    DiagonalLevels {
        /// Levels asked for.
        found: usize,
        /// Levels that the product takes.
        needed: usize,
        /// Levels of the parameters.
        most: usize,
    },
    /// A ciphertext above the level of diagonals.
    #[error(
        "a ciphertext with {levels} levels left beside diagonals for {most} at most: drop its levels, or encode them for more"
    )]
    AboveDiagonals {
        /// Levels that the ciphertext has left.
        levels: usize,
        /// Levels that the diagonals are for.
        most: usize,
    },
    /// A linear combination of no ciphertexts.
    #[error("a linear combination of no terms: one is the least")]
    NoTerms,
    /// A ciphertext of none of the scales that the automatic evaluator keeps.
    #[error(
        "a ciphertext of the scale {found} with {levels} levels left, where the automatic evaluator takes {expected} or its square, to within 2^-{bits} of it: `set_scale_assign` brings it to the scale of the level below"
    )]
    AutomaticScale {
        /// Its scale.
        found: Scale,
        /// The scale of its level.
        expected: Scale,
        /// Levels that it has left.
        levels: usize,
        /// How near it has to be.
        bits: u32,
    },
    /// A ciphertext has too few levels left.
    #[error(
        "a ciphertext of the scale {scale} has {levels} levels left, where {needed} are needed: parameters with more levels have room for them"
    )]
    NoLevel {
        /// Levels left.
        levels: usize,
        /// Levels needed.
        needed: usize,
        /// Its scale.
        scale: Scale,
    },
    /// A scale that rescaling would use up.
    #[error("a scale of 2^{found:.2} cannot be divided by primes of 2^{needed:.2} in all")]
    SmallScale {
        /// `log2` of the scale.
        found: f64,
        /// `log2` of the primes.
        needed: f64,
    },
    /// Noise that hides too little.
    #[error("{found} statistical bits, of which public decryption needs at least {least}")]
    StatisticalBits {
        /// Bits asked for.
        found: u32,
        /// The least.
        least: u32,
    },
    /// A key that decrypts nothing has nothing to hide.
    #[error("public decryption for 0 queries: 1 is the least")]
    Queries,
    /// Noise that hides the error leaves too little of the message.
    #[error("{left} bits after the binary point are left below the noise that hides the error, where {asked} are asked for")]
    TooFewBits {
        /// Bits left.
        left: i32,
        /// Bits asked for.
        asked: i32,
    },
    /// A sum over no power of two of slots, or over more than there are.
    #[error("a sum over {count} slots: the number is a power of two, at most the {slots} slots of the vector")]
    InnerSum {
        /// Slots to be added up.
        count: usize,
        /// Slots of the vector.
        slots: usize,
    },
    /// A scale out of range.
    #[error("a scale of 2^{found:.1}: scales are from 2^-512 to 2^512")]
    Scale {
        /// `log2` of the scale.
        found: f64,
    },
    /// A message at its scale does not fit the modulus.
    #[error(
        "a message of {bits:.1} bits at its scale does not fit a modulus of {modulus_bits:.1} bits with room for sign and noise: rescale before, state the `log2` of a bound on the values by `with_bound`, or choose a greater `log_base`"
    )]
    Overflow {
        /// `log2` of the bound on the message, times the scale.
        bits: f64,
        /// `log2` of the modulus of the level.
        modulus_bits: f64,
    },
}
