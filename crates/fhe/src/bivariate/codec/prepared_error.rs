//! Why prepared keys are not written or read.

use crate::bivariate::BivariateError;
use crate::codec::BytesError;
use papilio_ring::bivariate::SharedWordsError;

/// Why a prepared key is not written, or bytes are none.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PreparedKeyError {
    /// A key of other parameters, to be written.
    #[error(transparent)]
    Scheme(#[from] BivariateError),
    /// The writer failed.
    #[error("a prepared key was not written: {0}")]
    Write(#[from] std::io::Error),
    /// Bytes that do not begin with the magic of the format.
    #[error("the bytes begin with {found:02x?}, not with \"PPLM\"")]
    Magic {
        /// The first bytes.
        found: [u8; 4],
    },
    /// Another length, kind, version, other parameters, or no label of a key.
    #[error(transparent)]
    Bytes(#[from] BytesError),
    /// Damaged bytes.
    #[error(
        "the {part} of a prepared key: damaged, of checksum {} in the place of {}",
        blake3::Hash::from_bytes(*found),
        blake3::Hash::from_bytes(*expected)
    )]
    Checksum {
        /// The header or the words.
        part: &'static str,
        /// The checksum found.
        found: [u8; 32],
        /// The one expected.
        expected: [u8; 32],
    },
    /// The words of another kernel.
    #[error("a key that the kernel {found} prepared, where transforms are by {expected}: prepare it again from its seed")]
    Kernel {
        /// The name in the bytes.
        found: String,
        /// The kernel of transforms here.
        expected: &'static str,
    },
    /// A number that these parameters do not have.
    #[error("{what} of a prepared key: {found}, where these parameters have {expected}")]
    Number {
        /// Which number.
        what: &'static str,
        /// The number.
        found: u64,
        /// The one of the parameters.
        expected: u64,
    },
    /// A byte of the header that has no meaning and is not zero.
    #[error("byte {position} of the header of a prepared key is {found:#04x} and has to be zero")]
    Unused {
        /// Which byte.
        position: usize,
        /// The byte.
        found: u8,
    },
    /// Words out of range, out of place, or of another machine.
    #[error(transparent)]
    Words(#[from] SharedWordsError),
}
