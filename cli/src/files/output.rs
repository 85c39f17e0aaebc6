//! Where results go: a file that appears whole under its name, or a stream.
//!
//! A key is never replaced, nor a file that the same call reads, by whatever name; other files are
//! with `--force`.

use super::sniff;
use super::temporary::{self, Access};
use crate::error::CliError;
use crate::progress::interruptible;
use crate::stdout::{carries_data, write_data};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Stands for standard input or output.
pub(crate) const STREAM: &str = "-";

/// Whether an output may take the place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replacement {
    /// A file that exists is an error.
    Refused,
    /// A file that exists is replaced, unless it is a key or an input.
    Forced,
}

/// An output that may be written.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    path: PathBuf,
    /// Whether it is a pipe or a device, or standard output.
    stream: bool,
    replacement: Replacement,
}

impl Output {
    /// Admits an output, or refuses what it would replace.
    pub(crate) fn admit(path: &Path, inputs: &[&Path], replacement: Replacement) -> Result<Self, CliError> {
        let output = |stream| Self { path: path.to_owned(), stream, replacement };
        if path == Path::new(STREAM) {
            carries_data();
            return Ok(output(true));
        }
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(e) if e.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => return Ok(output(false)),
            Err(e) if e.kind() == ErrorKind::NotFound => return may_replace(path, replacement).map(|()| output(false)),
            Err(e) => return Err(CliError::io("look at", path)(e)),
        };
        if found.is_dir() {
            return Err(CliError::io("write", path)(io::Error::from(ErrorKind::IsADirectory)));
        }
        let refused = |reason: String| Err(CliError::Exists { path: path.to_owned(), reason });
        if let Some(input) = inputs.iter().find(|input| same(input, &found)) {
            return refused(format!(
                "this is the input {}, which is never replaced: give the output another name",
                input.display()
            ));
        }
        if !found.is_file() {
            return Ok(output(true));
        }
        if let Some(key) = sniff::key(path).map_err(CliError::io("look at", path))? {
            return refused(format!(
                "this is {key}, and keys are never replaced: remove it first, or give the output another name"
            ));
        }
        may_replace(path, replacement).map(|()| output(false))
    }

    /// An output in a folder of our own.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, stream: false, replacement: Replacement::Refused }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether another output is the same name in the same folder, however the folder is written.
    #[cfg(feature = "ethereum")]
    pub(crate) fn is_also(&self, other: &Self) -> bool {
        let folder = |output: &Self| folder_of(&output.path).canonicalize().ok();
        self.path.file_name() == other.path.file_name() && folder(self) == folder(other)
    }

    /// Begins to write.
    pub(crate) fn create(&self, access: Access) -> Result<Pending, CliError> {
        let system = std::env::temp_dir();
        let folder = if self.stream { &system } else { folder_of(&self.path) };
        let access = if self.stream { Access::Private } else { access };
        let file = temporary::file(folder, access).map_err(CliError::io("create a temporary file for", &self.path))?;
        Ok(Pending { output: self.clone(), file })
    }

    /// Writes bytes that are at hand.
    pub(crate) fn write(&self, access: Access, bytes: &[u8]) -> Result<u64, CliError> {
        if self.stream {
            self.send(&mut &*bytes)?;
        } else {
            let mut pending = self.create(access)?;
            pending.file.write_all(bytes).map_err(CliError::io("write", &self.path))?;
            pending.persist()?;
        }
        Ok(bytes.len() as u64)
    }

    /// Sends bytes to a stream.
    fn send(&self, from: &mut dyn Read) -> Result<(), CliError> {
        if self.path == Path::new(STREAM) {
            return write_data(|out| io::copy(from, out).map(drop));
        }
        let failed = CliError::io("write to", &self.path);
        let name = self.path.clone();
        let mut to = interruptible(move || File::options().write(true).open(name))?.map_err(&failed)?;
        io::copy(from, &mut to).map_err(failed)?;
        Ok(())
    }
}

fn may_replace(path: &Path, replacement: Replacement) -> Result<(), CliError> {
    let reason = "this file exists: --force replaces it".to_owned();
    match replacement {
        Replacement::Refused => Err(CliError::Exists { path: path.to_owned(), reason }),
        Replacement::Forced => Ok(()),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a path leads to this file.
fn same(path: &Path, found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    path != Path::new(STREAM) && fs::metadata(path).is_ok_and(|other| (other.dev(), other.ino()) == (found.dev(), found.ino()))
}

/// A file that exists under its name only once [`Pending::persist`] has returned.
#[derive(Debug)]
pub(crate) struct Pending {
    output: Output,
    file: NamedTempFile,
}

impl Pending {
    pub(crate) fn path(&self) -> &Path {
        &self.output.path
    }

    /// Whether it goes to a pipe or a device, which takes nothing back.
    pub(crate) fn is_stream(&self) -> bool {
        self.output.stream
    }

    pub(crate) fn file(&self) -> &File {
        self.file.as_file()
    }

    pub(crate) fn file_mut(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Makes the file durable and gives it its name, or sends it to its stream.
    pub(crate) fn persist(mut self) -> Result<(), CliError> {
        let failed = CliError::io("write", &self.output.path);
        if self.output.stream {
            self.file.seek(SeekFrom::Start(0)).map_err(&failed)?;
            return self.output.send(&mut self.file);
        }
        self.file.as_file().sync_all().map_err(&failed)?;
        if self.output.replacement == Replacement::Refused {
            let reason = "this file appeared meanwhile: --force replaces it".to_owned();
            return match self.file.persist_noclobber(&self.output.path) {
                Err(e) if e.error.kind() == ErrorKind::AlreadyExists => {
                    Err(CliError::Exists { path: self.output.path.clone(), reason })
                }
                persisted => persisted.map(drop).map_err(|e| failed(e.error)),
            };
        }
        // A file that was no key when the work began may be one now.
        Output::admit(&self.output.path, &[], Replacement::Forced)?;
        self.file.persist(&self.output.path).map_err(|e| failed(e.error))?;
        Ok(())
    }
}
