//! Opening a file: everything about it is checked before its payload is used.

use super::input::Input;
use super::sniff::Named;
use super::{HASH, Kind, MAX_HEADER, PREFIX};
use crate::error::CliError;
use crate::progress::{Progress, check};
use serde::de::DeserializeOwned;
use std::path::Path;

/// An undamaged file with a decoded header.
#[derive(Debug)]
pub(crate) struct Reader {
    input: Input,
    payload_start: u64,
    payload_length: u64,
}

impl Reader {
    /// Opens a file of this kind, checks its hash and decodes its header.
    pub(crate) fn open<H: DeserializeOwned>(path: &Path, kind: Kind) -> Result<(Self, H), CliError> {
        Self::open_any(path, &[kind]).map(|(reader, header, _)| (reader, header))
    }

    /// The same for a file of one of several kinds.
    pub(crate) fn open_any<H: DeserializeOwned>(path: &Path, kinds: &[Kind]) -> Result<(Self, H, Kind), CliError> {
        let input = Input::open(path)?;
        let kind = identify(&input, kinds)?;
        let (reader, bytes) = Self::split(input)?;
        let wrong = CliError::file(path);
        let (header, excess) = postcard::take_from_bytes(&bytes).map_err(|e| wrong(format!("malformed header: {e}")))?;
        if !excess.is_empty() {
            return Err(wrong(format!("malformed header: {} bytes too many", excess.len())));
        }
        Ok((reader, header, kind))
    }

    /// An undamaged file and the bytes of its header.
    fn split(input: Input) -> Result<(Self, Vec<u8>), CliError> {
        let failed = CliError::io("read", input.path());
        let mut length = [0; 4];
        input.read_at(&mut length, 12).map_err(&failed)?;
        let (length, size) = (u32::from_le_bytes(length), input.len());
        let rest = size - (PREFIX + HASH) as u64;
        if length > MAX_HEADER || u64::from(length) > rest {
            let reason = format!("a header of {length} bytes does not fit (at most {MAX_HEADER}, file of {size})");
            return Err(CliError::file(input.path())(reason));
        }
        let mut header = vec![0; length as usize];
        input.read_at(&mut header, PREFIX as u64).map_err(&failed)?;
        drop(failed);
        let payload_start = PREFIX as u64 + u64::from(length);
        Ok((Self { input, payload_start, payload_length: rest - u64::from(length) }, header))
    }

    pub(crate) fn path(&self) -> &Path {
        self.input.path()
    }

    /// The hash at its end, of all that precedes it.
    pub(crate) fn hash(&self) -> Result<[u8; HASH], CliError> {
        let mut hash = [0; HASH];
        let end = self.input.len() - HASH as u64;
        self.input.read_at(&mut hash, end).map_err(CliError::io("read", self.path()))?;
        Ok(hash)
    }

    /// Bytes of the payload.
    pub(crate) fn payload(&self) -> u64 {
        self.payload_length
    }

    /// Refuses a payload that ends too soon.
    pub(crate) fn expect_at_least(&self, least: u64) -> Result<(), CliError> {
        if self.payload_length >= least {
            return Ok(());
        }
        let reason = format!("payload of {} bytes, of which at least {least} are needed", self.payload_length);
        Err(CliError::file(self.path())(reason))
    }

    /// Refuses a payload of another length.
    pub(crate) fn expect_payload(&self, expected: u64) -> Result<(), CliError> {
        if self.payload_length == expected {
            return Ok(());
        }
        let reason =
            format!("payload of {} bytes where its header calls for {expected}: truncated or oversized", self.payload_length);
        Err(CliError::file(self.path())(reason))
    }

    /// Reads a piece of the payload; from any thread.
    pub(crate) fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), CliError> {
        self.input.read_at(buffer, self.payload_start + offset).map_err(CliError::io("read", self.path()))
    }
}

/// The kind of an undamaged file, which must be one of these.
pub(crate) fn identify(input: &Input, kinds: &[Kind]) -> Result<Kind, CliError> {
    let path = input.path();
    let wanted = || kinds.iter().map(|&kind| Kind::name(kind as u16)).collect::<Vec<_>>().join(" or ");
    let code = match input.named()? {
        Some(Named::Papilio(code)) => code,
        Some(other) => return Err(CliError::wrong_kind(path, other.name(), wanted())),
        None => return Err(CliError::file(path)("not a Papilio file (wrong magic)")),
    };
    // Before anything else is believed, so that damage reads as damage.
    verify(input)?;
    let mut version = [0; 2];
    input.read_at(&mut version, 10).map_err(CliError::io("read", path))?;
    let version = u16::from_le_bytes(version);
    if let Some(known) = Kind::of(code).map(Kind::version).filter(|&known| known != version) {
        let reason = format!(
            "format version {version} of {}, of which this program reads version {known}: make the file again with this program",
            Kind::name(code)
        );
        return Err(CliError::file(path)(reason));
    }
    let found = kinds.iter().copied().find(|&kind| kind as u16 == code);
    found.ok_or_else(|| CliError::wrong_kind(path, Kind::name(code), wanted()))
}

/// Checks the hash at the end of a file, in one pass.
fn verify(input: &Input) -> Result<(), CliError> {
    let (path, size) = (input.path(), input.len());
    let damaged = CliError::damaged(path);
    let Some(mut left) = size.checked_sub(HASH as u64).filter(|left| *left >= PREFIX as u64) else {
        return Err(damaged(format!("{size} bytes are too few for a Papilio file")));
    };
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; left.min(1 << 20) as usize];
    let mut at = 0;
    let progress = Progress::bytes("checksum", left);
    while left > 0 {
        check()?;
        let piece = left.min(buffer.len() as u64) as usize;
        input.read_at(&mut buffer[..piece], at).map_err(CliError::io("read", path))?;
        hasher.update(&buffer[..piece]);
        (at, left) = (at + piece as u64, left - piece as u64);
        progress.advance(piece);
    }
    let mut stored = [0; HASH];
    input.read_at(&mut stored, at).map_err(CliError::io("read", path))?;
    // Comparison of hashes from the hash crate is constant-time; nothing here is secret, but it
    // costs nothing.
    if hasher.finalize() != blake3::Hash::from_bytes(stored) {
        return Err(damaged(format!("the checksum does not match its {size} bytes")));
    }
    Ok(())
}
