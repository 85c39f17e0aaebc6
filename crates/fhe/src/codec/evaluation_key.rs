//! Keys that others evaluate with: the identity of the secret and seeded switching keys; those of
//! automorphisms after the list of their exponents.

use super::ciphertext::{KEY, read_key, write_key};
use super::frame::{Header, Payload};
use super::{BytesError, Kind, Object};
use crate::rlwe::keyswitch::KeySwitchingKey;
use crate::rlwe::{GaloisKeys, RelinearizationKey, Rlwe, SecretSwitchingKey};
use papilio_ring::gadget::Gadget;

/// Bytes of a number of keys, and of an exponent.
const NUMBER: usize = size_of::<u32>();

/// The tables that a key was made with. Panics if those of the scheme are others.
fn of_key(rlwe: &Rlwe, context: u64) -> &Gadget {
    match rlwe.gadget(context) {
        Ok(gadget) => gadget,
        Err(error) => panic!("{error}"),
    }
}

/// The key with rows as parameters have them, which are checked for that.
fn in_rows(rlwe: &Rlwe, gadget: &Gadget, key: KeySwitchingKey) -> KeySwitchingKey {
    match key.in_blocks(gadget, rlwe.parameters().row_blocks()) {
        Ok(key) => key,
        Err(error) => panic!("{error}"),
    }
}

impl Object for RelinearizationKey {
    type Scheme = Rlwe;
    const KIND: Kind = Kind::RelinearizationKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, rlwe: &Rlwe) -> usize {
        KEY + KeySwitchingKey::bytes_len(of_key(rlwe, self.context))
    }

    fn write(&self, rlwe: &Rlwe, out: &mut Vec<u8>) {
        write_key(self.id, out);
        self.key.write(of_key(rlwe, self.context), out);
    }

    fn read(rlwe: &Rlwe, mut header: Header<'_>) -> Result<Self, BytesError> {
        let gadget = rlwe.parameters().gadget().ok_or(BytesError::NoSpecialPrimes)?;
        let id = read_key(&mut header)?;
        let len = KeySwitchingKey::bytes_len(gadget);
        let key = in_rows(rlwe, gadget, KeySwitchingKey::read(gadget, header.payload(len)?.take(len))?);
        Ok(Self { context: rlwe.parameters().fingerprint(), id, key })
    }
}

impl Object for SecretSwitchingKey {
    type Scheme = Rlwe;
    const KIND: Kind = Kind::SecretSwitchingKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, rlwe: &Rlwe) -> usize {
        2 * KEY + KeySwitchingKey::bytes_len(of_key(rlwe, self.context))
    }

    fn write(&self, rlwe: &Rlwe, out: &mut Vec<u8>) {
        write_key(self.from, out);
        write_key(self.to, out);
        self.key.write(of_key(rlwe, self.context), out);
    }

    fn read(rlwe: &Rlwe, mut header: Header<'_>) -> Result<Self, BytesError> {
        let gadget = rlwe.parameters().gadget().ok_or(BytesError::NoSpecialPrimes)?;
        let [from, to] = [read_key(&mut header)?, read_key(&mut header)?];
        let len = KeySwitchingKey::bytes_len(gadget);
        let key = in_rows(rlwe, gadget, KeySwitchingKey::read(gadget, header.payload(len)?.take(len))?);
        Ok(Self { context: rlwe.parameters().fingerprint(), from, to, key })
    }
}

impl Object for GaloisKeys {
    type Scheme = Rlwe;
    const KIND: Kind = Kind::GaloisKeys;
    type Buffer = Vec<u8>;

    fn body_len(&self, rlwe: &Rlwe) -> usize {
        let count = self.galois_elements().count();
        KEY + NUMBER * (1 + count) + GaloisKeys::stored_bytes(of_key(rlwe, self.context()), count)
    }

    fn write(&self, rlwe: &Rlwe, out: &mut Vec<u8>) {
        let gadget = of_key(rlwe, self.context());
        write_key(self.id(), out);
        out.extend_from_slice(&(self.galois_elements().count() as u32).to_le_bytes());
        for exponent in self.galois_elements() {
            out.extend_from_slice(&(exponent as u32).to_le_bytes());
        }
        self.keys().for_each(|(_, key)| key.write(gadget, out));
    }

    fn read(rlwe: &Rlwe, mut header: Header<'_>) -> Result<Self, BytesError> {
        let gadget = rlwe.parameters().gadget().ok_or(BytesError::NoSpecialPrimes)?;
        let id = read_key(&mut header)?;
        let (found, degree) = (u32::from_le_bytes(header.take()?) as usize, rlwe.parameters().degree());
        if found > degree {
            return Err(BytesError::Keys { found, most: degree });
        }
        let len = KeySwitchingKey::bytes_len(gadget);
        let mut payload = header.payload(found.saturating_mul(NUMBER + len))?;
        let exponents = exponents(degree, found, &mut payload)?;
        let key = |exponent| Ok((exponent, KeySwitchingKey::read(gadget, payload.take(len))?));
        let keys: Vec<_> = exponents.into_iter().map(key).collect::<Result<_, BytesError>>()?;
        Ok(Self::from_keys(rlwe, id, keys))
    }
}

/// Exponents of automorphisms, strictly increasing.
fn exponents(degree: usize, count: usize, payload: &mut Payload<'_>) -> Result<Vec<usize>, BytesError> {
    let (limit, mut least) = (2 * degree, 0);
    let exponent = |position| {
        let found = u32::from_le_bytes(payload.array());
        let exponent = found as usize;
        if exponent.is_multiple_of(2) || !(least..limit).contains(&exponent) {
            return Err(BytesError::Exponent { found, position, limit });
        }
        least = exponent + 1;
        Ok(exponent)
    };
    (0..count).map(exponent).collect()
}
