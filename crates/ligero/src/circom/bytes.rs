//! A cursor over bytes that knows its offset in the file, and what is read with it.

use super::{CircomError, Prime};
use papilio_field::Field;

/// A position in a part of a file.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(file: &'a [u8]) -> Self {
        Self { rest: file, offset: 0 }
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The next `length` bytes.
    pub(super) fn take(&mut self, length: u64) -> Result<&'a [u8], CircomError> {
        Ok(self.split(length)?.rest)
    }

    /// A cursor over the next `length` bytes.
    pub(super) fn split(&mut self, length: u64) -> Result<Self, CircomError> {
        let truncated = CircomError::Truncated { offset: self.offset, needed: length, available: self.rest.len() };
        let taken = usize::try_from(length).ok().and_then(|length| self.rest.split_at_checked(length));
        let (part, rest) = taken.ok_or(truncated)?;
        let part = Self { rest: part, offset: self.offset };
        (self.rest, self.offset) = (rest, self.offset + part.rest.len());
        Ok(part)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], CircomError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64)?);
        Ok(array)
    }

    pub(super) fn u32(&mut self) -> Result<u32, CircomError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, CircomError> {
        self.array().map(u64::from_le_bytes)
    }

    /// A canonical element of `F`.
    pub(super) fn element<F: Field>(&mut self) -> Result<F, CircomError> {
        let offset = self.offset;
        let mut words = [0; 4];
        for word in &mut words[..F::WORDS] {
            *word = self.u64()?;
        }
        F::from_words(words).ok_or(CircomError::NotCanonical { offset })
    }

    /// Nothing may be left.
    pub(super) fn finish(self) -> Result<(), CircomError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(CircomError::Trailing { offset: self.offset, count: self.rest.len() })
    }
}

impl Prime {
    /// The element size and the prime that start a header.
    pub(super) fn read(header: &mut Cursor<'_>) -> Result<(u32, Self), CircomError> {
        let offset = header.offset();
        let size = header.u32()?;
        check_size(offset, size, size.clamp(8, MAX_SIZE).next_multiple_of(8))?;
        Ok((size, Self::trim(header.take(size.into())?.to_vec())))
    }

    /// Reads the element size and the prime that start a header; both must be those of `F`.
    pub(super) fn expect<F: Field>(header: &mut Cursor<'_>) -> Result<(), CircomError> {
        let offset = header.offset();
        let (size, found) = Self::read(header)?;
        if !found.is::<F>() {
            return Err(CircomError::Field { expected: Self::of::<F>(), field: F::NAME, found });
        }
        check_size(offset, size, 8 * F::WORDS as u32)
    }
}

/// The largest element size read, in bytes: the fields of pairing-friendly curves end well below.
const MAX_SIZE: u32 = 128;

fn check_size(offset: usize, found: u32, expected: u32) -> Result<(), CircomError> {
    if found == expected { Ok(()) } else { Err(CircomError::ElementSize { offset, expected, found }) }
}
