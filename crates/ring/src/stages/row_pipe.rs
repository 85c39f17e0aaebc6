//! Rows that go to an engine and come from it while others are transformed.

use super::ended::Canceled;
use core::convert::Infallible;
use core::fmt::Debug;
use core::ops::Range;

/// Windows that have a slot.
pub const SLOTS: usize = 3;

/// Three windows of rows in the memory of an engine: one on its way there, one that is transformed,
/// and one on its way back. Slots of windows are counted from zero; the work of one is done in the
/// order of these calls, and that of several at the same time.
///
/// A window is [`Self::clear`]ed, its rows are sent, it is transformed, and its rows are received;
/// then the slot is free for another. Any thread may send while another receives.
///
/// # Panics
/// Functions panic where there is no such slot.
pub trait RowPipe: Debug + Send + Sync {
    /// Why work ended.
    type Ended;

    /// Rows that are sent together, at most.
    fn together(&self) -> usize;

    /// Pieces of work of the transform of a window.
    fn tiles(&self) -> usize;

    /// Makes all rows zeros.
    ///
    /// # Errors
    /// A failure of the engine.
    fn clear(&self, slot: usize) -> Result<(), Self::Ended>;

    /// Fills words with some rows, with the limbs of inputs, and sends them; they are on their way
    /// when this returns.
    ///
    /// # Errors
    /// The error of the function which fills the words, after which none were sent; a failure of
    /// the engine.
    ///
    /// # Panics
    /// There are more rows than are sent together.
    fn send<E: From<Self::Ended>>(
        &self,
        slot: usize,
        rows: Range<usize>,
        fill: impl FnOnce(&mut [u64]) -> Result<(), E>,
    ) -> Result<(), E>;

    /// Begins to transform all rows, once they are there.
    ///
    /// # Errors
    /// A failure of the engine.
    fn transform(&self, slot: usize) -> Result<(), Self::Ended>;

    /// Receives all rows once they are transformed, with the limbs of outputs, some at a time.
    ///
    /// # Errors
    /// The first of the function that visits them; a failure of the engine, after which it visits
    /// none.
    fn receive<E: From<Self::Ended>>(
        &self,
        slot: usize,
        visit: impl FnMut(Range<usize>, &[u64]) -> Result<(), E>,
    ) -> Result<(), E>;
}

/// The pipe of an engine that has none.
impl RowPipe for Infallible {
    type Ended = Canceled;

    fn together(&self) -> usize {
        match *self {}
    }

    fn tiles(&self) -> usize {
        match *self {}
    }

    fn clear(&self, _: usize) -> Result<(), Canceled> {
        match *self {}
    }

    fn send<E>(&self, _: usize, _: Range<usize>, _: impl FnOnce(&mut [u64]) -> Result<(), E>) -> Result<(), E> {
        match *self {}
    }

    fn transform(&self, _: usize) -> Result<(), Canceled> {
        match *self {}
    }

    fn receive<E>(&self, _: usize, _: impl FnMut(Range<usize>, &[u64]) -> Result<(), E>) -> Result<(), E> {
        match *self {}
    }
}
