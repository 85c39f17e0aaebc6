//! Why bytes are refused.

use super::Kind;
use crate::rlwe::keyswitch::KeyBytesError;
use papilio_field::words::Words;
use papilio_ring::codec::ResidueError;

/// Why bytes are not the object that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BytesError {
    /// The bytes end before their header does.
    #[error("{found} bytes, of which at least {least} are needed")]
    Short {
        /// Bytes given.
        found: usize,
        /// Bytes needed as far as could be read.
        least: usize,
    },
    /// Bytes that do not begin with the magic of the format.
    #[error("the bytes begin with {found:02x?}, not with \"PPLO\"")]
    Magic {
        /// The first bytes.
        found: [u8; 4],
    },
    /// A kind that this version does not know.
    #[error("an object of the unknown kind {0}")]
    UnknownKind(u16),
    /// An object of another kind.
    #[error("an object of {} where \"{expected}\" is needed", Found(*found))]
    Kind {
        /// The number of its kind.
        found: u16,
        /// The kind needed.
        expected: Kind,
    },
    /// Another version of the format.
    #[error("version {found} of the format, where version {known} is read: make the object again with this version")]
    Version {
        /// Its version.
        found: u16,
        /// The one that is read.
        known: u16,
    },
    /// An intact object of other parameters.
    #[error("an object of other parameters: digest {found:016x} where {expected:016x} is needed")]
    Parameters {
        /// Digest that the bytes carry.
        found: u64,
        /// Digest of the parameters at hand.
        expected: u64,
    },
    /// Another number of bytes than the header says.
    #[error("{found} bytes of an object that has {expected}")]
    Length {
        /// Bytes given.
        found: usize,
        /// Bytes that the header and the parameters ask for.
        expected: usize,
    },
    /// Damaged bytes: the checksum is wrong.
    #[error("the bytes are damaged: checksum {found:016x} where they have {expected:016x}")]
    Checksum {
        /// The last eight bytes.
        found: u64,
        /// The checksum of those before them.
        expected: u64,
    },
    /// A level that the parameters do not have.
    #[error("level {found} is not between 1 and the {limbs} of the parameters")]
    Level {
        /// Level given.
        found: usize,
        /// Number of primes.
        limbs: usize,
    },
    /// More primes than a basis can have.
    #[error("{found} primes, of which a basis has at most {most}")]
    Primes {
        /// Primes given.
        found: usize,
        /// The most.
        most: usize,
    },
    /// A flag that is neither zero nor one.
    #[error("{0} where 0 or 1 is needed")]
    Flag(u8),
    /// More keys than automorphisms.
    #[error("{found} keys for {most} automorphisms")]
    Keys {
        /// Keys given.
        found: usize,
        /// `N`.
        most: usize,
    },
    /// An exponent of no automorphism, or out of order.
    #[error("exponent {found} at position {position} is not odd, below {limit} and above the one before it")]
    Exponent {
        /// The exponent.
        found: u32,
        /// Which it was.
        position: usize,
        /// `2N`.
        limit: usize,
    },
    /// A purpose that no key has.
    #[error("a key for the unknown purpose {found}: they are numbered from 1 to {most}")]
    Purpose {
        /// The number of the purpose.
        found: u16,
        /// The greatest.
        most: u16,
    },
    /// A number that a key for its purpose does not have.
    #[error("the {what} {found:#x} of a key that has none: it is zero")]
    Unused {
        /// Which number.
        what: &'static str,
        /// The number.
        found: u64,
    },
    /// A key or ciphertext of no secret.
    #[error("the identity zero, which no secret has")]
    Identity,
    /// Bits that ciphertexts do not have.
    #[error("{found} bits of a ciphertext: from 1 to {most} with these parameters")]
    Bits {
        /// The bits.
        found: u32,
        /// The greatest number.
        most: u32,
    },
    /// Keys cannot be switched without special primes.
    #[error("these parameters have no special primes: there are no keys for switching")]
    NoSpecialPrimes,
    /// Messages of another field.
    #[error("plaintexts modulo {}, where {} of the field {field} is needed", Hex(found), Hex(expected))]
    Field {
        /// Modulus that the bytes carry.
        found: Words,
        /// Modulus of the field.
        expected: Words,
        /// Name of the field.
        field: String,
    },
    /// A value out of range.
    #[error("value {} at position {position} is not below the modulus {} of the field {field}", Hex(found), Hex(modulus))]
    Element {
        /// The value read.
        found: Words,
        /// Which coefficient it was.
        position: usize,
        /// Modulus of the field.
        modulus: Words,
        /// Name of the field.
        field: String,
    },
    /// A factor that divides no message, or is no element.
    #[error("the factor {} is not below the modulus {} of the field {field}, or has no inverse", Hex(found), Hex(modulus))]
    Factor {
        /// The factor read.
        found: Words,
        /// Modulus of the field.
        modulus: Words,
        /// Name of the field.
        field: String,
    },
    /// More sources of noise than are kept apart.
    #[error("{found} sources of noise, of which at most {most} are kept apart")]
    Sources {
        /// Sources given.
        found: usize,
        /// The most.
        most: usize,
    },
    /// Sources of noise out of order.
    #[error("the sources of the noise are not strictly increasing")]
    SourceOrder,
    /// A number that no predicted noise has.
    #[error(
        "number {position} of the noise, {}, is neither minus infinity nor between -{limit} and {limit}, without a sign for zero",
        f64::from_bits(*bits)
    )]
    Noise {
        /// The number read, by [`f64::to_bits`].
        bits: u64,
        /// Which number it was.
        position: usize,
        /// The greatest magnitude.
        limit: u32,
    },
    /// A scale that no message has.
    #[error("no scale: {} and {}", f64::from_bits(parts[0]), f64::from_bits(parts[1]))]
    Scale {
        /// Both parts, by [`f64::to_bits`].
        parts: [u64; 2],
    },
    /// More slots than there are.
    #[error("2^{found} slots, of which there are at most 2^{most}")]
    Slots {
        /// `log2` of the number of slots given.
        found: u32,
        /// `log2` of the most.
        most: u32,
    },
    /// A bound on values that bounds none.
    #[error("2^{} is no bound on values in slots", f64::from_bits(*bits))]
    Bound {
        /// `log2` of the bound, by [`f64::to_bits`].
        bits: u64,
    },
    /// A message that does not fit the modulus.
    #[error("a message of up to 2^{} with its scale does not fit {limbs} primes", f64::from_bits(*bits))]
    Message {
        /// `log2` of the bound on it, by [`f64::to_bits`].
        bits: u64,
        /// Primes.
        limbs: usize,
    },
    /// A residue out of range.
    #[error(transparent)]
    Residue(#[from] ResidueError),
}

impl From<KeyBytesError> for BytesError {
    fn from(error: KeyBytesError) -> Self {
        match error {
            KeyBytesError::Length { found, expected } => Self::Length { found, expected },
            KeyBytesError::Residue(error) => Self::Residue(error),
        }
    }
}

/// A kind by its name, and one that this version does not know by its number.
struct Found(u16);

impl core::fmt::Display for Found {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match Kind::numbered(self.0) {
            Some(kind) => write!(f, "the kind \"{kind}\""),
            None => write!(f, "the unknown kind {}", self.0),
        }
    }
}

/// Little-endian words as one number.
struct Hex<'a>(&'a Words);

impl core::fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let digits: String = self.0.iter().rev().map(|word| format!("{word:016x}")).collect();
        let digits = digits.trim_start_matches('0');
        write!(f, "0x{}", if digits.is_empty() { "0" } else { digits })
    }
}
