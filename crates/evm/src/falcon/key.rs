//! Public keys.

use super::{MODULUS, PUBLIC_KEY, encode, header};
use crate::bits;
use crate::error::{Error, exact};
use papilio_precompile::Operation;

/// The first byte: no encoding flags, `log2 512`.
const FIRST: u8 = 0x09;

/// A public key `h`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    packed: [u8; PUBLIC_KEY - 1],
    h: Vec<u16>,
}

impl PublicKey {
    /// Parses the standard encoding: `09`, then 14 bits a coefficient.
    ///
    /// # Errors
    /// Another length or first byte; a coefficient that is not below the modulus.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let [first, packed @ ..] = exact::<PUBLIC_KEY>("a Falcon-512 public key", bytes)?;
        if *first != FIRST {
            return Err(Error::FirstByte { what: "a Falcon-512 public key", expected: FIRST, got: *first });
        }
        let canonical = |(index, value): (usize, u32)| match u16::try_from(value) {
            Ok(coefficient) if coefficient < MODULUS => Ok(coefficient),
            _ => Err(Error::KeyCoefficient { index, value, limit: u32::from(MODULUS) - 1 }),
        };
        bits::big_endian(packed, 14).enumerate().map(canonical).collect::<Result<_, _>>().map(|h| Self { packed: *packed, h })
    }

    /// The coefficients, in `[0, q)`.
    #[must_use]
    pub fn coefficients(&self) -> &[u16] {
        &self.h
    }

    /// The encoding without its first byte.
    pub(crate) fn packed(&self) -> &[u8] {
        &self.packed
    }

    /// The code of the account that holds the key: `00`, so that nobody can call it, and the
    /// transform of `−h`. One addition then makes `s1 = c − s2·h`.
    ///
    /// # Errors
    /// None for a parsed key.
    pub fn code(&self) -> Result<Vec<u8>, Error> {
        let negated = self.h.iter().map(|&h| (MODULUS - h) % MODULUS);
        let transformed = papilio_precompile::run(Operation::Forward, &[header(), encode(negated)].concat())?;
        Ok([&[0][..], &transformed].concat())
    }
}
