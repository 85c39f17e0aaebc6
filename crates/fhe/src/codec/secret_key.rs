//! Secret keys: their seed, which is the secret.

use super::frame::Header;
use super::{BytesError, Kind, Object};
use crate::bfv::{Bfv, SecretKey};
use papilio_field::Residue;
use papilio_ring::sample::Seed;
use zeroize::Zeroizing;

/// The bytes are the secret: whoever has them decrypts. They are erased when dropped.
impl<F: Residue> Object<F> for SecretKey {
    const KIND: Kind = Kind::SecretKey;
    type Buffer = Zeroizing<Vec<u8>>;

    fn body_len(&self, _: &Bfv<F>) -> usize {
        size_of::<Seed>()
    }

    fn write(&self, _: &Bfv<F>, out: &mut Vec<u8>) {
        out.extend_from_slice(self.seed());
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let seed = Zeroizing::new(header.payload(size_of::<Seed>())?.array());
        Ok(Self::from_seed(bfv, &seed))
    }
}
