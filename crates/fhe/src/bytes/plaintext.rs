//! Plaintexts: the modulus of the field, then the coefficients in the fewest whole bytes.

use super::frame::Header;
use super::{BytesError, Kind, Object};
use crate::bfv::{Bfv, Plaintext};
use ntt::Field;
use ntt::field::Words;

/// Bytes of a modulus.
const MODULUS: usize = size_of::<Words>();

/// Bytes of one coefficient.
fn element_len<F: Field>() -> usize {
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

impl<F: Field> Object<F> for Plaintext<F> {
    const KIND: Kind = Kind::Plaintext;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        MODULUS + bfv.params().degree() * element_len::<F>()
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        let (given, degree) = (self.coefficients().len(), bfv.params().degree());
        assert_eq!(given, degree, "a plaintext of other parameters");
        out.extend_from_slice(&to_bytes(F::MODULUS));
        self.coefficients().iter().for_each(|x| out.extend_from_slice(&to_bytes(x.to_words())[..element_len::<F>()]));
    }

    fn read(bfv: &Bfv<F>, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (degree, len) = (bfv.params().degree(), element_len::<F>());
        let found = to_words(&header.take::<MODULUS>()?);
        if found != F::MODULUS {
            header.verify()?;
            return Err(BytesError::Field { found, expected: F::MODULUS, field: F::NAME });
        }
        let bytes = header.payload(degree * len)?.take(degree * len);
        let element = |(position, bytes)| {
            let found = to_words(bytes);
            F::from_words(found).ok_or(BytesError::Element { found, position, modulus: F::MODULUS, field: F::NAME })
        };
        Ok(Self::new(bytes.chunks_exact(len).enumerate().map(element).collect::<Result<_, _>>()?))
    }
}
