//! Matrices whose words lie in shared bytes.

use super::shared::{SharedWords, check_endian};
use super::{DigitMatrix, DigitTransforms, SharedBytes, SharedWordsError};

#[cfg(test)]
mod tests;

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
        let words = SharedWords::new(bytes, start, Self::memory_bytes(transforms.plan(), rows, digits))?;
        check_words(transforms, words.words())?;
        Ok(Self::of_shared(transforms.plan(), rows, digits, words))
    }
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
