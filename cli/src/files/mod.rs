//! Files: what both ends exchange.
//!
//! Every file is `"PAPILIO\0"`, a kind and a version (two bytes each), the length of the header (four), the header
//! (postcard), the payload, and the BLAKE3 hash of all that precedes it; integers are little-endian. The header fixes the
//! length of the payload, so a file that is too short or too long is refused before anything is allocated for it. Files are
//! written under a temporary name in their folder and renamed when complete.

pub(crate) mod ciphertexts;
pub(crate) mod keys;
mod reader;
pub(crate) mod values;
mod writer;

pub(crate) use reader::Reader;
pub(crate) use writer::Writer;

use hntt::Design;
use serde::{Deserialize, Serialize};

const MAGIC: [u8; 8] = *b"PAPILIO\0";
/// Version of every kind, raised when a reader of the one before would misunderstand.
const VERSION: u16 = 2;
/// Magic, kind, version, length of the header.
const PREFIX: usize = 16;
const HASH: usize = 32;
/// Headers are a few hundred bytes; nothing longer is read.
const MAX_HEADER: u32 = 1 << 16;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum Kind {
    SecretKey = 1,
    PublicKey = 2,
    Columns = 3,
    Transformed = 4,
    Values = 5,
}

impl Kind {
    fn name(code: u16) -> String {
        match code {
            1 => "a secret key".into(),
            2 => "a public key".into(),
            3 => "encrypted columns".into(),
            4 => "transformed columns".into(),
            5 => "field values".into(),
            other => format!("kind {other}"),
        }
    }
}

/// Identifies a key pair: a hash of the secret's seed under a context of its own.
pub(crate) type KeyId = [u8; 16];

/// The header of keys and ciphertexts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// What is computed and how.
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
    /// What was computed.
    pub(crate) design: Design,
    /// Entries of the witness.
    pub(crate) entries: u64,
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
