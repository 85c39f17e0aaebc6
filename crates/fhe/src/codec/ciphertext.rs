//! Ciphertexts and products of BFV: level, modulus of the field, key and noise, then their parts; a
//! uniform part by its seed, which comes first.

use super::element::{MODULUS, read_modulus, write_modulus};
use super::frame::{Header, Payload};
use super::noise::{Origin, noise_len, write_noise, write_origin};
use super::polynomial::{LEVEL, parts_len, poly_len, read_level, read_parts, read_poly, write_level, write_parts, write_poly};
use super::{BytesError, Kind, Object};
use crate::noise::Noise;
use crate::rlwe::{Ciphertext, KeyId, Rlwe, SeededCiphertext};
use crate::seeds;
use papilio_ring::sample::Seed;
use papilio_ring::{Coefficient, Form, Poly, RnsBasis};

/// Bytes of the identity of a key.
pub(super) const KEY: usize = size_of::<u64>();

pub(super) fn write_key(key: KeyId, out: &mut Vec<u8>) {
    out.extend_from_slice(&key.number().to_le_bytes());
}

pub(super) fn read_key(header: &mut Header<'_>) -> Result<KeyId, BytesError> {
    Ok(KeyId::from_number(u64::from_le_bytes(header.take()?)))
}

/// Everything that a ciphertext has but its parts.
#[derive(Debug)]
pub struct Label<'a> {
    /// The key that it is under.
    pub key: KeyId,
    /// Its predicted noise.
    pub noise: &'a Noise,
}

impl Label<'_> {
    /// Bytes of the label and as many parts.
    #[must_use]
    pub fn len_with(&self, basis: &RnsBasis, parts: usize) -> usize {
        LEVEL + MODULUS + KEY + noise_len(self.noise) + parts_len(basis, self.noise.level(), parts)
    }

    /// Appends the label, whatever `between` does, and the parts.
    ///
    /// # Panics
    /// For parts of other parameters.
    pub fn write<S: Form>(&self, rlwe: &Rlwe, parts: &[Poly<S>], between: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
        write_level(parts[0].level(), out);
        write_modulus(rlwe, out);
        write_key(self.key, out);
        write_origin(self.noise, out);
        between(out);
        write_noise(self.noise, out);
        write_parts(rlwe.parameters().basis(), parts, out);
    }
}

/// The contents of bytes that [`Label::write`] wrote: key, noise and parts, and the value that
/// `between` reads from its `len` bytes.
#[derive(Debug)]
pub struct Labeled<S, T, const N: usize> {
    /// The key that it is under.
    pub key: KeyId,
    /// Its predicted noise.
    pub noise: Noise,
    /// Its parts.
    pub parts: [Poly<S>; N],
    /// The value between label and noise.
    pub between: T,
}

