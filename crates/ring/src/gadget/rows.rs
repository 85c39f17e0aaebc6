//! Rows of a key in either layout.

use super::{BlockMatrix, BlockSizeError, Gadget, GadgetMatrix};
use std::borrow::Cow;

/// The rows of a key, by which digits are multiplied modulo `P·Q`. Products by both kinds are equal
/// to the bit, and take other times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyRows {
    /// Modulo every prime of `P·Q`.
    Whole(GadgetMatrix),
    /// Decomposed into blocks of primes: faster for many digits, and greater.
    Blocks(BlockMatrix),
}

impl KeyRows {
    /// The rows modulo every prime; those in blocks are put together again.
    #[must_use]
    pub fn whole(&self, gadget: &Gadget) -> Cow<'_, GadgetMatrix> {
        match self {
            Self::Whole(rows) => Cow::Borrowed(rows),
            Self::Blocks(rows) => Cow::Owned(gadget.without_blocks(rows)),
        }
    }

    /// The rows in blocks of so many primes, or modulo every prime for none.
    ///
    /// # Errors
    /// [`BlockSizeError`].
    pub fn in_blocks(self, gadget: &Gadget, size: Option<usize>) -> Result<Self, BlockSizeError> {
        match (self, size) {
            (Self::Blocks(rows), Some(size)) if rows.size() == size => Ok(Self::Blocks(rows)),
            // Not copied: they are most of a key.
            (Self::Whole(rows), None) => Ok(Self::Whole(rows)),
            (Self::Blocks(rows), None) => Ok(Self::Whole(gadget.without_blocks(&rows))),
            (rows, Some(size)) => gadget.in_blocks(&rows.whole(gadget), size).map(Self::Blocks),
        }
    }

    /// Primes in a block; none where rows are whole.
    #[must_use]
    pub fn block(&self) -> Option<usize> {
        match self {
            Self::Whole(_) => None,
            Self::Blocks(rows) => Some(rows.size()),
        }
    }
}
