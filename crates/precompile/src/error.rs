//! Why a call fails.

use core::fmt;

/// Why an input is refused, in the order in which it is validated: the first that applies is the
/// one reported.
///
/// A failed call consumes the gas it was given and returns nothing. Which error it was is for
/// people, not for consensus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The header is not complete.
    TooShort,
    /// The first byte, the kind or the width of elements is none of those defined.
    Header,
    /// The number of coefficients is zero or no power of two.
    DegreeNotPower,
    /// It is below 2, or above the limit for the width.
    Degree,
    /// The modulus is zero.
    ZeroModulus,
    /// The modulus is even, below 3, not of the width that the header states, or not 3 modulo 4
    /// where that is needed.
    Modulus,
    /// Form S: there are no roots of `X^n + 1`.
    Congruence,
    /// Form X: the root given is not of the order that the kind needs.
    Root,
    /// The input is longer or shorter than its header says.
    Length {
        /// Bytes that the header asks for.
        expected: usize,
        /// Bytes that there are.
        got: usize,
    },
    /// An element is not below the modulus.
    Coefficient(usize),
    /// Form S: the modulus is composite.
    NotPrime,
}

impl Error {
    /// Its place in the order of validation, from 1.
    #[must_use]
    pub fn index(&self) -> u8 {
        match self {
            Self::TooShort => 1,
            Self::Header => 2,
            Self::DegreeNotPower => 3,
            Self::Degree => 4,
            Self::ZeroModulus => 5,
            Self::Modulus => 6,
            Self::Congruence => 7,
            Self::Root => 8,
            Self::Length { .. } => 9,
            Self::Coefficient(_) => 10,
            Self::NotPrime => 11,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooShort => "input too short: minimum 12 bytes required",
            Self::Header => "unsupported header",
            Self::DegreeNotPower => "ring degree must be a power of 2",
            Self::Degree => "invalid ring degree",
            Self::ZeroModulus => "modulus cannot be zero",
            Self::Modulus => "unsupported modulus",
            Self::Congruence => "modulus must be congruent to 1 mod 2*ringDegree",
            Self::Root => "invalid root of unity",
            Self::Length { expected, got } => return write!(f, "input length mismatch: expected {expected}, got {got}"),
            Self::Coefficient(i) => return write!(f, "coefficient {i} exceeds modulus"),
            Self::NotPrime => "modulus is not prime",
        })
    }
}

impl core::error::Error for Error {}
