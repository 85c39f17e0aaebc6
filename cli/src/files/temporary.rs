//! Temporary files: they carry the program's name, are locked while in use, and those that a crash
//! left are removed by the next run that writes to the same folder.

use crate::stdout::tell;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile, TempDir};

const PREFIX: &str = ".papilio-";
const SUFFIX: &str = ".tmp";

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Its owner alone.
    Private,
    /// Whoever the umask of the caller allows.
    Shared,
}

/// A locked temporary file in a folder, once what others left there has been removed.
pub(crate) fn file(folder: &Path, access: Access) -> io::Result<NamedTempFile> {
    remove_abandoned(folder);
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(match access {
        Access::Private => 0o600,
        Access::Shared => 0o666,
    }));
    loop {
        let file = builder.tempfile_in(folder)?;
        // Between creation and lock it may have been taken for an abandoned one.
        if lock(file.as_file())? && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Writes a shared file that appears whole under its name or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = file(folder, Access::Shared)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// A locked temporary folder; the lock lasts as long as the value.
pub(crate) struct Folder {
    folder: TempDir,
    _lock: Option<File>,
}

impl Folder {
    pub(crate) fn create(parent: &Path) -> io::Result<Self> {
        remove_abandoned(parent);
        loop {
            let folder = Builder::new().prefix(PREFIX).suffix(SUFFIX).tempdir_in(parent)?;
            let opened = File::open(folder.path());
            let locked = opened.as_ref().map_or(Ok(true), lock)?;
            if locked && folder.path().exists() {
                return Ok(Self { folder, _lock: opened.ok() });
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Takes the lock of a new file; false when another process has it. Where there are no locks,
/// nothing is ever taken for abandoned.
fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(e)) => Err(e),
    }
}

/// Removes what carries our name and no process holds, and says so.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        let plain = entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_dir());
        if ours && plain {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    if file.try_lock().is_err() {
        return;
    }
    let removed = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    if removed.is_ok() {
        tell(&format!("papilio: removed {}, which an earlier run had left\n", path.display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_what_is_abandoned_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let (used, used_folder) =
            (file(folder.path(), Access::Shared).expect("a file"), Folder::create(folder.path()).expect("a folder"));
        let abandoned = folder.path().join(".papilio-abc.tmp");
        let (tree, foreign) = (folder.path().join(".papilio-tree.tmp"), folder.path().join(".other-abc.tmp"));
        std::fs::create_dir(&tree).expect("a folder");
        for path in [&abandoned, &tree.join("columns"), &foreign] {
            std::fs::write(path, [1]).expect("a file");
        }
        let next = file(folder.path(), Access::Private).expect("a file");
        assert!(next.path().exists() && used.path().exists() && used_folder.path().exists() && foreign.exists());
        assert!(!abandoned.exists() && !tree.exists());
    }
}
