//! The binary files of circom: constraint systems (`.r1cs`, version 1) and witnesses (`.wtns`,
//! version 2).
//!
//! Both are a magic word, a version, and sections in any order, all little-endian. A file is read
//! as a value from outside: its length is bounded by [`Limits`], every count is compared with the
//! bytes that are there before memory is taken for it, every element must be canonical, and the
//! sections must tile the file.
//!
//! A file with custom gates is refused: its constraints alone would not be the statement.

mod bytes;
mod error;
mod prime;
mod r1cs;
mod sections;
mod summary;
#[cfg(test)]
mod tests;
mod writer;
mod wtns;

pub use error::CircomError;
pub use prime::Prime;
pub use r1cs::{parse_r1cs, read_r1cs};
pub use summary::{Summary, SystemSummary};
pub use writer::{write_r1cs, write_wtns};
pub use wtns::{parse_wtns, read_wtns};

use std::io::Read;

/// The most that a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Length of a file. Memory taken stays within a small multiple of the bytes read.
    pub max_bytes: u64,
}

impl Default for Limits {
    /// 4 GiB.
    fn default() -> Self {
        Self { max_bytes: 4 << 30 }
    }
}

/// Which of the two formats a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    magic: [u8; 4],
    version: u32,
}

const R1CS: Format = Format { magic: *b"r1cs", version: 1 };
const WTNS: Format = Format { magic: *b"wtns", version: 2 };

/// All bytes of `reader`, unless they exceed the limit.
fn read_bounded(reader: impl Read, limits: Limits) -> Result<Vec<u8>, CircomError> {
    let mut file = Vec::new();
    let length = reader.take(limits.max_bytes.saturating_add(1)).read_to_end(&mut file)?;
    if length as u64 > limits.max_bytes {
        return Err(CircomError::TooLong { limit: limits.max_bytes });
    }
    Ok(file)
}
