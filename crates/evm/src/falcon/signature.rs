//! Signatures, in the encodings in use.

use super::{PublicKey, SALT, compressed};
use crate::error::Error;
use crate::xof::Hash;
use zeroize::Zeroize;

/// The first byte of a signature whose coefficients are compressed: that of the reference
/// implementation.
const COMPRESSED: u8 = 0x39;
/// The same in the answer files.
const ANSWER: u8 = 0x29;

/// A signature: a salt, and the short polynomial `s2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    salt: [u8; SALT],
    s2: Vec<i16>,
}

impl Signature {
    /// Parses the one detached encoding: `39 ‖ salt ‖ compressed s2`, the coefficients as long as
    /// they are, or with zeros to [`PADDED`](super::PADDED) bytes. These are the byte strings that
    /// PQClean's falcon-512 takes, up to the norm.
    ///
    /// # Errors
    /// Another first byte or length; coefficients that are not canonically encoded.
    pub fn parse_strict(bytes: &[u8]) -> Result<Self, Error> {
        let what = "a Falcon-512 signature";
        let Some((&[first, ref salt @ ..], coefficients)) = bytes.split_first_chunk::<{ 1 + SALT }>() else {
            return Err(Error::TooShort { what, limit: 1 + SALT, got: bytes.len() });
        };
        if first != COMPRESSED {
            return Err(Error::FirstByte { what, expected: COMPRESSED, got: first });
        }
        Self::new(salt, coefficients)
    }

    /// Parses a signature of a message, in one of these encodings:
    ///
    /// * signed messages of answer files: `length(2) ‖ salt ‖ message ‖ 29 ‖ compressed s2`, where
    ///   the length is that of all that follows it, or of what follows the message;
    /// * detached, as PQClean and the reference give them: `39 ‖ salt ‖ compressed s2`, or with
    ///   `29`;
    /// * detached with the salt in front: `salt ‖ 29 ‖ compressed s2`.
    ///
    /// A salt in front may begin with `29` or `39`, and a salt behind end with `29`. Of two
    /// readings the one that is a signature by this key is taken.
    ///
    /// # Errors
    /// None of them: no marks of any; another message inside; coefficients that are not canonically
    /// encoded.
    pub fn parse(bytes: &[u8], key: &PublicKey, hash: Hash, message: &[u8]) -> Result<Self, Error> {
        if bytes.len() < 2 + SALT {
            return Err(Error::TooShort { what: "a Falcon-512 signature", limit: 2 + SALT, got: bytes.len() });
        }
        let (first, inner) = (bytes[0], bytes[SALT]);
        let front = matches!(first, COMPRESSED | ANSWER).then(|| Self::new(&bytes[1..=SALT], &bytes[SALT + 1..]));
        let behind = (inner == ANSWER).then(|| Self::new(&bytes[..SALT], &bytes[SALT + 1..]));
        let readings = [signed_message(bytes, message), front, behind].into_iter().flatten();
        let (sound, failed): (Vec<_>, Vec<_>) = readings.partition(Result::is_ok);
        let mut sound: Vec<Self> = sound.into_iter().flatten().collect();
        let mut taken = 0;
        if sound.len() > 1 {
            let verdicts: Vec<_> = sound.iter().map(|one| one.is_valid(key, hash, message)).collect::<Result<_, _>>()?;
            taken = verdicts.into_iter().position(|valid| valid).unwrap_or(0);
        }
        if !sound.is_empty() {
            return Ok(sound.swap_remove(taken));
        }
        Err(failed.into_iter().find_map(Result::err).unwrap_or(Error::SignatureHeader { first, inner }))
    }

    /// The standard encoding, without padding; `None` if a coefficient does not have one.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        let coefficients = compressed::encode(&self.s2)?;
        Some([&[COMPRESSED][..], &self.salt, &coefficients].concat())
    }

    fn new(salt: &[u8], coefficients: &[u8]) -> Result<Self, Error> {
        let mut own = [0; SALT];
        own.copy_from_slice(salt);
        compressed::decode(coefficients).map(|s2| Self::of(own, s2))
    }

    pub(crate) fn of(salt: [u8; SALT], s2: Vec<i16>) -> Self {
        Self { salt, s2 }
    }

    pub(super) fn erase(&mut self) {
        self.s2.zeroize();
    }

    /// The salt.
    #[must_use]
    pub fn salt(&self) -> &[u8; SALT] {
        &self.salt
    }

    /// The coefficients of `s2`, in absolute value at most 2047.
    #[must_use]
    pub fn coefficients(&self) -> &[i16] {
        &self.s2
    }
}

/// `None` where there is no such thing: a detached signature, whose first two bytes state another
/// length.
fn signed_message(bytes: &[u8], message: &[u8]) -> Option<Result<Signature, Error>> {
    let stated = usize::from(u16::from_be_bytes([bytes[0], bytes[1]]));
    let rest = &bytes[2..];
    let whole = rest.len() == stated;
    let behind = rest.len() == SALT + message.len() + stated;
    if !whole && !behind {
        return None;
    }
    let (salt, rest) = rest.split_at(SALT);
    let Some((carried, [first, coefficients @ ..])) = rest.split_at_checked(message.len()) else {
        let limit = 3 + SALT + message.len();
        return Some(Err(Error::TooShort { what: "a signature with this message", limit, got: bytes.len() }));
    };
    if let Some(index) = carried.iter().zip(message).position(|(a, b)| a != b) {
        return Some(Err(Error::OtherMessage { index }));
    }
    if *first != ANSWER {
        return Some(Err(Error::FirstByte { what: "a signature behind its message", expected: ANSWER, got: *first }));
    }
    Some(Signature::new(salt, coefficients))
}
