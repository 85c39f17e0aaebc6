//! Writing a file: under a temporary name, renamed when complete.

use super::{Kind, MAGIC, PREFIX, VERSION, write_at};
use crate::error::CliError;
use crate::progress::check;
use serde::Serialize;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that exists under its name only once [`Writer::finish`] has returned.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    file: NamedTempFile,
    payload_start: u64,
    end: u64,
}

impl Writer {
    /// Starts a file. Temporary files are readable by their owner only, and so stays a file of secrets.
    pub(crate) fn create<H: Serialize>(path: &Path, kind: Kind, header: &H) -> Result<Self, CliError> {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = NamedTempFile::new_in(folder).map_err(CliError::io("create a temporary file for", path))?;
        let header = postcard::to_stdvec(header).map_err(CliError::file(path))?;
        let mut prefix = Vec::with_capacity(PREFIX + header.len());
        prefix.extend_from_slice(&MAGIC);
        prefix.extend_from_slice(&(kind as u16).to_le_bytes());
        prefix.extend_from_slice(&VERSION.to_le_bytes());
        prefix.extend_from_slice(&(header.len() as u32).to_le_bytes());
        prefix.extend_from_slice(&header);
        file.write_all(&prefix).map_err(CliError::io("write", path))?;
        let end = prefix.len() as u64;
        Ok(Self { path: path.to_owned(), file, payload_start: end, end })
    }

    /// Appends to the payload.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.file.write_all(bytes).map_err(CliError::io("write", &self.path))?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Reserves a payload that is then written in any order by [`Self::write`].
    pub(crate) fn reserve(&mut self, length: u64) -> Result<(), CliError> {
        self.end = self.payload_start + length;
        self.file.as_file().set_len(self.end).map_err(CliError::io("reserve space for", &self.path))
    }

    /// Writes a piece of a reserved payload; from any thread.
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), CliError> {
        write_at(self.file.as_file(), bytes, self.payload_start + offset).map_err(CliError::io("write", &self.path))
    }

    /// Appends the hash, makes the file durable and gives it its name; returns its size.
    pub(crate) fn finish(mut self, public: bool) -> Result<u64, CliError> {
        let failed = CliError::io("write", &self.path);
        let file = self.file.as_file_mut();
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
        file.sync_all().map_err(&failed)?;
        if public {
            readable_by_all(file).map_err(&failed)?;
        }
        self.file.persist(&self.path).map_err(|e| failed(e.error))?;
        Ok(self.end + super::HASH as u64)
    }
}

#[cfg(unix)]
fn readable_by_all(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}
