//! Elements of the plaintext field in the fewest whole bytes, and the field by its modulus.

use super::BytesError;
use super::frame::Header;
use papilio_field::Field;
use papilio_field::words::Words;

/// Bytes of a modulus.
pub(super) const MODULUS: usize = size_of::<Words>();

/// Bytes of one element.
pub(super) fn element_len<F: Field>() -> usize {
    F::BITS.div_ceil(8) as usize
}

fn to_bytes(words: Words) -> [u8; MODULUS] {
    let bytes = words.map(u64::to_le_bytes);
    core::array::from_fn(|i| bytes[i / 8][i % 8])
}

/// The words of at most 32 bytes.
fn to_words(bytes: &[u8]) -> Words {
    let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
    core::array::from_fn(|word| u64::from_le_bytes(core::array::from_fn(|i| byte(8 * word + i))))
}

pub(super) fn write_modulus<F: Field>(out: &mut Vec<u8>) {
    out.extend_from_slice(&to_bytes(F::MODULUS));
}

/// Refuses another field than `F`; a modulus that is merely damaged is reported as damage.
pub(super) fn read_modulus<F: Field>(header: &mut Header<'_>) -> Result<(), BytesError> {
    let found = to_words(&header.take::<MODULUS>()?);
    if found == F::MODULUS {
        return Ok(());
    }
    header.verify()?;
    Err(BytesError::Field { found, expected: F::MODULUS, field: F::NAME })
}

pub(super) fn write_element<F: Field>(x: F, out: &mut Vec<u8>) {
    out.extend_from_slice(&to_bytes(x.to_words())[..element_len::<F>()]);
}

/// The element of [`element_len`] bytes, or the number that is none.
pub(super) fn read_element<F: Field>(bytes: &[u8]) -> Result<F, Words> {
    let found = to_words(bytes);
    F::from_words(found).ok_or(found)
}
