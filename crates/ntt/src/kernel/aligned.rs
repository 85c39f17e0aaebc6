//! Tables that begin at a cache line.

use alloc::vec::Vec;
use core::ops::Deref;
use papilio_field::Word;

/// Bytes of a cache line, and of the longest vectors: a load that crosses lines takes the place of
/// two.
pub(super) const LINE: usize = 64;

/// Words of which the first begins a line.
pub(crate) struct Aligned<W> {
    words: Vec<W>,
    start: usize,
}

/// The number of words: tables are in all that is printed of a ring, and have millions.
impl<W> core::fmt::Debug for Aligned<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Aligned({} words)", self.words.len() - self.start)
    }
}

impl<W> Aligned<W> {
    pub(crate) const EMPTY: Self = Self { words: Vec::new(), start: 0 };
}

impl<W: Word> From<&[W]> for Aligned<W> {
    fn from(table: &[W]) -> Self {
        let mut words: Vec<W> = Vec::with_capacity(table.len() + LINE / size_of::<W>());
        // Where the offset is not known, as in an interpreter, any place is right.
        let start = match words.as_ptr().align_offset(LINE) {
            start if start < LINE / size_of::<W>() => start,
            _ => 0,
        };
        words.resize(start, W::default());
        words.extend_from_slice(table);
        Self { words, start }
    }
}

impl<W: Word> Clone for Aligned<W> {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl<W> Deref for Aligned<W> {
    type Target = [W];

    fn deref(&self) -> &[W] {
        &self.words[self.start..]
    }
}
