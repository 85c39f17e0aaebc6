//! Ciphertexts and products of BFV: level, modulus of the field, key and noise, then their parts; a uniform part by its seed, which
//! comes first.

use super::element::{MODULUS, read_modulus, write_modulus};
use super::frame::{Header, Payload};
use super::noise::{Origin, noise_len, write_noise, write_origin};
use super::polynomial::{LEVEL, parts_len, poly_len, read_level, read_parts, read_poly, write_level, write_parts, write_poly};
use super::{BytesError, Kind, Object};
use crate::bfv::{Bfv, Ciphertext, KeyId, Product, SeededCiphertext};
use crate::noise::Noise;
use crate::seeds;
use papilio_field::Residue;
use papilio_ring::sample::Seed;
use papilio_ring::{Form, Poly, RnsBasis};

/// Bytes of the identity of a key.
pub(super) const KEY: usize = size_of::<u64>();

pub(super) fn write_key(key: KeyId, out: &mut Vec<u8>) {
    out.extend_from_slice(&key.number().to_le_bytes());
}

pub(super) fn read_key(header: &mut Header<'_>) -> Result<KeyId, BytesError> {
    Ok(KeyId::from_number(u64::from_le_bytes(header.take()?)))
}

/// What every ciphertext has but its parts.
pub(super) struct Label<'a> {
    pub(super) key: KeyId,
    pub(super) noise: &'a Noise,
}

impl Label<'_> {
    /// Bytes of the label and as many parts.
    pub(super) fn len_with(&self, basis: &RnsBasis, parts: usize) -> usize {
        LEVEL + MODULUS + KEY + noise_len(self.noise) + parts_len(basis, self.noise.level(), parts)
    }

    /// Appends the label, whatever `between` does, and the parts.
    pub(super) fn write<F: Residue, S: Form>(
        &self,
        bfv: &Bfv<F>,
        parts: &[Poly<S>],
        between: impl FnOnce(&mut Vec<u8>),
        out: &mut Vec<u8>,
    ) {
        write_level(parts[0].level(), out);
        write_modulus(bfv.plaintext_modulus(), out);
        write_key(self.key, out);
        write_origin(self.noise, out);
        between(out);
        write_noise(self.noise, out);
        write_parts(bfv.parameters().basis(), parts, out);
    }
}

/// What [`Label::write`] wrote: key, noise and parts, and what `between` reads from its `len` bytes.
pub(super) struct Labeled<S, T, const N: usize> {
    pub(super) key: KeyId,
    pub(super) noise: Noise,
    pub(super) parts: [Poly<S>; N],
    pub(super) between: T,
}

pub(super) fn read_labeled<F: Residue, S: Form, T, const N: usize>(
    bfv: &Bfv<F>,
    mut header: Header<'_>,
    len: usize,
    between: impl FnOnce(&mut Payload<'_>) -> Result<T, BytesError>,
) -> Result<Labeled<S, T, N>, BytesError> {
    let basis = bfv.parameters().basis();
    let level = read_level(basis, &mut header)?;
    read_modulus(bfv.plaintext_modulus(), &mut header)?;
    let key = read_key(&mut header)?;
    let origin = Origin::read(&mut header)?;
    let mut payload = header.payload(len + origin.payload_len() + parts_len(basis, level, N))?;
    let between = between(&mut payload)?;
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

pub(super) fn read_seeded<F: Residue>(
    bfv: &Bfv<F>,
    key: KeyId,
    level: usize,
    mut payload: Payload<'_>,
) -> Result<SeededCiphertext, BytesError> {
    let uniform = seeds::ciphertext_mask(payload.array());
    let body = read_poly(bfv.parameters().basis(), level, &mut payload)?;
    Ok(SeededCiphertext::of(bfv, key, uniform, body))
}

impl<F: Residue> Object<F> for SeededCiphertext {
    const KIND: Kind = Kind::SeededCiphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        LEVEL + MODULUS + KEY + seeded_len(bfv.parameters().basis(), self.body().level())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.check_fingerprint(self.context()), Ok(()), "a ciphertext of other parameters");
        write_level(self.body().level(), out);
        write_modulus(bfv.plaintext_modulus(), out);
        write_key(self.key(), out);
        write_seeded(bfv.parameters().basis(), self.body().level(), self, out);
    }

    fn read(bfv: &Bfv<F>, mut header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.parameters().basis();
        let level = read_level(basis, &mut header)?;
        read_modulus(bfv.plaintext_modulus(), &mut header)?;
        let key = read_key(&mut header)?;
        read_seeded(bfv, key, level, header.payload(seeded_len(basis, level))?)
    }
}

impl<F: Residue> Object<F> for Ciphertext {
    const KIND: Kind = Kind::Ciphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        Label { key: self.key(), noise: self.noise() }.len_with(bfv.parameters().basis(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.check_context(self), Ok(()), "a ciphertext of other parameters");
        let label = Label { key: self.key(), noise: self.noise() };
        label.write(bfv, self.parts(), |_| (), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let Labeled { key, noise, parts, .. } = read_labeled::<F, _, _, 2>(bfv, header, 0, |_| Ok(()))?;
        Ok(bfv.ciphertext(parts, key, noise))
    }
}

impl<F: Residue> Object<F> for Product {
    const KIND: Kind = Kind::Product;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        Label { key: self.key(), noise: self.noise() }.len_with(bfv.parameters().basis(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.check_fingerprint(self.context()), Ok(()), "a product of other parameters");
        let label = Label { key: self.key(), noise: self.noise() };
        label.write(bfv, self.parts(), |_| (), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let Labeled { key, noise, parts, .. } = read_labeled::<F, _, _, 3>(bfv, header, 0, |_| Ok(()))?;
        Ok(bfv.product(parts, key, noise))
    }
}
