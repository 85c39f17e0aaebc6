//! Files of text in the user's cache folder, by which the program remembers measurements.

use super::temporary;
use crate::error::CliError;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// No file of ours is longer.
const MAX_BYTES: u64 = 1 << 20;

/// The path of a file in the cache folder of the user, where there is one.
pub(crate) fn place(name: &str) -> Option<PathBuf> {
    // A relative path is to be ignored, says the specification of base directories.
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("papilio").join(name))
}

/// Why there is no such path.
pub(crate) const NO_PLACE: &str = "neither XDG_CACHE_HOME nor HOME names a folder";

/// The text of a file; nothing where there is none.
pub(crate) fn read(path: &Path) -> Result<Option<String>, String> {
    // A pipe without another end is waited for by whoever opens it.
    let opened =
        std::fs::metadata(path).and_then(|found| if found.is_file() { std::fs::File::open(path).map(Some) } else { Ok(None) });
    let file = match opened {
        Ok(Some(file)) => file,
        Ok(None) => return Err("not a file".to_owned()),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e.to_string()),
    };
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(|e| e.to_string())?;
    if text.len() as u64 > MAX_BYTES {
        return Err(format!("more than {MAX_BYTES} bytes"));
    }
    Ok(Some(text))
}

/// Writes a file whole or not at all, and its folder before it.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(CliError::io("create", folder))?;
    }
    temporary::write_whole(path, text.as_bytes()).map_err(CliError::io("write", path))
}
