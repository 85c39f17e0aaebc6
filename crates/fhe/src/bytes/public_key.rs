//! Public keys: the seeded encryption of zero, at the highest level.

use super::ciphertext::{read_seeded, seeded_len, write_seeded};
use super::frame::Header;
use super::{BytesError, Kind, Object};
use crate::bfv::{Bfv, PublicKey};
use ntt::Field;

impl<F: Field> Object<F> for PublicKey {
    const KIND: Kind = Kind::PublicKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, bfv: &Bfv<F>) -> usize {
        let basis = bfv.params().basis();
        seeded_len(basis, basis.limbs())
    }

    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>) {
        let basis = bfv.params().basis();
        write_seeded(basis, basis.limbs(), &self.to_seeded(bfv), out);
    }

    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError> {
        let basis = bfv.params().basis();
        let zero = read_seeded(basis, basis.limbs(), header.payload(seeded_len(basis, basis.limbs()))?)?;
        Ok(Self::from_seeded(bfv, zero))
    }
}
