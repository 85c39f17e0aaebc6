//! Writing a file: under a temporary name, renamed when complete.

use super::output::{Output, Pending};
use super::{Kind, MAGIC, PREFIX, VERSION, write_at};
use crate::error::CliError;
use crate::progress::check;
use serde::Serialize;
use std::io::{Read, Seek, SeekFrom, Write};

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
        prefix.extend_from_slice(&VERSION.to_le_bytes());
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
    pub(crate) fn finish(mut self) -> Result<u64, CliError> {
        let path = self.file.path().to_owned();
        let failed = CliError::io("write", &path);
        let file = self.file.file_mut();
        file.seek(SeekFrom::Start(0)).map_err(&failed)?;
        let mut hasher = blake3::Hasher::new();
        let mut buffer = vec![0; 1 << 20];
        let mut left = self.end;
        while left > 0 {
            check()?;
            let size = left.min(buffer.len() as u64) as usize;
            file.read_exact(&mut buffer[..size]).map_err(&failed)?;
            hasher.update(&buffer[..size]);
            left -= size as u64;
        }
        file.write_all(hasher.finalize().as_bytes()).map_err(&failed)?;
        self.file.persist()?;
        Ok(self.end + super::HASH as u64)
    }
}
