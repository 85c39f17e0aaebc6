//! Places of words: memory of the CPU, or of a device beside it.

use super::error::EngineError;
use crate::PooledVec;
use core::fmt::Debug;

/// A place for the words of polynomials: an engine, without what it does with them.
pub trait Place: Sized + Clone + Debug + Send + Sync + 'static {
    /// Words of a polynomial, limb after limb.
    type Words: Clone + Debug + Send + Sync;

    /// Public words, in this place.
    ///
    /// # Errors
    /// There is no memory for them, or the engine has failed.
    ///
    /// # Panics
    /// Words are secret, for a place other than the memory of the CPU.
    fn upload(&self, words: &PooledVec) -> Result<Self::Words, EngineError>;

    /// Words in the place of others, which is told them: they are no secret to whoever evaluates.
    /// Where that fails, they say why when they are asked for.
    fn beside(words: &Self::Words, of: PooledVec) -> Self::Words;

    /// The words, once all work on them is done.
    ///
    /// # Errors
    /// The first failure of that work.
    fn download(words: &Self::Words) -> Result<PooledVec, EngineError>;

    /// The number of words.
    fn len(words: &Self::Words) -> usize;

    /// Keeps the first words.
    fn truncate(words: &mut Self::Words, len: usize);

    /// From here on the words are public; those of a device always are.
    fn publish(_: &mut Self::Words) {}
}

/// The CPU, whose kernels [`papilio_ntt::Kernel`] chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cpu;

impl Place for Cpu {
    type Words = PooledVec;

    fn upload(&self, words: &PooledVec) -> Result<PooledVec, EngineError> {
        Ok(words.clone())
    }

    fn beside(_: &PooledVec, of: PooledVec) -> PooledVec {
        of
    }

    fn download(words: &PooledVec) -> Result<PooledVec, EngineError> {
        Ok(words.clone())
    }

    fn len(words: &PooledVec) -> usize {
        words.len()
    }

    fn truncate(words: &mut PooledVec, len: usize) {
        words.truncate(len);
    }

    fn publish(words: &mut PooledVec) {
        words.publish();
    }
}
