//! Keys: the seed of a secret; seeds of masks and bodies. The label of a key is in both of its
//! forms.

use crate::bivariate::key::Purpose;
use crate::bivariate::{Bivariate, SecretKey, SeededHalfExternalKey, TorusPoly};
use crate::codec::pieces::{FRAME, Header};
use crate::codec::{BytesError, Kind, Object};
use crate::rlwe::KeyId;
use papilio_ring::sample::Seed;
use zeroize::Zeroizing;

/// The bytes are the secret: whoever has them decrypts. They are erased when dropped.
impl Object for SecretKey {
    type Scheme = Bivariate;
    const KIND: Kind = Kind::BivariateSecretKey;
    type Buffer = Zeroizing<Vec<u8>>;

    fn body_len(&self, _: &Bivariate) -> usize {
        size_of::<Seed>()
    }

    fn write(&self, _: &Bivariate, out: &mut Vec<u8>) {
        out.extend_from_slice(self.seed());
    }

    fn read(scheme: &Bivariate, header: Header<'_>) -> Result<Self, BytesError> {
        let seed = header.secret_seed()?;
        Ok(Self::from_seed(scheme, &seed))
    }
}

/// Purpose, exponent, the secret that a key leads from, and the one that it leads to.
pub(super) const LABEL: usize = 2 + 4 + 8 + 8;

/// The numbers of purposes.
const SWITCH: u16 = 1;
const AUTOMORPHISM: u16 = 2;
const RELINEARIZATION: u16 = 3;
/// Halves of external keys have no bytes of their own: it is refused.
const EXTERNAL: u16 = 4;

/// The label of a purpose and of the key of products.
pub(super) fn label(purpose: Purpose, to: KeyId) -> [u8; LABEL] {
    let (number, exponent, from) = match purpose {
        Purpose::Switch(from) => (SWITCH, 0, from.number()),
        // Below 2N.
        Purpose::Automorphism(exponent) => (AUTOMORPHISM, exponent as u32, 0),
        Purpose::Relinearization => (RELINEARIZATION, 0, 0),
        Purpose::External => (EXTERNAL, 0, 0),
    };
    let mut label = [0; LABEL];
    label[..2].copy_from_slice(&number.to_le_bytes());
    label[2..6].copy_from_slice(&exponent.to_le_bytes());
    label[6..14].copy_from_slice(&from.to_le_bytes());
    label[14..].copy_from_slice(&to.number().to_le_bytes());
    label
}

/// The purpose and the key of a label. Numbers that a purpose does not have are zero.
pub(super) fn read_label(scheme: &Bivariate, label: [u8; LABEL]) -> Result<(Purpose, KeyId), BytesError> {
    let number = u16::from_le_bytes(part(&label, 0));
    let exponent = u32::from_le_bytes(part(&label, 2));
    let [from, to] = [6, 14].map(|at| u64::from_le_bytes(part(&label, at)));
    let purpose = match number {
        SWITCH => Purpose::Switch(read_id(from)?),
        AUTOMORPHISM => Purpose::Automorphism(read_exponent(scheme, exponent)?),
        RELINEARIZATION => Purpose::Relinearization,
        found => return Err(BytesError::Purpose { found, most: RELINEARIZATION }),
    };
    for (what, found, is_used) in
        [("exponent", u64::from(exponent), number == AUTOMORPHISM), ("first key", from, number == SWITCH)]
    {
        if found != 0 && !is_used {
            return Err(BytesError::Unused { what, found });
        }
    }
    Ok((purpose, read_id(to)?))
}

fn part<const N: usize>(label: &[u8; LABEL], at: usize) -> [u8; N] {
    core::array::from_fn(|i| label[at + i])
}

/// The identity of a secret, of which none is zero.
pub(super) fn read_id(number: u64) -> Result<KeyId, BytesError> {
    if number == KeyId::ANY.number() { Err(BytesError::Identity) } else { Ok(KeyId::from_number(number)) }
}

fn read_exponent(scheme: &Bivariate, found: u32) -> Result<usize, BytesError> {
    let (exponent, limit) = (found as usize, 2 * scheme.degree());
    if exponent.is_multiple_of(2) || exponent >= limit {
        return Err(BytesError::Exponent { found, position: 0, limit });
    }
    Ok(exponent)
}

impl SeededHalfExternalKey {
    /// Bytes of a body.
    fn body_bytes(scheme: &Bivariate) -> usize {
        TorusPoly::packed_bytes(scheme.degree(), scheme.literal().key_bits)
    }

    /// Bytes of the seed and the bodies.
    fn payload_bytes(scheme: &Bivariate) -> usize {
        size_of::<Seed>().saturating_add(scheme.rows().saturating_mul(Self::body_bytes(scheme)))
    }
}

impl Bivariate {
    /// Bytes of a [`SeededHalfExternalKey`] as it is sent: [`Object::bytes_len`] of each;
    /// `usize::MAX` where they overflow.
    #[must_use]
    pub fn seeded_bytes(&self) -> usize {
        SeededHalfExternalKey::payload_bytes(self).saturating_add(FRAME + LABEL)
    }
}

/// Keys of the three constructors: for a change of secret, an automorphism, or relinearization.
impl Object for SeededHalfExternalKey {
    type Scheme = Bivariate;
    const KIND: Kind = Kind::BivariateHalfExternalKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, scheme: &Bivariate) -> usize {
        LABEL + Self::payload_bytes(scheme)
    }

    fn write(&self, scheme: &Bivariate, out: &mut Vec<u8>) {
        if let Err(error) = scheme.check_context(self.context) {
            panic!("{error}");
        }
        out.extend_from_slice(&label(self.purpose, self.to));
        out.extend_from_slice(&self.seed);
        self.bodies.iter().for_each(|body| body.pack(out));
    }

    fn read(scheme: &Bivariate, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (purpose, to) = read_label(scheme, header.take()?)?;
        let mut payload = header.payload(Self::payload_bytes(scheme))?;
        let seed = payload.array();
        let mut body = || {
            let bytes = payload.take(Self::body_bytes(scheme));
            TorusPoly::unpack(scheme.degree(), scheme.literal().key_bits, bytes)
        };
        let bodies = (0..scheme.rows()).map(|_| body()).collect();
        Ok(Self { context: scheme.fingerprint(), purpose, to, seed, bodies })
    }
}
