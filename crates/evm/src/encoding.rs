//! Which byte strings are read as signatures.

use crate::error::Error;
use crate::xof::Hash;
use crate::{falcon, ml_dsa};

/// Which byte strings are read as signatures, for every scheme.
///
/// A signature *is* its standard encoding, detached: for Falcon-512
/// `39 ‖ salt ‖ compressed s2`, for ML-DSA-44 `c̃ ‖ z ‖ h`. [`Self::Strict`] takes this and nothing
/// else. [`Self::Any`] also takes what other programs and answer files write around the same parts;
/// the verdict on the parts is the same, so that it gives a signature more encodings, and no
/// message more signatures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// The standard encoding, and these: signed messages, which have the message inside (Falcon:
    /// `length(2) ‖ salt ‖ message ‖ 29 ‖ compressed s2`; ML-DSA: `signature ‖ message`), and for
    /// Falcon `29` as the first byte, or the salt before it.
    #[default]
    Any,
    /// The standard encoding alone: for Falcon those byte strings that PQClean's falcon-512 may
    /// verify, for ML-DSA 2420 bytes.
    Strict,
}

impl Encoding {
    pub(crate) fn falcon(
        self,
        bytes: &[u8],
        key: &falcon::PublicKey,
        hash: Hash,
        message: &[u8],
    ) -> Result<falcon::Signature, Error> {
        let parsed = match self {
            Self::Any => falcon::Signature::parse(bytes, key, hash, message),
            Self::Strict => falcon::Signature::parse_strict(bytes),
        };
        parsed.map_err(Error::signature)
    }

    pub(crate) fn ml_dsa(self, bytes: &[u8], message: &[u8]) -> Result<ml_dsa::Signature, Error> {
        let parsed = match self {
            Self::Any => ml_dsa::Signature::parse(bytes, message),
            Self::Strict => ml_dsa::Signature::parse_strict(bytes),
        };
        parsed.map_err(Error::signature)
    }
}
