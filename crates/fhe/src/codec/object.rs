//! Objects that can be sent.

use super::frame::{FRAME, Header, seal};
use super::{BytesError, Kind};
use crate::rlwe::Rlwe;

/// A scheme or its parameters: bytes of objects carry a number that tells it from others.
pub trait Context {
    /// The number.
    fn digest(&self) -> u64;
}

impl<T: AsRef<Rlwe>> Context for T {
    fn digest(&self) -> u64 {
        self.as_ref().parameters().literal().digest()
    }
}

/// An object of a scheme that has bytes.
pub trait Object: Sized {
    /// Its scheme, or [`Rlwe`] for objects that schemes share.
    type Scheme: Context;

    /// The number that its bytes carry.
    const KIND: Kind;

    /// The buffer that holds its bytes: erased when dropped, for secrets.
    type Buffer: From<Vec<u8>> + AsRef<[u8]>;

    /// Number of bytes.
    ///
    /// # Panics
    /// If the object is of other parameters, as far as that shows: see [`Self::to_bytes`].
    #[must_use]
    fn bytes_len(&self, scheme: &Self::Scheme) -> usize {
        FRAME + self.body_len(scheme)
    }

    /// The object as [`Self::bytes_len`] bytes.
    ///
    /// # Panics
    /// If the object is of other parameters, as far as that shows: seeds, and objects kept as a
    /// seed alone, do not know their primes.
    #[must_use]
    fn to_bytes(&self, scheme: &Self::Scheme) -> Self::Buffer {
        seal(Self::KIND, Self::digest(scheme), self.body_len(scheme), |out| self.write(scheme, out)).into()
    }

    /// The object of these bytes, which are exactly those that [`Self::to_bytes`] gives.
    ///
    /// # Errors
    /// Any of [`BytesError`]: `Parameters` for undamaged bytes of other parameters, `Checksum` or
    /// what is wrong with the header for damaged ones.
    fn from_bytes(scheme: &Self::Scheme, bytes: &[u8]) -> Result<Self, BytesError> {
        let header = Header::open(Self::KIND, bytes)?;
        header.check_context(Self::digest(scheme))?;
        Self::read(scheme, header)
    }

    /// Digest of the parameters that its bytes carry.
    #[doc(hidden)]
    #[must_use]
    fn digest(scheme: &Self::Scheme) -> u64 {
        scheme.digest()
    }

    /// Bytes of the header of this kind and the payload.
    #[doc(hidden)]
    fn body_len(&self, scheme: &Self::Scheme) -> usize;

    /// Appends these bytes.
    #[doc(hidden)]
    fn write(&self, scheme: &Self::Scheme, out: &mut Vec<u8>);

    /// Reads the object from them.
    #[doc(hidden)]
    fn read(scheme: &Self::Scheme, header: Header<'_>) -> Result<Self, BytesError>;
}