/// Reads what [`Label::write`] wrote. The value between is read for a level, and before anything
/// is allocated.
///
/// # Errors
/// The errors of the header and of `between`; [`BytesError::Residue`].
pub fn read_labeled<S: Form, T, const N: usize>(
    rlwe: &Rlwe,
    mut header: Header<'_>,
    len: usize,
    between: impl FnOnce(usize, &mut Payload<'_>) -> Result<T, BytesError>,
) -> Result<Labeled<S, T, N>, BytesError> {
    let basis = rlwe.parameters().basis();
    let level = read_level(basis, &mut header)?;
    read_modulus(rlwe, &mut header)?;
    let key = read_key(&mut header)?;
    let origin = Origin::read(&mut header)?;
    let mut payload = header.payload(len + origin.payload_len() + parts_len(basis, level, N))?;
    let between = between(level, &mut payload)?;
    let noise = origin.noise(level, &mut payload)?;
    Ok(Labeled { key, noise, parts: read_parts(basis, level, &mut payload)?, between })
}

/// Bytes of a seed and one part.
pub(super) fn seeded_len(basis: &RnsBasis, level: usize) -> usize {
    size_of::<Seed>() + poly_len(basis, level)
}

pub(super) fn write_seeded(basis: &RnsBasis, level: usize, seeded: &SeededCiphertext, out: &mut Vec<u8>) {
    out.extend_from_slice(seeded.uniform().seed());
    write_poly(basis, level, seeded.body(), out);
}

pub(super) fn read_seeded(
    rlwe: &Rlwe,
    key: KeyId,
    level: usize,
    mut payload: Payload<'_>,
) -> Result<SeededCiphertext, BytesError> {
    let uniform = seeds::ciphertext_mask(payload.array());
    let body = read_poly(rlwe.parameters().basis(), level, &mut payload)?;
    Ok(SeededCiphertext::of(rlwe, key, uniform, body))
}

/// Appends level, modulus and key, whatever `between` does, seed and body.
///
/// # Panics
/// For a ciphertext of other parameters.
pub fn write_labeled_seeded(rlwe: &Rlwe, seeded: &SeededCiphertext, between: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
    assert_eq!(rlwe.check_fingerprint(seeded.context()), Ok(()), "a ciphertext of other parameters");
    let level = seeded.body().level();
    write_level(level, out);
    write_modulus(rlwe, out);
    write_key(seeded.key(), out);
    between(out);
    write_seeded(rlwe.parameters().basis(), level, seeded, out);
}

/// Reads what [`write_labeled_seeded`] wrote, and the value that `between` reads, for a level, from
/// its `len` bytes.
///
/// # Errors
/// The errors of the header and of `between`; [`BytesError::Residue`].
pub fn read_labeled_seeded<T>(
    rlwe: &Rlwe,
    mut header: Header<'_>,
    len: usize,
    between: impl FnOnce(usize, &mut Payload<'_>) -> Result<T, BytesError>,
) -> Result<(SeededCiphertext, T), BytesError> {
    let basis = rlwe.parameters().basis();
    let level = read_level(basis, &mut header)?;
    read_modulus(rlwe, &mut header)?;
    let key = read_key(&mut header)?;
    let mut payload = header.payload(len + seeded_len(basis, level))?;
    let between = between(level, &mut payload)?;
    Ok((read_seeded(rlwe, key, level, payload)?, between))
}

impl Object for SeededCiphertext {
    type Scheme = Rlwe;
    const KIND: Kind = Kind::SeededCiphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, rlwe: &Rlwe) -> usize {
        LEVEL + MODULUS + KEY + seeded_len(rlwe.parameters().basis(), self.body().level())
    }

    fn write(&self, rlwe: &Rlwe, out: &mut Vec<u8>) {
        write_labeled_seeded(rlwe, self, |_| (), out);
    }

    fn read(rlwe: &Rlwe, header: Header<'_>) -> Result<Self, BytesError> {
        Ok(read_labeled_seeded(rlwe, header, 0, |_, _| Ok(()))?.0)
    }
}

/// A ciphertext of so many parts.
macro_rules! ciphertext {
    ($parts:literal, $kind:ident) => {
        impl Object for Ciphertext<Coefficient, $parts> {
            type Scheme = Rlwe;
            const KIND: Kind = Kind::$kind;
            type Buffer = Vec<u8>;

            fn body_len(&self, rlwe: &Rlwe) -> usize {
                Label { key: self.key(), noise: self.noise() }.len_with(rlwe.parameters().basis(), self.parts().len())
            }

            fn write(&self, rlwe: &Rlwe, out: &mut Vec<u8>) {
                assert_eq!(rlwe.check_context(self), Ok(()), "a ciphertext of other parameters");
                Label { key: self.key(), noise: self.noise() }.write(rlwe, self.parts(), |_| (), out);
            }

            fn read(rlwe: &Rlwe, header: Header<'_>) -> Result<Self, BytesError> {
                let Labeled { key, noise, parts, .. } = read_labeled::<_, _, $parts>(rlwe, header, 0, |_, _| Ok(()))?;
                Ok(rlwe.ciphertext(parts, key, noise))
            }
        }
    };
}

ciphertext!(2, Ciphertext);
ciphertext!(3, Product);

impl Ciphertext {
    /// The ciphertext of these bytes: [`Object::from_bytes`], for two parts in coefficient form.
    ///
    /// # Errors
    /// The errors of [`Object::from_bytes`].
    pub fn from_bytes(rlwe: &Rlwe, bytes: &[u8]) -> Result<Self, BytesError> {
        Object::from_bytes(rlwe, bytes)
    }
}
