//! Ciphertexts and products of BGV: as those of BFV, with the factor before the noise, in the form that they are kept in.

use super::ciphertext::{Label, Labeled, read_labeled};
use super::element::{element_len, read_element, write_element};
use super::frame::{Header, Payload};
use super::{BytesError, Kind, Object};
use crate::bfv::Bfv;
use crate::bgv::{Ciphertext, Product};
use papilio_field::Field;

/// A factor, which is not zero.
fn read_factor<F: Field>(payload: &mut Payload<'_>) -> Result<F, BytesError> {
    let refused = |found| BytesError::Factor { found, modulus: F::MODULUS, field: F::NAME };
    let factor: F = read_element(payload.take(element_len::<F>())).map_err(refused)?;
    if factor == F::ZERO { Err(refused(factor.to_words())) } else { Ok(factor) }
}

impl<F: Field> Object<F> for Ciphertext<F> {
    const KIND: Kind = Kind::BgvCiphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        let label = Label { key: self.key(), noise: self.noise() };
        element_len::<F>() + label.len_with(bfv.params().basis(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.admit(&self.inner), Ok(()), "a ciphertext of other parameters");
        let label = Label { key: self.key(), noise: self.noise() };
        label.write::<F, _>(bfv.params().basis(), self.parts(), |out| write_element(self.factor, out), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let Labeled { key, noise, parts, between: factor } =
            read_labeled::<F, _, _, 2>(bfv.params().basis(), header, element_len::<F>(), read_factor)?;
        Ok(Self { inner: bfv.ciphertext(parts, key, noise), factor })
    }
}

impl<F: Field> Object<F> for Product<F> {
    const KIND: Kind = Kind::BgvProduct;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        let label = Label { key: self.key, noise: self.noise() };
        element_len::<F>() + label.len_with(bfv.params().basis(), self.parts().len())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.admit_context(self.context), Ok(()), "a product of other parameters");
        let label = Label { key: self.key, noise: self.noise() };
        label.write::<F, _>(bfv.params().basis(), self.parts(), |out| write_element(self.factor, out), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let Labeled { key, noise, parts, between: factor } =
            read_labeled::<F, _, _, 3>(bfv.params().basis(), header, element_len::<F>(), read_factor)?;
        Ok(Self { context: bfv.context(), key, parts, factor, noise })
    }
}
