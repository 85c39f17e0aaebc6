//! Prepared keys as they are in memory: written once, mapped from then on.

use super::header::{self, HEADER};
use super::prepared_error::PreparedKeyError;
use crate::bivariate::{Bivariate, HalfExternalKey};
use crate::codec::{BytesError, Kind};
use papilio_ring::bivariate::{DigitMatrix, SharedBytes};
use std::io::Write;
use std::sync::Arc;

impl Bivariate {
    /// Bytes of a key that [`HalfExternalKey::write_prepared`] writes: a page for the header, and
    /// those in memory; `usize::MAX` where they overflow.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        self.key_bytes().saturating_add(HEADER)
    }
}

/// Prepared keys in files.
///
/// Bytes of objects are seeds and words, and are prepared again wherever they are read. A prepared
/// key may be written as it is in memory, [`Bivariate::prepared_bytes`], and used from a file that
/// is mapped, without a copy: several processes then share its pages. It is a store of one machine
/// and not for exchange. With every kernel transforms are residues below their primes in the same
/// order today; the format does not promise it, and takes the words of the same kernel alone.
///
/// ```
/// use papilio_fhe::bivariate::{Bivariate, HalfExternalKey, Mapped, ParametersLiteral, SecretKey};
/// # use chacha20::ChaCha20Rng;
/// # use rand_core::SeedableRng;
/// # let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// # let mut file = tempfile::tempfile()?;
/// let literal = ParametersLiteral { degree: 1 << 11, key_bits: 53, digit_words: 1.into(), insecure: false };
/// let scheme = Bivariate::new(&literal)?;
/// let secret = SecretKey::generate(&scheme, &mut rng);
/// let key = HalfExternalKey::for_automorphism(&scheme, &secret, 5, &mut rng)?;
/// key.write_prepared(&scheme, &mut file)?;
///
/// let key = HalfExternalKey::from_prepared(&scheme, Mapped::open(&file)?)?;
/// assert_eq!(key.to(), secret.id());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl HalfExternalKey {
    /// The kind in the header.
    pub(super) const PREPARED_KIND: Kind = Kind::BivariateHalfExternalKey;

    /// Writes the key as it is in memory, after a header of 4096 bytes.
    ///
    /// A writer that fails keeps what it has taken: whoever writes a file gives it its name when it
    /// is complete.
    ///
    /// # Errors
    /// [`PreparedKeyError::Scheme`] for a key of other parameters; [`PreparedKeyError::Write`];
    /// [`PreparedKeyError::Words`] where words are not little-endian.
    pub fn write_prepared(&self, scheme: &Bivariate, to: &mut impl Write) -> Result<(), PreparedKeyError> {
        scheme.check_context(self.context)?;
        let words = self.matrix.as_bytes()?;
        to.write_all(&header::header(scheme, (self.purpose, self.to), blake3::hash(words).as_bytes()))?;
        to.write_all(words)?;
        Ok(to.flush()?)
    }

    /// The key that was written as these bytes, [`papilio_ring::Mapped`] say, whose words are used
    /// where they lie: they begin at a multiple of 8. The whole of them is read once, for the
    /// checksum and for every word to be below its prime; nothing as long is allocated.
    ///
    /// Bytes have to stay as they are as long as the key lives. Changed ones give wrong results or
    /// a panic. The checksum finds damage, not forgery.
    ///
    /// # Errors
    /// Any of [`PreparedKeyError`] but `Write` and `Scheme`.
    pub fn from_prepared(
        scheme: &Bivariate,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Self, PreparedKeyError> {
        let shared: SharedBytes = Arc::new(bytes);
        let bytes = (*shared).as_ref();
        let ((purpose, to), expected) = header::read(scheme, bytes)?;
        let length = (bytes.len(), scheme.prepared_bytes());
        if length.0 != length.1 {
            return Err(BytesError::Length { found: length.0, expected: length.1 }.into());
        }
        let found = *blake3::hash(&bytes[HEADER..]).as_bytes();
        if found != expected {
            // The header, which has the expected one, is undamaged.
            return Err(PreparedKeyError::Checksum { part: "words", found, expected });
        }
        let matrix = DigitMatrix::from_shared(scheme.transforms(), (scheme.rows(), scheme.columns()), shared, HEADER)?;
        Ok(Self { context: scheme.fingerprint(), purpose, to, matrix })
    }

    /// Whether the words lie in bytes of another owner, a mapped file say.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.matrix.is_shared()
    }
}
