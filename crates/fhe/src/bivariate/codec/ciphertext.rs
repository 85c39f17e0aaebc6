//! Ciphertexts: bits, key and noise, then both parts, or a seed and the first.

use crate::bivariate::{Bivariate, Ciphertext, SeededCiphertext, TorusPoly};
use crate::codec::pieces::{Header, Payload};
use crate::codec::{BytesError, Kind, Object, read_number, write_number};
use crate::rlwe::KeyId;
use papilio_ring::sample::Seed;

/// Bytes of the number of bits and the key.
const LABEL: usize = 4 + 8;
/// Bytes of the variance.
const NOISE: usize = 8;

fn write_label(bits: u32, key: KeyId, out: &mut Vec<u8>) {
    out.extend_from_slice(&bits.to_le_bytes());
    out.extend_from_slice(&key.number().to_le_bytes());
}

/// The bits, and the key, of which there is none where every key decrypts.
fn read_label(scheme: &Bivariate, header: &mut Header<'_>) -> Result<(u32, KeyId), BytesError> {
    let (found, most) = (u32::from_le_bytes(header.take()?), scheme.max_bits());
    if !(1..=most).contains(&found) {
        return Err(BytesError::Bits { found, most });
    }
    Ok((found, KeyId::from_number(u64::from_le_bytes(header.take()?))))
}

fn read_poly(scheme: &Bivariate, bits: u32, payload: &mut Payload<'_>) -> TorusPoly {
    TorusPoly::unpack(scheme.degree(), bits, payload.take(TorusPoly::packed_bytes(scheme.degree(), bits)))
}

/// Panics if a ciphertext is of other parameters.
fn check(scheme: &Bivariate, context: u64) {
    if let Err(error) = scheme.check_context(context) {
        panic!("{error}");
    }
}

/// A variance beyond `2^(2^16)`, also that of no known noise, is written as that.
impl Object for Ciphertext {
    type Scheme = Bivariate;
    const KIND: Kind = Kind::BivariateCiphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, scheme: &Bivariate) -> usize {
        LABEL + NOISE + 2 * TorusPoly::packed_bytes(scheme.degree(), self.bits())
    }

    fn write(&self, scheme: &Bivariate, out: &mut Vec<u8>) {
        check(scheme, self.context);
        write_label(self.bits(), self.key, out);
        write_number(self.log2_variance, out);
        self.parts.iter().for_each(|part| part.pack(out));
    }

    fn read(scheme: &Bivariate, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (bits, key) = read_label(scheme, &mut header)?;
        let mut payload = header.payload(NOISE + 2 * TorusPoly::packed_bytes(scheme.degree(), bits))?;
        let log2_variance = read_number(0, &mut payload)?;
        let parts = [(); 2].map(|()| read_poly(scheme, bits, &mut payload));
        Ok(Self { context: scheme.fingerprint(), key, parts, log2_variance })
    }
}

/// It is fresh: its noise is known.
impl Object for SeededCiphertext {
    type Scheme = Bivariate;
    const KIND: Kind = Kind::SeededBivariateCiphertext;
    type Buffer = Vec<u8>;

    fn body_len(&self, scheme: &Bivariate) -> usize {
        LABEL + size_of::<Seed>() + TorusPoly::packed_bytes(scheme.degree(), self.body.bits())
    }

    fn write(&self, scheme: &Bivariate, out: &mut Vec<u8>) {
        check(scheme, self.context);
        write_label(self.body.bits(), self.key, out);
        out.extend_from_slice(&self.seed);
        self.body.pack(out);
    }

    fn read(scheme: &Bivariate, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (bits, key) = read_label(scheme, &mut header)?;
        if key == KeyId::ANY {
            return Err(BytesError::Identity);
        }
        let mut payload = header.payload(size_of::<Seed>() + TorusPoly::packed_bytes(scheme.degree(), bits))?;
        let seed = payload.array();
        Ok(Self { context: scheme.fingerprint(), key, seed, body: read_poly(scheme, bits, &mut payload) })
    }
}
