//! Words of a matrix that lie in bytes of another owner: a file in memory, say.

use super::{DigitMatrix, DigitPlan, DigitTransforms};
use std::sync::Arc;

#[cfg(test)]
mod tests;

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
    pub(super) fn words(&self) -> &[u64] {
        bytemuck::cast_slice(&(*self.bytes).as_ref()[self.start..][..self.len])
    }
}

impl core::fmt::Debug for SharedWords {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "SharedWords({} bytes)", self.len)
    }
}

impl DigitMatrix {
    /// The words as bytes, little-endian: those that [`Self::from_shared`] takes.
    ///
    /// # Errors
    /// [`SharedWordsError::Endian`].
    pub fn as_bytes(&self) -> Result<&[u8], SharedWordsError> {
        check_endian()?;
        Ok(bytemuck::cast_slice(self.words()))
    }

    /// The matrix of `rows` and `digits` whose words are the bytes from `start` to the end: they
    /// are used where they lie, and every word is compared with its prime here.
    ///
    /// # Errors
    /// Any of [`SharedWordsError`].
    pub fn from_shared(
        transforms: &DigitTransforms,
        (rows, digits): (usize, usize),
        bytes: SharedBytes,
        start: usize,
    ) -> Result<Self, SharedWordsError> {
        check_endian()?;
        let len = check_bytes(transforms.plan(), (rows, digits), &bytes, start)?;
        let words = SharedWords { bytes, start, len };
        check_words(transforms, words.words())?;
        Ok(Self::of_shared(transforms.plan(), rows, digits, words))
    }
}

fn check_endian() -> Result<(), SharedWordsError> {
    if cfg!(target_endian = "little") { Ok(()) } else { Err(SharedWordsError::Endian) }
}

/// The number of bytes, which are as many as the matrix has and lie on the boundaries of words.
fn check_bytes(
    plan: &DigitPlan,
    (rows, digits): (usize, usize),
    bytes: &SharedBytes,
    start: usize,
) -> Result<usize, SharedWordsError> {
    let bytes = (**bytes).as_ref().get(start..).unwrap_or(&[]);
    let (found, expected) = (bytes.len(), DigitMatrix::memory_bytes(plan, rows, digits));
    if found != expected {
        return Err(SharedWordsError::Length { found, expected });
    }
    let beyond = bytes.as_ptr().addr() % align_of::<u64>();
    if beyond == 0 { Ok(found) } else { Err(SharedWordsError::Alignment(beyond)) }
}

fn check_words(transforms: &DigitTransforms, words: &[u64]) -> Result<(), SharedWordsError> {
    let of_prime = words.len() / transforms.plan().primes();
    for (prime, (words, plan)) in words.chunks_exact(of_prime.max(1)).zip(transforms.basis().plans()).enumerate() {
        let modulus = plan.modulus().value();
        // Nearly always all are: one comparison without a branch, and a search where it fails.
        if words.iter().fold(true, |below, &word| below & (word < modulus)) {
            continue;
        }
        if let Some((position, &value)) = words.iter().enumerate().find(|&(_, &word)| word >= modulus) {
            return Err(SharedWordsError::Word { value, position: prime * of_prime + position, modulus });
        }
    }
    Ok(())
}
