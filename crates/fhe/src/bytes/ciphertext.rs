//! Ciphertexts: their level, then their parts; a uniform part by its seed, which comes first.

use super::frame::{Header, Payload};
use super::polynomial::{LEVEL, parts_len, poly_len, read_level, read_parts, read_poly, write_level, write_parts, write_poly};
use super::{BytesError, Kind, Object};
use crate::bfv::{Bfv, Ciphertext, Product, Seeded};
use ntt::Field;
use ring::sample::{Seed, Uniform};
use ring::{Basis, Coefficient, Poly};

/// Bytes of a seed and one part.
pub(super) fn seeded_len(basis: &Basis, level: usize) -> usize {
    size_of::<Seed>() + poly_len(basis, level)
}

pub(super) fn write_seeded(basis: &Basis, level: usize, seeded: &Seeded, out: &mut Vec<u8>) {
    out.extend_from_slice(seeded.uniform().seed());
    write_poly(basis, level, seeded.body(), out);
}

pub(super) fn read_seeded(basis: &Basis, level: usize, mut payload: Payload<'_>) -> Result<Seeded, BytesError> {
    let uniform = Uniform::new(payload.array());
    Ok(Seeded::new(uniform, read_poly(basis, level, &mut payload)?))
}

impl<F: Field> Object<F> for Seeded {
    const KIND: Kind = Kind::Seeded;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        LEVEL + seeded_len(bfv.params().basis(), self.body().level())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        write_level(self.body().level(), out);
        write_seeded(bfv.params().basis(), self.body().level(), self, out);
    }

    fn read(bfv: &Bfv<F>, mut header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.params().basis();
        let level = read_level(basis, &mut header)?;
        read_seeded(basis, level, header.payload(seeded_len(basis, level))?)
    }
}

fn write(basis: &Basis, parts: &[Poly<Coefficient>], out: &mut Vec<u8>) {
    write_level(parts[0].level(), out);
    write_parts(basis, parts, out);
}

fn read<const N: usize>(basis: &Basis, mut header: Header<'_>) -> Result<[Poly<Coefficient>; N], BytesError> {
    let level = read_level(basis, &mut header)?;
    read_parts(basis, level, &mut header.payload(parts_len(basis, level, N))?)
}

impl<F: Field> Object<F> for Ciphertext {
    const KIND: Kind = Kind::Ciphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        LEVEL + parts_len(bfv.params().basis(), self.level(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.admit(self), Ok(()), "a ciphertext of other parameters");
        write(bfv.params().basis(), self.parts(), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.params().basis();
        Ok(Self::new(basis, read(basis, header)?))
    }
}

impl<F: Field> Object<F> for Product {
    const KIND: Kind = Kind::Product;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        LEVEL + parts_len(bfv.params().basis(), self.level(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.admit_context(self.context()), Ok(()), "a product of other parameters");
        write(bfv.params().basis(), self.parts(), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.params().basis();
        Ok(Self::new(basis, read(basis, header)?))
    }
}
