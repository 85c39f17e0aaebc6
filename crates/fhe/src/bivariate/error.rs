//! Errors of the scheme in words.

use crate::codec::BytesError;
use crate::rlwe::KeyId;
use papilio_ring::RnsBasisError;
use papilio_ring::bivariate::DigitPlanError;

/// Why parameters, keys or operands do not do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BivariateError {
    /// More bits than the security table has for the degree.
    #[error(
        "keys of {key_bits} bits at degree {degree}: 128-bit security allows {limit} ({}); \
         `insecure` waives it",
        crate::security::SOURCE
    )]
    Security {
        /// Ring degree.
        degree: usize,
        /// Bits of keys.
        key_bits: u32,
        /// The greatest number that is secure.
        limit: u32,
    },
    /// A degree that is no power of two, or too small or great.
    #[error("degree {0}: degrees are powers of two from 2^10 to 2^17")]
    Degree(usize),
    /// Keys that leave no bits for ciphertexts, or too many bits.
    #[error("keys of {key_bits} bits, in digits of {digit_bits}: keys need more bits than a digit has, and at most {most}")]
    KeyBits {
        /// Bits of keys.
        key_bits: u32,
        /// Bits of a digit.
        digit_bits: u32,
        /// The greatest number of bits.
        most: u32,
    },
    /// No plan for the digits.
    #[error(transparent)]
    Plan(#[from] DigitPlanError),
    /// No transforms for the primes.
    #[error(transparent)]
    Basis(#[from] RnsBasisError),
    /// Bytes that are no parameters.
    #[error(transparent)]
    Bytes(#[from] BytesError),
    /// Residues that are refused.
    #[error(transparent)]
    Residues(#[from] crate::rlwe::FheError),
    /// A ciphertext or key of other parameters.
    #[error("a ciphertext or key of parameters {found:016x}, where these are {expected:016x}")]
    Context {
        /// The fingerprint found.
        found: u64,
        /// The one of these parameters.
        expected: u64,
    },
    /// A ciphertext or key of another secret.
    #[error("a ciphertext under the secret key {found}, where it is {expected}")]
    Key {
        /// The key found.
        found: KeyId,
        /// The key needed.
        expected: KeyId,
    },
    /// A key for another operation.
    #[error("a key for {found}, where one for {expected} is needed")]
    Purpose {
        /// The operation that the key is for.
        found: &'static str,
        /// The operation that was asked for.
        expected: &'static str,
    },
    /// A key for another automorphism.
    #[error("a key for X to {found} where the automorphism is X to {expected}")]
    Exponent {
        /// The exponent of the key.
        found: usize,
        /// The one asked for.
        expected: usize,
    },
    /// An even exponent.
    #[error("X to {0} is no automorphism: exponents are odd")]
    EvenExponent(usize),
    /// A polynomial of another degree.
    #[error("a polynomial of degree {found} in a ring of degree {expected}")]
    PolynomialDegree {
        /// The degree found.
        found: usize,
        /// The degree of the ring.
        expected: usize,
    },
    /// Bits that a ciphertext does not have, or may not have.
    #[error("{found} bits asked for: from {least} on, and of {most} that there are")]
    Bits {
        /// The bits found.
        found: u32,
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// Two ciphertexts of different bits.
    #[error("ciphertexts of {first} and {second} bits: `with_bits` brings both to the same")]
    Precision {
        /// Bits of the first.
        first: u32,
        /// Bits of the second.
        second: u32,
    },
    /// Digits that a key or ciphertext does not have.
    #[error("{found} digits: ciphertexts of these parameters have from 1 to {most}")]
    Digits {
        /// The digits asked for.
        found: usize,
        /// The greatest number.
        most: usize,
    },
    /// Keys beyond a limit of memory.
    #[error("a key has {bytes} bytes in memory, above the limit of {limit}")]
    Memory {
        /// Bytes of a key.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// An integer polynomial whose products with digits are beyond the plan.
    #[error("integers whose magnitudes add up to {sum}, beyond 2^{log2_most}")]
    Integers {
        /// The sum of magnitudes.
        sum: u128,
        /// `log2` of the bound.
        log2_most: u32,
    },
}
