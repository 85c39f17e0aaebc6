//! The frame that all kinds share: magic, kind, version and digest in front, the checksum behind.

use super::{BytesError, Kind};
use papilio_ring::RnsBasis;
use papilio_ring::sample::Seed;
use zeroize::{Zeroize, Zeroizing};

/// The first bytes.
const MAGIC: [u8; 4] = *b"PPLO";
/// Bytes of magic, kind, version and digest.
const PREFIX: usize = 16;
/// Bytes of the checksum.
const CHECKSUM: usize = 8;
/// Bytes of a frame around its body.
pub const FRAME: usize = PREFIX + CHECKSUM;

/// The digest of parameters: the first eight bytes of the BLAKE3 hash of the `len` bytes that
/// `write` appends.
pub fn digest(len: usize, write: impl FnOnce(&mut Vec<u8>)) -> u64 {
    let mut body = Vec::with_capacity(len);
    write(&mut body);
    hash(&body)
}

/// The first eight bytes of BLAKE3, as a number.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(bytes);
    let hash = hasher.finalize();
    // The bytes may be a secret.
    hasher.zeroize();
    u64::from_le_bytes(core::array::from_fn(|i| hash.as_bytes()[i]))
}

/// A frame around the `len` bytes that `write` appends, made without moving them.
///
/// # Panics
/// If it appends another number of bytes.
pub fn seal(kind: Kind, digest: u64, len: usize, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::with_capacity(FRAME + len);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&kind.number().to_le_bytes());
    out.extend_from_slice(&kind.version().to_le_bytes());
    out.extend_from_slice(&digest.to_le_bytes());
    write(&mut out);
    let checksum = hash(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    assert_eq!(out.len(), FRAME + len, "{kind} of other parameters");
    out
}

/// The numbers of a header, one after the other; from it the payload, once its length is known.
pub struct Header<'a> {
    bytes: &'a [u8],
    digest: u64,
    /// Bytes read so far.
    at: usize,
}

impl<'a> Header<'a> {
    /// A frame up to the number of its kind.
    pub(super) fn begin(bytes: &'a [u8]) -> Result<(Self, u16), BytesError> {
        let mut header = Self { bytes, digest: 0, at: 0 };
        let found = header.take()?;
        if found != MAGIC {
            return Err(BytesError::Magic { found });
        }
        let kind = u16::from_le_bytes(header.take()?);
        Ok((header, kind))
    }

    /// The frame of an object of this kind.
    ///
    /// # Errors
    /// [`BytesError::Short`]; [`BytesError::Magic`]; [`BytesError::Kind`];
    /// [`BytesError::Version`].
    pub fn open(kind: Kind, bytes: &'a [u8]) -> Result<Self, BytesError> {
        let (mut header, found) = Self::begin(bytes)?;
        if found != kind.number() {
            return Err(BytesError::Kind { found, expected: kind });
        }
        let version = u16::from_le_bytes(header.take()?);
        let known = kind.version();
        if version != known {
            return Err(BytesError::Version { found: version, known });
        }
        header.digest = u64::from_le_bytes(header.take()?);
        Ok(header)
    }

    /// Digest of the parameters that the object is of.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Refuses bytes of other parameters; a digest that is merely damaged is reported as damage.
    pub(super) fn check_context(&self, expected: u64) -> Result<(), BytesError> {
        if self.digest == expected {
            return Ok(());
        }
        self.verify()?;
        Err(BytesError::Parameters { found: self.digest, expected })
    }

    /// The next bytes of the header.
    ///
    /// # Errors
    /// [`BytesError::Short`].
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], BytesError> {
        let short = BytesError::Short { found: self.bytes.len(), least: self.at + N + CHECKSUM };
        let body = &self.bytes[..self.bytes.len().saturating_sub(CHECKSUM)];
        let taken = body.get(self.at..).and_then(|rest| rest.first_chunk()).ok_or(short)?;
        self.at += N;
        Ok(*taken)
    }

    /// A number of primes that a basis can have.
    ///
    /// # Errors
    /// [`BytesError::Short`]; [`BytesError::Primes`].
    pub fn take_limbs(&mut self) -> Result<usize, BytesError> {
        let found = usize::from(u16::from_le_bytes(self.take()?));
        if found <= RnsBasis::MAX_LIMBS { Ok(found) } else { Err(BytesError::Primes { found, most: RnsBasis::MAX_LIMBS }) }
    }

    /// The rest of the body, which must have `len` bytes and be undamaged.
    ///
    /// # Errors
    /// [`BytesError::Length`]; [`BytesError::Checksum`].
    pub fn payload(self, len: usize) -> Result<Payload<'a>, BytesError> {
        // A length beyond any slice is refused like any other wrong one.
        let (found, expected) = (self.bytes.len(), len.saturating_add(self.at + CHECKSUM));
        if found != expected {
            return Err(BytesError::Length { found, expected });
        }
        self.verify()?;
        Ok(Payload(&self.bytes[self.at..][..len]))
    }

    /// The rest of the body of a secret key, which is the seed of its secret.
    ///
    /// # Errors
    /// [`BytesError::Length`]; [`BytesError::Checksum`].
    pub fn secret_seed(self) -> Result<Zeroizing<Seed>, BytesError> {
        Ok(Zeroizing::new(self.payload(size_of::<Seed>())?.array()))
    }

    /// Refuses damaged bytes.
    pub(super) fn verify(&self) -> Result<(), BytesError> {
        let short = BytesError::Short { found: self.bytes.len(), least: CHECKSUM };
        let (body, &last) = self.bytes.split_last_chunk::<CHECKSUM>().ok_or(short)?;
        let (found, expected) = (u64::from_le_bytes(last), hash(body));
        if found == expected { Ok(()) } else { Err(BytesError::Checksum { found, expected }) }
    }
}

/// Undamaged bytes of the length that the header asked for.
pub struct Payload<'a>(&'a [u8]);

impl<'a> Payload<'a> {
    /// The next `len` bytes.
    ///
    /// # Panics
    /// If the length that was asked for does not include them.
    pub fn take(&mut self, len: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(len);
        self.0 = rest;
        taken
    }

    /// The next bytes, as an array.
    ///
    /// # Panics
    /// If the length that was asked for does not include them.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let taken = self.take(N);
        core::array::from_fn(|i| taken[i])
    }
}

impl Kind {
    /// The kind that bytes claim, to choose how to read them.
    ///
    /// # Errors
    /// [`BytesError::Short`]; [`BytesError::Magic`]; [`BytesError::UnknownKind`].
    pub fn of(bytes: &[u8]) -> Result<Self, BytesError> {
        let (_, found) = Header::begin(bytes)?;
        Self::numbered(found).ok_or(BytesError::UnknownKind(found))
    }
}
