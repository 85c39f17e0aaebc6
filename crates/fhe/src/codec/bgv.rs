//! Ciphertexts and products of BGV: as those of BFV, with the factor before the noise, in the form
//! that they are kept in.

use super::ciphertext::{Label, Labeled, read_labeled};
use super::element::{element_len, read_element, write_element};
use super::frame::{Header, Payload};
use super::{BytesError, Kind, Object};
use crate::bfv::Bfv;
use crate::bgv::{Ciphertext, Product};
use papilio_field::{Residue, ResidueRing};

/// A factor, which has an inverse.
fn read_factor<R: ResidueRing>(t: &R, payload: &mut Payload<'_>) -> Result<R::Element, BytesError> {
    let refused = |found| BytesError::Factor { found, modulus: t.modulus(), field: t.name().into_owned() };
    let factor = read_element(t, payload.take(element_len(t))).map_err(refused)?;
    if t.inverse(factor).is_some() { Ok(factor) } else { Err(refused(t.to_words(factor))) }
}

/// The bytes of a kind of so many parts.
macro_rules! object {
    ($object:ident, $kind:ident, $parts:literal, $other:literal) => {
        impl<F: Residue> Object for $object<F> {
            type Scheme = Bfv<F>;
            const KIND: Kind = Kind::$kind;
            type Buffer = Vec<u8>;

            fn body_len(&self, bfv: &Bfv<F>) -> usize {
                let label = Label { key: self.key(), noise: self.noise() };
                element_len(bfv.plaintext_modulus()) + label.len_with(bfv.parameters().basis(), $parts)
            }

            fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
                assert_eq!(bfv.check_context(&self.inner), Ok(()), $other);
                let label = Label { key: self.key(), noise: self.noise() };
                label.write(bfv, self.parts(), |out| write_element(bfv.plaintext_modulus(), self.factor, out), out);
            }

            fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
                let t = bfv.plaintext_modulus();
                let labeled = read_labeled::<_, _, $parts>(bfv, header, element_len(t), |_, payload| read_factor(t, payload))?;
                let Labeled { key, noise, parts, between: factor } = labeled;
                Ok(Self { inner: bfv.ciphertext(parts, key, noise), factor })
            }
        }
    };
}

object!(Ciphertext, BgvCiphertext, 2, "a ciphertext of other parameters");
object!(Product, BgvProduct, 3, "a product of other parameters");

impl<F: Residue> Ciphertext<F> {
    /// The ciphertext of these bytes: [`Object::from_bytes`], for two parts in coefficient form.
    ///
    /// # Errors
    /// The errors of [`Object::from_bytes`].
    pub fn from_bytes(bfv: &Bfv<F>, bytes: &[u8]) -> Result<Self, BytesError> {
        Object::from_bytes(bfv, bytes)
    }
}
