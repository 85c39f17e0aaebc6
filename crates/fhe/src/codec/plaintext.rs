//! Plaintexts: the modulus of the field, then the coefficients in the fewest whole bytes.

use super::element::{MODULUS, element_len, read_element, read_modulus, write_element, write_modulus};
use super::frame::Header;
use super::{BytesError, Kind, Object};
use crate::bfv::{Bfv, Plaintext};
use papilio_field::{Residue, ResidueRing};
use zeroize::Zeroizing;

impl<F: Residue> Object for Plaintext<F> {
    type Scheme = Bfv<F>;
    const KIND: Kind = Kind::Plaintext;
    type Buffer = Zeroizing<Vec<u8>>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        MODULUS + bfv.parameters().degree() * element_len(bfv.plaintext_modulus())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        assert_eq!(bfv.check_plaintext(self), Ok(()), "a plaintext of other parameters");
        write_modulus(bfv, out);
        self.coefficients().iter().for_each(|&x| write_element(bfv.plaintext_modulus(), x, out));
    }

    fn read(bfv: &Bfv<F>, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (degree, len) = (bfv.parameters().degree(), element_len(bfv.plaintext_modulus()));
        let t = bfv.plaintext_modulus();
        read_modulus(bfv, &mut header)?;
        let bytes = header.payload(degree * len)?.take(degree * len);
        let element = |(position, bytes)| {
            let refused = |found| BytesError::Element { found, position, modulus: t.modulus(), field: t.name().into_owned() };
            read_element(t, bytes).map_err(refused)
        };
        Ok(Self::new(t, bytes.chunks_exact(len).enumerate().map(element).collect::<Result<_, _>>()?))
    }
}
