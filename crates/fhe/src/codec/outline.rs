//! The outline of an object, which its bytes show to whoever has no parameters.

use super::frame::Header;
use super::{BytesError, Kind};

/// The frame of an undamaged object. Its payload is checked by [`super::Object::from_bytes`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The kind of the object.
    pub kind: Kind,
    /// Digest of the parameters that it is of: [`crate::ParametersLiteral::digest`].
    pub digest: u64,
}

impl Outline {
    /// The frame of these bytes, whose checksum is right.
    ///
    /// # Errors
    /// [`BytesError::Short`]; [`BytesError::Magic`]; [`BytesError::UnknownKind`];
    /// [`BytesError::Version`]; [`BytesError::Checksum`].
    pub fn of(bytes: &[u8]) -> Result<Self, BytesError> {
        let kind = Kind::of(bytes)?;
        let header = Header::open(kind, bytes)?;
        header.verify()?;
        Ok(Self { kind, digest: header.digest() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParametersLiteral;

    #[test]
    fn an_outline_is_of_undamaged_bytes() {
        let literal = ParametersLiteral {
            log_degree: 12,
            moduli: vec![97],
            special: Vec::new(),
            insecure: false,
            ..ParametersLiteral::default()
        };
        let bytes = literal.to_bytes();
        assert_eq!(Outline::of(&bytes), Ok(Outline { kind: Kind::Parameters, digest: literal.digest() }));
        for position in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[position] ^= 1;
            assert!(Outline::of(&damaged).is_err(), "byte {position}");
            assert!(Outline::of(&bytes[..position]).is_err(), "{position} bytes");
        }
    }
}
