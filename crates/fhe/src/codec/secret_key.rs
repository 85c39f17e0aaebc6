//! Secret keys: their seed, which is the secret.

use super::frame::Header;
use super::{BytesError, Kind, Object};
use crate::rlwe::{Rlwe, SecretKey};
use papilio_ring::sample::Seed;
use zeroize::Zeroizing;

/// The bytes are the secret: whoever has them decrypts. They are erased when dropped.
impl Object for SecretKey {
    type Scheme = Rlwe;
    const KIND: Kind = Kind::SecretKey;
    type Buffer = Zeroizing<Vec<u8>>;

    fn body_len(&self, _: &Rlwe) -> usize {
        size_of::<Seed>()
    }

    fn write(&self, _: &Rlwe, out: &mut Vec<u8>) {
        out.extend_from_slice(self.seed());
    }

    fn read(rlwe: &Rlwe, header: Header<'_>) -> Result<Self, BytesError> {
        let seed = header.secret_seed()?;
        Ok(Self::from_seed(rlwe, &seed))
    }
}
