//! Public keys: their identity, and the seeded encryption of zero, at the highest level.

use super::ciphertext::{KEY, read_key, read_seeded, seeded_len, write_key, write_seeded};
use super::frame::Header;
use super::{BytesError, Kind, Object};
use crate::rlwe::{PublicKey, Rlwe};

impl Object for PublicKey {
    type Scheme = Rlwe;
    const KIND: Kind = Kind::PublicKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, rlwe: &Rlwe) -> usize {
        let basis = rlwe.parameters().basis();
        KEY + seeded_len(basis, basis.limbs())
    }

    fn write(&self, rlwe: &Rlwe, out: &mut Vec<u8>) {
        let basis = rlwe.parameters().basis();
        let zero = self.to_seeded(rlwe);
        assert!(zero.is_ok(), "a public key of other parameters");
        write_key(self.id(), out);
        zero.into_iter().for_each(|zero| write_seeded(basis, basis.limbs(), &zero, out));
    }

    fn read(rlwe: &Rlwe, mut header: Header<'_>) -> Result<Self, BytesError> {
        let basis = rlwe.parameters().basis();
        let id = read_key(&mut header)?;
        let zero = read_seeded(rlwe, id, basis.limbs(), header.payload(seeded_len(basis, basis.limbs()))?)?;
        // The encryption is of these parameters and all their primes, since it was read so.
        Self::from_seeded(rlwe, zero).map_err(|_| BytesError::Level { found: 0, limbs: basis.limbs() })
    }
}
