//! Words of a matrix that lie in bytes of another owner: a file in memory, say.

use std::sync::Arc;

/// Bytes that matrices share. They stay the same as long as they are shared.
pub type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Why bytes are no words of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SharedWordsError {
    /// A machine that has the bytes of a word in another order.
    #[error("words are little-endian where they are used in place, and this machine is not")]
    Endian,
    /// Another number of bytes.
    #[error("{found} bytes of a matrix that has {expected}")]
    Length {
        /// Bytes given.
        found: usize,
        /// Bytes of the matrix.
        expected: usize,
    },
    /// Words across the boundaries of words in memory.
    #[error("words at an address that is {0} above a multiple of 8: memory maps begin at one")]
    Alignment(usize),
    /// A word that is no residue.
    #[error("word {value} at position {position} is not below the prime {modulus}")]
    Word {
        /// The word.
        value: u64,
        /// Which it was.
        position: usize,
        /// The prime.
        modulus: u64,
    },
}

/// The words from a place of shared bytes on.
#[derive(Clone)]
pub(super) struct SharedWords {
    bytes: SharedBytes,
    /// Where they begin, and how many bytes they have.
    start: usize,
    len: usize,
}

impl SharedWords {
    /// The bytes from a place to the end, as many as are expected and on the boundaries of words.
    pub(super) fn new(bytes: SharedBytes, start: usize, expected: usize) -> Result<Self, SharedWordsError> {
        check_endian()?;
        let own = (*bytes).as_ref().get(start..).unwrap_or(&[]);
        let (len, beyond) = (own.len(), own.as_ptr().addr() % align_of::<u64>());
        if len != expected {
            return Err(SharedWordsError::Length { found: len, expected });
        }
        if beyond == 0 { Ok(Self { bytes, start, len }) } else { Err(SharedWordsError::Alignment(beyond)) }
    }

    pub(super) fn words(&self) -> &[u64] {
        bytemuck::cast_slice(&(*self.bytes).as_ref()[self.start..][..self.len])
    }
}

impl core::fmt::Debug for SharedWords {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "SharedWords({} bytes)", self.len)
    }
}

/// Refuses machines on which words are not little-endian.
pub(super) fn check_endian() -> Result<(), SharedWordsError> {
    if cfg!(target_endian = "little") { Ok(()) } else { Err(SharedWordsError::Endian) }
}
