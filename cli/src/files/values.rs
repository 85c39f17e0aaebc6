//! Files of field elements: the decrypted result, in natural order, column after column.

use super::{Kind, Reader, ValuesHeader, Writer};
use crate::error::CliError;
use ntt::Field;
use std::path::Path;

/// Bytes of one element.
fn element_bytes<F: Field>() -> usize {
    F::BITS.div_ceil(8) as usize
}

pub(crate) fn write<F: Field>(path: &Path, header: &ValuesHeader, values: &[F]) -> Result<u64, CliError> {
    let mut writer = Writer::create(path, Kind::Values, header)?;
    let size = element_bytes::<F>();
    for chunk in values.chunks(1 << 16) {
        let words = chunk.iter().map(|x| x.to_words());
        let bytes: Vec<u8> = words.flat_map(|w| w.map(u64::to_le_bytes).concat().into_iter().take(size)).collect();
        writer.append(&bytes)?;
    }
    // The result is as secret as the witness.
    writer.finish(false)
}

pub(crate) fn read<F: Field>(path: &Path) -> Result<(ValuesHeader, Vec<F>), CliError> {
    let (mut reader, header) = Reader::open::<ValuesHeader>(path, Kind::Values)?;
    super::keys::scheme::<F>(path, &header.design)?;
    if header.entries == 0 || header.entries > header.design.capacity() as u64 {
        let reason = format!("{} entries do not fit a design for 1 to {}", header.entries, header.design.capacity());
        return Err(CliError::file(path)(reason));
    }
    let (count, size) = (header.design.outer.columns() * header.design.lanes, element_bytes::<F>());
    reader.check((count * size) as u64)?;
    let mut values = Vec::with_capacity(count);
    let mut bytes = vec![0; size << 16];
    while values.len() < count {
        let elements = (count - values.len()).min(1 << 16);
        let offset = (values.len() * size) as u64;
        reader.read(offset, &mut bytes[..elements * size])?;
        for element in bytes[..elements * size].chunks_exact(size) {
            let mut padded = [0; 32];
            padded[..size].copy_from_slice(element);
            let word = |i: usize| u64::from_le_bytes(core::array::from_fn(|b| padded[8 * i + b]));
            let words = core::array::from_fn(word);
            let not_below = || CliError::file(path)(format!("value {} is not below the prime of {}", values.len(), F::NAME));
            values.push(F::from_words(words).ok_or_else(not_below)?);
        }
    }
    Ok((header, values))
}

/// The header alone.
pub(crate) fn header(path: &Path) -> Result<ValuesHeader, CliError> {
    Reader::open::<ValuesHeader>(path, Kind::Values).map(|(_, header)| header)
}
