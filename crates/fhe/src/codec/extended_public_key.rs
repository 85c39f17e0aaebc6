//! Extended public keys: their identity, the seed of the uniform half, and the other half over the
//! primes of keys.

use super::ciphertext::{KEY, read_key, write_key};
use super::frame::Header;
use super::polynomial::{poly_len, read_poly, write_poly};
use super::{BytesError, Kind, Object};
use crate::rlwe::{ExtendedPublicKey, Rlwe};
use crate::seeds;
use papilio_ring::sample::Seed;

impl Object for ExtendedPublicKey {
    type Scheme = Rlwe;
    const KIND: Kind = Kind::ExtendedPublicKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, rlwe: &Rlwe) -> usize {
        let basis = rlwe.key_basis();
        KEY + size_of::<Seed>() + poly_len(basis, basis.limbs())
    }

    fn write(&self, rlwe: &Rlwe, out: &mut Vec<u8>) {
        assert_eq!(rlwe.check_key(self.context()), Ok(()), "a public key of other parameters");
        let basis = rlwe.key_basis();
        write_key(self.id(), out);
        out.extend_from_slice(self.uniform().seed());
        write_poly(basis, basis.limbs(), &self.parts()[0], out);
    }

    fn read(rlwe: &Rlwe, mut header: Header<'_>) -> Result<Self, BytesError> {
        let basis = rlwe.key_basis();
        let id = read_key(&mut header)?;
        let mut payload = header.payload(size_of::<Seed>() + poly_len(basis, basis.limbs()))?;
        let uniform = seeds::extended_public_key_mask(payload.array());
        Ok(Self::from_body(rlwe, id, uniform, read_poly(basis, basis.limbs(), &mut payload)?))
    }
}
