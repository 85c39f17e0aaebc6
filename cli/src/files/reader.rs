//! Opening a file: everything about it is checked before its payload is used.

use super::{HASH, Kind, MAGIC, MAX_HEADER, PREFIX, VERSION, read_at};
use crate::error::CliError;
use crate::progress::check;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// An open file with a checked prefix and header.
#[derive(Debug)]
pub(crate) struct Reader {
    path: PathBuf,
    file: File,
    payload_start: u64,
    payload_length: u64,
}

impl Reader {
    /// Opens a file of this kind and decodes its header.
    pub(crate) fn open<H: DeserializeOwned>(path: &Path, kind: Kind) -> Result<(Self, H), CliError> {
        let mut file = File::open(path).map_err(CliError::io("open", path))?;
        let size = file.metadata().map_err(CliError::io("read", path))?.len();
        let wrong = CliError::file(path);
        let mut prefix = [0; PREFIX];
        if size < (PREFIX + HASH) as u64 {
            return Err(wrong(format!("{size} bytes are too few for a Papilio file")));
        }
        file.read_exact(&mut prefix).map_err(CliError::io("read", path))?;
        if prefix[..8] != MAGIC {
            return Err(wrong("not a Papilio file (wrong magic)".into()));
        }
        let short = |at: usize| u16::from_le_bytes([prefix[at], prefix[at + 1]]);
        if short(8) != kind as u16 {
            return Err(wrong(format!("holds {}, where {} is needed", Kind::name(short(8)), Kind::name(kind as u16))));
        }
        if short(10) != VERSION {
            return Err(wrong(format!("format version {}, this program reads version {VERSION}", short(10))));
        }
        let length = u32::from_le_bytes([prefix[12], prefix[13], prefix[14], prefix[15]]);
        let rest = size - (PREFIX + HASH) as u64;
        if length > MAX_HEADER || u64::from(length) > rest {
            return Err(wrong(format!("a header of {length} bytes does not fit (at most {MAX_HEADER}, file of {size})")));
        }
        let mut header = vec![0; length as usize];
        file.read_exact(&mut header).map_err(CliError::io("read", path))?;
        let (header, excess) = postcard::take_from_bytes(&header).map_err(|e| wrong(format!("malformed header: {e}")))?;
        if !excess.is_empty() {
            return Err(wrong(format!("malformed header: {} bytes too many", excess.len())));
        }
        let payload_start = PREFIX as u64 + u64::from(length);
        Ok((Self { path: path.to_owned(), file, payload_start, payload_length: rest - u64::from(length) }, header))
    }

    /// Whether a file says that it holds this kind; nothing else about it is checked.
    pub(crate) fn holds(path: &Path, kind: Kind) -> Result<bool, CliError> {
        let file = File::open(path).map_err(CliError::io("open", path))?;
        let mut start = Vec::new();
        file.take(10).read_to_end(&mut start).map_err(CliError::io("read", path))?;
        Ok(start.starts_with(&MAGIC) && start[8..] == (kind as u16).to_le_bytes())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Checks the length of the payload, then the hash of the whole file, in one pass.
    pub(crate) fn check(&mut self, expected: u64) -> Result<(), CliError> {
        if self.payload_length != expected {
            let reason = format!(
                "payload of {} bytes where its header calls for {expected}: truncated or oversized",
                self.payload_length
            );
            return Err(CliError::file(&self.path)(reason));
        }
        let failed = CliError::io("read", &self.path);
        self.file.seek(SeekFrom::Start(0)).map_err(&failed)?;
        let mut hasher = blake3::Hasher::new();
        let mut left = self.payload_start + self.payload_length;
        let mut buffer = vec![0; 1 << 20];
        while left > 0 {
            check()?;
            let size = left.min(buffer.len() as u64) as usize;
            self.file.read_exact(&mut buffer[..size]).map_err(&failed)?;
            hasher.update(&buffer[..size]);
            left -= size as u64;
        }
        let mut stored = [0; HASH];
        self.file.read_exact(&mut stored).map_err(&failed)?;
        // Comparison of hashes from the hash crate is constant-time; nothing here is secret, but it costs nothing.
        if hasher.finalize() != blake3::Hash::from_bytes(stored) {
            return Err(CliError::file(&self.path)("checksum mismatch: the file was changed or damaged"));
        }
        Ok(())
    }

    /// Reads a piece of the payload; from any thread.
    pub(crate) fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), CliError> {
        read_at(&self.file, buffer, self.payload_start + offset).map_err(CliError::io("read", &self.path))
    }
}
