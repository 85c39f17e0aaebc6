//! The section table that both formats share.

use super::bytes::Cursor;
use super::{CircomError, Format};

/// The header, in both formats.
pub(super) const HEADER: u32 = 1;
/// The constraints of a `.r1cs` file, the values of a `.wtns` file.
pub(super) const BODY: u32 = 2;
/// The map from wires to labels of a `.r1cs` file.
pub(super) const LABELS: u32 = 3;
/// Custom gates of a `.r1cs` file: their list and their uses.
pub(super) const CUSTOM_GATES: [u32; 2] = [4, 5];

/// The sections of a file, in its order.
pub(super) struct Sections<'a>(Vec<(u32, Cursor<'a>)>);

impl<'a> Sections<'a> {
    /// Splits a file of this format. The sections must tile it and be of different types.
    pub(super) fn split(file: &'a [u8], format: Format) -> Result<Self, CircomError> {
        let mut cursor = Cursor::new(file);
        let count = preamble(&mut cursor, format)?;
        // Not sized by the count, which is from outside: each section found takes at least 12 bytes
        // of the file.
        let mut sections = Self(Vec::new());
        for _ in 0..count {
            sections.push(&mut cursor)?;
        }
        cursor.finish()?;
        sections.0.sort_by_key(|&(kind, _)| kind);
        sections.distinct()?;
        Ok(sections)
    }

    fn push(&mut self, cursor: &mut Cursor<'a>) -> Result<(), CircomError> {
        let kind = cursor.u32()?;
        let length = cursor.u64()?;
        self.0.push((kind, cursor.split(length)?));
        Ok(())
    }

    fn distinct(&self) -> Result<(), CircomError> {
        let repeated = self.0.windows(2).find(|pair| pair[0].0 == pair[1].0);
        repeated.map_or(Ok(()), |pair| {
            Err(CircomError::DuplicateSection { kind: pair[1].0, offset: pair[1].1.offset() - SECTION_HEADER })
        })
    }

    /// The section of this type, if there is one.
    pub(super) fn optional(&self, kind: u32) -> Option<Cursor<'a>> {
        let index = self.0.binary_search_by_key(&kind, |&(kind, _)| kind).ok()?;
        Some(self.0[index].1.clone())
    }

    /// The section of this type.
    pub(super) fn required(&self, kind: u32) -> Result<Cursor<'a>, CircomError> {
        self.optional(kind).ok_or(CircomError::MissingSection { kind })
    }

    /// The section of this type, which must have this length.
    pub(super) fn of_length(&self, kind: u32, expected: u64) -> Result<Cursor<'a>, CircomError> {
        let section = self.required(kind)?;
        let found = section.remaining() as u64;
        if found == expected { Ok(section) } else { Err(CircomError::SectionLength { kind, expected, found }) }
    }
}

/// Bytes of the type and the length of a section.
const SECTION_HEADER: usize = 12;

/// Checks magic and version; returns the number of sections.
fn preamble(cursor: &mut Cursor<'_>, format: Format) -> Result<u32, CircomError> {
    let found = cursor.array()?;
    if found != format.magic {
        return Err(CircomError::Magic { expected: format.magic, found });
    }
    let version = cursor.u32()?;
    if version != format.version {
        return Err(CircomError::Version { expected: format.version, found: version });
    }
    cursor.u32()
}
