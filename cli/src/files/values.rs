//! Files of field elements: the decrypted result, in natural order, column after column.

use super::{Kind, Output, Reader, ValuesHeader, Writer};
use crate::error::CliError;
use papilio_field::{Residue, ResidueRing};
use std::path::Path;

/// Bytes of one element.
pub(crate) fn element_bytes(t: &impl ResidueRing) -> usize {
    t.bits().div_ceil(8) as usize
}

/// An element as 32 bytes, little-endian.
pub(crate) fn to_bytes<R: ResidueRing>(t: &R, value: R::Element) -> [u8; 32] {
    let words = t.to_words(value);
    core::array::from_fn(|i| words[i / 8].to_le_bytes()[i % 8])
}

pub(crate) fn write<R: ResidueRing>(
    t: &R,
    output: &Output,
    header: &ValuesHeader,
    values: &[R::Element],
) -> Result<u64, CliError> {
    let mut writer = Writer::create(output, Kind::Values, header)?;
    let size = element_bytes(t);
    for chunk in values.chunks(1 << 16) {
        let bytes: Vec<u8> = chunk.iter().flat_map(|&value| to_bytes(t, value).into_iter().take(size)).collect();
        writer.append(&bytes)?;
    }
    writer.finish()
}

/// An open file of values.
pub(crate) struct ValuesFile {
    reader: Reader,
    pub(crate) header: ValuesHeader,
}

impl ValuesFile {
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        Reader::open(path, Kind::Values).map(|(reader, header)| Self { reader, header })
    }

    /// All values.
    pub(crate) fn read<F: Residue>(&self, t: &F::Ring) -> Result<Vec<F>, CliError> {
        let (design, path) = (&self.header.design, self.reader.path());
        super::scheme::scheme::<F>(t, path, design)?;
        if self.header.entries == 0 || self.header.entries > design.capacity() as u64 {
            let reason = format!("{} entries do not fit a design for 1 to {}", self.header.entries, design.capacity());
            return Err(CliError::file(path)(reason));
        }
        let (count, size) = (design.outer.columns() * design.lanes, element_bytes(t));
        self.reader.expect_payload((count * size) as u64)?;
        let mut values = Vec::with_capacity(count);
        let mut bytes = vec![0; size << 16];
        while values.len() < count {
            let elements = (count - values.len()).min(1 << 16);
            let offset = (values.len() * size) as u64;
            self.reader.read(offset, &mut bytes[..elements * size])?;
            for element in bytes[..elements * size].chunks_exact(size) {
                let not_below =
                    || CliError::file(path)(format!("value {} is not below the modulus {}", values.len(), t.name()));
                values.push(from_bytes(t, element).ok_or_else(not_below)?);
            }
        }
        Ok(values)
    }
}

/// An element from its bytes, of which there are as many as [`element_bytes`] or fewer.
pub(crate) fn from_bytes<R: ResidueRing>(t: &R, element: &[u8]) -> Option<R::Element> {
    let mut padded = [0; 32];
    padded[..element.len()].copy_from_slice(element);
    let word = |i: usize| u64::from_le_bytes(core::array::from_fn(|b| padded[8 * i + b]));
    t.element(core::array::from_fn(word))
}
