//! The interface that every peer implements.

use super::clear::Precision;
use super::operation::Operation;
use super::protocol::Set;
use super::run::Run;

/// A library with the keys of one set of parameters.
pub(crate) trait Library: Sized {
    /// Name and version of the library.
    fn name() -> String;

    /// Context and keys; those that not every operation needs may wait until one does.
    ///
    /// # Errors
    /// In words: the library refuses the set.
    fn new(set: &Set) -> Result<Self, String>;

    /// Size of a fresh ciphertext in bytes.
    fn ciphertext_bytes(&self) -> usize;

    /// Times an operation and checks its result.
    ///
    /// # Errors
    /// In words: the library does not offer the operation, or failed.
    fn measure(&mut self, operation: Operation, samples: usize) -> Result<Measured, String>;
}

/// The outcome of an operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// The timed calls.
    pub(crate) run: Run,
    /// Precision of the last result.
    pub(crate) precision: Precision,
    /// Size of the keys that were read or made.
    pub(crate) key_bytes: usize,
    /// Caveat for comparing the time.
    pub(crate) note: Option<String>,
}

impl Measured {
    /// Without keys and a note.
    pub(crate) fn new(run: Run, precision: Precision) -> Self {
        Self { run, precision, key_bytes: 0, note: None }
    }

    /// With keys.
    pub(crate) fn keyed(self, key_bytes: usize) -> Self {
        Self { key_bytes, ..self }
    }

    /// With a note.
    pub(crate) fn noted(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }
}
