//! The interface that every peer implements.

use super::operation::Operation;
use super::protocol::Set;

/// A library with the keys of one set of parameters.
pub(crate) trait Library: Sized {
    /// Name and version of the library.
    fn name() -> String;

    /// Context and keys; those that not every operation needs may wait until one does.
    ///
    /// # Errors
    /// In words: the library refuses the set.
    fn new(set: &Set) -> Result<Self, String>;

    /// Times an operation and checks its result.
    ///
    /// # Errors
    /// In words: the library does not offer the operation, or failed.
    fn measure(&mut self, operation: Operation, samples: usize) -> Result<Measured, String>;
}

/// The outcome of an operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// Median time of one call.
    pub(crate) milliseconds: f64,
    /// Whether the result was right.
    pub(crate) correct: bool,
    /// Caveat for comparing the time.
    pub(crate) note: Option<&'static str>,
}

impl Measured {
    /// Without a note.
    pub(crate) fn new(milliseconds: f64, correct: bool) -> Self {
        Self { milliseconds, correct, note: None }
    }

    /// With one.
    pub(crate) fn noted(self, note: &'static str) -> Self {
        Self { note: Some(note), ..self }
    }
}
