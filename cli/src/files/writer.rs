//! Writing a file: under a temporary name, renamed when complete.

use super::output::{Output, Pending};
use super::{Kind, MAGIC, PREFIX, write_at};
use crate::error::CliError;
use crate::progress::{Progress, check};
use serde::Serialize;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// A file that exists under its name only once [`Writer::finish`] has returned.
#[derive(Debug)]
pub(crate) struct Writer {
    file: Pending,
    payload_start: u64,
    end: u64,
}

impl Writer {
    /// Starts a file, which its owner alone can read if it holds a secret.
    pub(crate) fn create<H: Serialize>(output: &Output, kind: Kind, header: &H) -> Result<Self, CliError> {
        let path = output.path();
        let mut file = output.create(kind.access())?;
        let header = postcard::to_stdvec(header).map_err(CliError::file(path))?;
        let mut prefix = Vec::with_capacity(PREFIX + header.len());
        prefix.extend_from_slice(&MAGIC);
        prefix.extend_from_slice(&(kind as u16).to_le_bytes());
        prefix.extend_from_slice(&kind.version().to_le_bytes());
        prefix.extend_from_slice(&(header.len() as u32).to_le_bytes());
        prefix.extend_from_slice(&header);
        file.file_mut().write_all(&prefix).map_err(CliError::io("write", path))?;
        let end = prefix.len() as u64;
        Ok(Self { file, payload_start: end, end })
    }

    /// Appends to the payload.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let written = self.file.file_mut().write_all(bytes);
        written.map_err(CliError::io("write", self.file.path()))?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Reserves a payload that is then written in any order by [`Self::write`].
    pub(crate) fn reserve(&mut self, length: u64) -> Result<(), CliError> {
        self.end = self.payload_start + length;
        self.file.file().set_len(self.end).map_err(CliError::io("reserve space for", self.file.path()))
    }

    /// Writes a piece of a reserved payload; from any thread.
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), CliError> {
        write_at(self.file.file(), bytes, self.payload_start + offset).map_err(CliError::io("write", self.file.path()))
    }

    /// Appends the hash, makes the file durable and gives it its name; returns its size.
    pub(crate) fn finish(self) -> Result<u64, CliError> {
        self.seal()?.persist()
    }

    /// Appends the hash.
    pub(crate) fn seal(mut self) -> Result<Sealed, CliError> {
        let path = self.file.path().to_owned();
        let failed = CliError::io("write", &path);
        let file = self.file.file_mut();
        file.seek(SeekFrom::Start(0)).map_err(&failed)?;
        let mut hasher = blake3::Hasher::new();
        let mut buffer = vec![0; 1 << 20];
        let mut left = self.end;
        let progress = Progress::bytes("checksum", self.end);
        while left > 0 {
            check()?;
            let size = left.min(buffer.len() as u64) as usize;
            file.read_exact(&mut buffer[..size]).map_err(&failed)?;
            hasher.update(&buffer[..size]);
            left -= size as u64;
            progress.advance(size);
        }
        file.write_all(hasher.finalize().as_bytes()).map_err(&failed)?;
        Ok(Sealed { file: self.file, bytes: self.end + super::HASH as u64 })
    }
}

/// A complete file that has no name yet.
#[derive(Debug)]
pub(crate) struct Sealed {
    file: Pending,
    bytes: u64,
}

impl Sealed {
    /// Bytes of the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes it durable and gives it its name; returns its size.
    pub(crate) fn persist(self) -> Result<u64, CliError> {
        self.file.persist().map(|()| self.bytes)
    }
}

/// Gives files that belong together their names, in this order; where one cannot have its name,
/// those before it lose theirs.
pub(crate) fn persist_all(files: impl IntoIterator<Item = Sealed>) -> Result<(), CliError> {
    let mut named: Vec<PathBuf> = Vec::new();
    for file in files {
        let own = (!file.file.is_stream()).then(|| file.file.path().to_owned());
        if let Err(error) = file.persist() {
            // A file that cannot be removed either is reported by the next run, which refuses to
            // replace it.
            named.iter().for_each(|path| drop(std::fs::remove_file(path)));
            return Err(error);
        }
        named.extend(own);
    }
    Ok(())
}
