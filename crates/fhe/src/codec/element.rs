//! Elements of the plaintext field in the fewest whole bytes, and the field by its modulus.

use super::BytesError;
use super::frame::Header;
use crate::rlwe::Rlwe;
use papilio_field::ResidueRing;
use papilio_field::words::Words;

/// Bytes of a modulus.
pub(super) const MODULUS: usize = size_of::<Words>();

/// Bytes of one element.
pub(super) fn element_len(t: &impl ResidueRing) -> usize {
    t.bits().div_ceil(8) as usize
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

pub(super) fn write_modulus(rlwe: &Rlwe, out: &mut Vec<u8>) {
    out.extend_from_slice(&to_bytes(*rlwe.plaintext_words()));
}

/// Refuses another modulus; one that is merely damaged is reported as damage.
pub(super) fn read_modulus(rlwe: &Rlwe, header: &mut Header<'_>) -> Result<(), BytesError> {
    let found = to_words(&header.take::<MODULUS>()?);
    if found == *rlwe.plaintext_words() {
        return Ok(());
    }
    header.verify()?;
    Err(BytesError::Field { found, expected: *rlwe.plaintext_words(), field: rlwe.plaintext_name().to_owned() })
}

pub(super) fn write_element<R: ResidueRing>(t: &R, x: R::Element, out: &mut Vec<u8>) {
    out.extend_from_slice(&to_bytes(t.to_words(x))[..element_len(t)]);
}

/// The element of [`element_len`] bytes, or the number that is none.
pub(super) fn read_element<R: ResidueRing>(t: &R, bytes: &[u8]) -> Result<R::Element, Words> {
    let found = to_words(bytes);
    t.element(found).ok_or(found)
}
