//! Ciphertexts and products of BGV: level and modulus of the field, then factor, noise and parts, in the form that they are kept in.

use super::element::{MODULUS, element_len, read_element, read_modulus, write_element, write_modulus};
use super::frame::Header;
use super::noise::{NOISE, read_noise, write_noise};
use super::polynomial::{LEVEL, parts_len, read_level, read_parts, write_level, write_parts};
use super::{BytesError, Kind, Object};
use crate::bfv::{self, Bfv};
use crate::bgv::{Ciphertext, Noise, Product};
use ntt::Field;
use ring::{Basis, Form, Poly};

/// Bytes of factor, noise and as many parts.
fn payload_len<F: Field>(basis: &Basis, level: usize, parts: usize) -> usize {
    element_len::<F>() + NOISE + parts_len(basis, level, parts)
}

fn body_len<F: Field>(basis: &Basis, level: usize, parts: usize) -> usize {
    LEVEL + MODULUS + payload_len::<F>(basis, level, parts)
}

fn write<F: Field, S: Form>(basis: &Basis, factor: F, noise: &Noise, parts: &[Poly<S>], out: &mut Vec<u8>) {
    write_level(parts[0].level(), out);
    write_modulus::<F>(out);
    write_element(factor, out);
    write_noise(noise, out);
    write_parts(basis, parts, out);
}

/// Factor, noise and parts.
type Read<F, S, const N: usize> = (F, Noise, [Poly<S>; N]);

fn read<F: Field, S: Form, const N: usize>(basis: &Basis, mut header: Header<'_>) -> Result<Read<F, S, N>, BytesError> {
    let level = read_level(basis, &mut header)?;
    read_modulus::<F>(&mut header)?;
    let mut payload = header.payload(payload_len::<F>(basis, level, N))?;
    let refused = |found| BytesError::Factor { found, modulus: F::MODULUS, field: F::NAME };
    let factor: F = read_element(payload.take(element_len::<F>())).map_err(refused)?;
    if factor == F::ZERO {
        return Err(refused(factor.to_words()));
    }
    let noise = read_noise(level, &mut payload)?;
    Ok((factor, noise, read_parts(basis, level, &mut payload)?))
}

impl<F: Field> Object<F> for Ciphertext<F> {
    const KIND: Kind = Kind::BgvCiphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        body_len::<F>(bfv.params().basis(), self.level(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.admit(&self.inner), Ok(()), "a ciphertext of other parameters");
        write(bfv.params().basis(), self.factor, &self.noise, self.parts(), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.params().basis();
        let (factor, noise, parts) = read(basis, header)?;
        Ok(Self { inner: bfv::Ciphertext::new(basis, parts), factor, noise })
    }
}

impl<F: Field> Object<F> for Product<F> {
    const KIND: Kind = Kind::BgvProduct;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        body_len::<F>(bfv.params().basis(), self.level(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.admit_context(self.context), Ok(()), "a product of other parameters");
        write(bfv.params().basis(), self.factor, &self.noise, self.parts(), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.params().basis();
        let (factor, noise, parts) = read(basis, header)?;
        Ok(Self { context: basis.fingerprint(), parts, factor, noise })
    }
}
