//! What can be sent.

use super::frame::{FRAME, Header, seal};
use super::{BytesError, Kind};
use crate::bfv::Bfv;
use papilio_field::Residue;

/// An object of a scheme that has bytes.
pub trait Object<F: Residue>: Sized {
    /// The number that its bytes carry.
    const KIND: Kind;

    /// What its bytes are kept in: erased when dropped, for secrets.
    type Buffer: From<Vec<u8>> + AsRef<[u8]>;

    /// Number of bytes.
    ///
    /// # Panics
    /// As [`Self::to_bytes`].
    #[must_use]
    fn bytes_len(&self, bfv: &Bfv<F>) -> usize {
        FRAME + self.body_len(bfv)
    }

    /// The object as [`Self::bytes_len`] bytes.
    ///
    /// # Panics
    /// If the object is of other parameters, as far as it shows: seeds, and what is kept with one alone, do not know their primes.
    #[must_use]
    fn to_bytes(&self, bfv: &Bfv<F>) -> Self::Buffer {
        let digest = bfv.parameters().literal().digest();
        seal(Self::KIND, digest, self.body_len(bfv), |out| self.write(bfv, out)).into()
    }

    /// The object of these bytes, which are exactly those that [`Self::to_bytes`] gives.
    ///
    /// # Errors
    /// Any of [`BytesError`]: `Parameters` for undamaged bytes of other parameters, `Checksum` or what is wrong with the header
    /// for damaged ones.
    fn from_bytes(bfv: &Bfv<F>, bytes: &[u8]) -> Result<Self, BytesError> {
        let header = Header::open(Self::KIND, bytes)?;
        header.check_context(bfv.parameters().literal().digest())?;
        Self::read(bfv, header)
    }

    /// Bytes of the header of this kind and the payload.
    #[doc(hidden)]
    fn body_len(&self, bfv: &Bfv<F>) -> usize;

    /// Appends as many.
    #[doc(hidden)]
    fn write(&self, bfv: &Bfv<F>, out: &mut Vec<u8>);

    /// Reads them.
    #[doc(hidden)]
    fn read(bfv: &Bfv<F>, header: Header<'_>) -> Result<Self, BytesError>;
}
