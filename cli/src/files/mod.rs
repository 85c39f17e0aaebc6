//! Files: what both ends exchange.
//!
//! Every file is `"PAPILIO\0"`, a kind and a version (two bytes each), the length of the header
//! (four), the header (postcard), the payload, and the BLAKE3 hash of all that precedes it;
//! integers are little-endian. The header fixes the length of the payload, so a file that is too
//! short or too long is refused before anything is allocated for it. The hash is checked before
//! anything is decoded. Files are written under a temporary name in their folder and renamed when
//! complete.

pub(crate) mod cache;
pub(crate) mod ciphertexts;
pub(crate) mod formats;
pub(crate) mod gates;
pub(crate) mod input;
pub(crate) mod keys;
pub(crate) mod output;
pub(crate) mod parts;
mod reader;
pub(crate) mod rotation;
mod scheme;
#[cfg(feature = "ethereum")]
pub(crate) mod signing;
pub(crate) mod slots;
pub(crate) mod sniff;
pub(crate) mod temporary;
pub(crate) mod values;
mod writer;

pub(crate) use input::Input;
#[cfg(any(feature = "ethereum", feature = "measure"))]
pub(crate) use input::read_within;
pub(crate) use output::Output;
pub(crate) use reader::{Reader, identify};
pub(crate) use temporary::Access;
pub(crate) use writer::{Sealed, Writer, persist_all};

use crate::error::CliError;
use papilio_hntt::Design;
use serde::{Deserialize, Serialize};

const MAGIC: [u8; 8] = *b"PAPILIO\0";
/// Magic, kind, version, length of the header.
pub(crate) const PREFIX: usize = 16;
pub(crate) const HASH: usize = 32;
/// Headers are a few hundred bytes; nothing longer is read.
const MAX_HEADER: u32 = 1 << 16;

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum Kind {
    SecretKey = 1,
    PublicKey = 2,
    Columns = 3,
    Transformed = 4,
    Values = 5,
    SlotSecretKey = 6,
    SlotPublicKey = 7,
    RotationKeys = 8,
    SlotVector = 9,
    SlotTransformed = 10,
    SlotValues = 11,
    SigningKey = 12,
    TransformedPart = 13,
}

impl Kind {
    pub(crate) const ALL: [Self; 13] = [
        Self::SecretKey,
        Self::PublicKey,
        Self::Columns,
        Self::Transformed,
        Self::Values,
        Self::SlotSecretKey,
        Self::SlotPublicKey,
        Self::RotationKeys,
        Self::SlotVector,
        Self::SlotTransformed,
        Self::SlotValues,
        Self::SigningKey,
        Self::TransformedPart,
    ];

    /// The kind that a file says it is of, if it is one of this program's.
    pub(crate) fn said_by(path: &std::path::Path) -> Result<Option<Self>, CliError> {
        Ok(match Input::open(path)?.named()? {
            Some(sniff::Named::Papilio(code)) => Self::of(code),
            _ => None,
        })
    }

    /// The kind of this number.
    pub(crate) fn of(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|&kind| kind as u16 == code)
    }

    pub(crate) fn name(code: u16) -> String {
        match Self::of(code) {
            Some(Self::SecretKey) => "a secret key".into(),
            Some(Self::PublicKey) => "a public key".into(),
            Some(Self::Columns) => "a file of encrypted columns".into(),
            Some(Self::Transformed) => "a file of transformed columns".into(),
            Some(Self::Values) => "a file of field values".into(),
            Some(Self::SlotSecretKey) => "a secret key for a vector in slots".into(),
            Some(Self::SlotPublicKey) => "a public key for a vector in slots".into(),
            Some(Self::RotationKeys) => "a file of rotation keys".into(),
            Some(Self::SlotVector) => "an encrypted vector in slots".into(),
            Some(Self::SlotTransformed) => "a transformed vector in slots".into(),
            Some(Self::SlotValues) => "a file of field values of a vector in slots".into(),
            Some(Self::SigningKey) => "a secret key of signatures".into(),
            Some(Self::TransformedPart) => "a part of transformed columns".into(),
            None => format!("a Papilio file of the unknown kind {code}"),
        }
    }

    /// Version of its format, raised when a reader of the one before would misunderstand.
    pub(crate) fn version(self) -> u16 {
        match self {
            Self::SecretKey
            | Self::PublicKey
            | Self::Values
            | Self::SlotSecretKey
            | Self::SlotPublicKey
            | Self::SlotValues
            | Self::SigningKey => 4,
            // Slots are in the order of `papilio_fhe::rlwe::ROTATION_GENERATOR`.
            Self::Columns | Self::Transformed | Self::RotationKeys | Self::SlotVector | Self::SlotTransformed => 5,
            Self::TransformedPart => 1,
        }
    }

    /// Whether it is of a vector in slots.
    pub(crate) fn is_of_slots(self) -> bool {
        (Self::SlotSecretKey as u16..=Self::SlotValues as u16).contains(&(self as u16))
    }

    fn is_key(self) -> bool {
        match self {
            Self::SecretKey
            | Self::PublicKey
            | Self::SlotSecretKey
            | Self::SlotPublicKey
            | Self::RotationKeys
            | Self::SigningKey => true,
            Self::Columns
            | Self::Transformed
            | Self::Values
            | Self::SlotVector
            | Self::SlotTransformed
            | Self::SlotValues
            | Self::TransformedPart => false,
        }
    }

    /// Results in the clear are as secret as the witness.
    fn access(self) -> Access {
        match self {
            Self::SecretKey | Self::Values | Self::SlotSecretKey | Self::SlotValues | Self::SigningKey => Access::Private,
            Self::PublicKey
            | Self::Columns
            | Self::Transformed
            | Self::SlotPublicKey
            | Self::RotationKeys
            | Self::SlotVector
            | Self::SlotTransformed
            | Self::TransformedPart => Access::Shared,
        }
    }
}

/// Identifies a key pair: a hash of the secret's seed under a context of its own.
pub(crate) type KeyId = [u8; 16];

/// The header of keys and ciphertexts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The plan: recipe and ring parameters.
    pub(crate) design: Design,
    /// Whose key.
    pub(crate) key: KeyId,
    /// Entries of the witness; zero in a key.
    pub(crate) entries: u64,
    /// Whether the second part of each ciphertext is given by its seed.
    pub(crate) seeded: bool,
}

/// The header of plain values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ValuesHeader {
    /// The plan of the transform that gave the values.
    pub(crate) design: Design,
    /// Entries of the witness.
    pub(crate) entries: u64,
}

/// The header of a secret key of signatures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SigningHeader {
    /// The scheme, by its name on the command line.
    pub(crate) scheme: String,
    /// The public key in its standard encoding.
    pub(crate) public_key: Vec<u8>,
}

/// Reads all of `buffer` from an offset, without moving a cursor, from several threads.
#[cfg(unix)]
fn read_at(file: &std::fs::File, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Writes all of `buffer` at an offset, from several threads.
#[cfg(unix)]
fn write_at(file: &std::fs::File, buffer: &[u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, buffer, offset)
}
