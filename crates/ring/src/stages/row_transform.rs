//! A program as an engine runs it.

use super::ended::Canceled;
use super::row_pipe::RowPipe;
use crate::engine::error::EngineError;
use core::fmt::Debug;
use core::ops::Range;

/// Told of every piece of work done, in ciphertexts or tiles; answers whether to go on.
pub type Watch<'a> = &'a (dyn Fn(usize) -> bool + Sync);

/// The tables of a [`super::Program`] on an engine. Words go in and out in pairs of polynomials:
/// part after part, limb after limb, a window of coefficients each, canonical residues.
pub trait RowTransform: Debug + Send + Sync {
    /// A window of coefficients of all rows, in the memory of the engine.
    type Rows: Debug + Send + Sync;

    /// Why work ended: a request, or whatever an engine fails at.
    type Ended: Send + From<Canceled>;

    /// Windows on their way to the engine and back while another is transformed.
    type Pipe: RowPipe<Ended = Self::Ended>;

    /// Rows that are read together.
    const READ_TOGETHER: usize;

    /// Bytes of a window, about, beyond which wider ones are no faster.
    const WINDOW_BYTES: usize;

    /// Rows of zeros, of a window that is a multiple of [`crate::sample::CHUNK`].
    ///
    /// # Errors
    /// There is no memory for them, or the engine has failed.
    ///
    /// # Panics
    /// If the window is empty.
    fn zero(&self, window: usize) -> Result<Self::Rows, EngineError>;

    /// Pieces of work of [`Self::transform`].
    fn tiles(&self, rows: &Self::Rows) -> usize;

    /// Writes whole rows, from one on, with the limbs of inputs.
    ///
    /// # Errors
    /// A failure of the engine; the rows are then lost.
    fn write(&self, rows: &mut Self::Rows, first: usize, words: &[u64]) -> Result<(), Self::Ended>;

    /// Transforms all rows.
    ///
    /// # Errors
    /// The watch asked to stop, or the engine failed; the rows are then lost.
    fn transform(&self, rows: &mut Self::Rows, watch: Watch<'_>) -> Result<(), Self::Ended>;

    /// Reads some rows, with the limbs of outputs.
    ///
    /// # Errors
    /// A failure of the engine.
    fn read(&self, rows: &Self::Rows, range: Range<usize>, to: &mut [u64]) -> Result<(), Self::Ended>;

    /// Memory for windows of so many coefficients on their way, a multiple of
    /// [`crate::sample::CHUNK`]; none where rows do not move while others are transformed, or the
    /// host has no memory for it.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], after which narrower windows may fit; another failure.
    ///
    /// # Panics
    /// If the window is empty.
    fn pipe(&self, window: usize) -> Result<Option<Self::Pipe>, EngineError>;
}
