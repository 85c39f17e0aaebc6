//! Public keys: their identity, and the seeded encryption of zero, at the highest level.

use super::ciphertext::{KEY, read_key, read_seeded, seeded_len, write_key, write_seeded};
use super::frame::Header;
use super::{BytesError, Kind, Object};
use crate::bfv::{Bfv, PublicKey};
use papilio_field::Residue;

impl<F: Residue> Object<F> for PublicKey {
    const KIND: Kind = Kind::PublicKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        let basis = bfv.parameters().basis();
        KEY + seeded_len(basis, basis.limbs())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        let basis = bfv.parameters().basis();
        let zero = self.to_seeded(bfv);
        assert!(zero.is_ok(), "a public key of other parameters");
        write_key(self.id(), out);
        zero.into_iter().for_each(|zero| write_seeded(basis, basis.limbs(), &zero, out));
    }

    fn read(bfv: &Bfv<F>, mut header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.parameters().basis();
        let id = read_key(&mut header)?;
        let zero = read_seeded(bfv, id, basis.limbs(), header.payload(seeded_len(basis, basis.limbs()))?)?;
        // Of these parameters and all their primes, as was read.
        Self::from_seeded(bfv, zero).map_err(|_| BytesError::Level { found: 0, limbs: basis.limbs() })
    }
}
