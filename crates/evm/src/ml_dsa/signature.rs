//! Signatures: the contracts parse them.

use super::SIGNATURE;
use crate::error::{Error, exact};
use revm::primitives::Address;

/// A signature of the right length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    bytes: [u8; SIGNATURE],
}

impl Signature {
    /// Parses a signature alone, of which every string of its length is one.
    ///
    /// # Errors
    /// Another length.
    pub fn parse_strict(bytes: &[u8]) -> Result<Self, Error> {
        exact("an ML-DSA-44 signature", bytes).map(|&bytes| Self { bytes })
    }

    /// Parses a signature of a message: alone, or as in the answer files with the message behind
    /// it.
    ///
    /// # Errors
    /// Another length; another message.
    pub fn parse(bytes: &[u8], message: &[u8]) -> Result<Self, Error> {
        let wrong = Error::Length { what: "an ML-DSA-44 signature", expected: SIGNATURE, got: bytes.len() };
        let (bytes, carried) = bytes.split_first_chunk().ok_or_else(|| wrong.clone())?;
        if !carried.is_empty() && carried.len() != message.len() {
            return Err(wrong);
        }
        match carried.iter().zip(message).position(|(a, b)| a != b) {
            Some(index) => Err(Error::OtherMessage { index }),
            None => Ok(Self { bytes: *bytes }),
        }
    }

    /// `signature ‖ key ‖ message`, the key by its address.
    pub(crate) fn calldata(&self, key: Address, message: &[u8]) -> Vec<u8> {
        [&self.bytes[..], key.as_slice(), message].concat()
    }

    /// `c̃ ‖ z ‖ h`.
    #[must_use]
    pub fn bytes(&self) -> &[u8; SIGNATURE] {
        &self.bytes
    }
}
