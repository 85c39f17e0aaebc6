//! Cargo as a child.

use std::path::Path;
use std::process::Command;

/// Cargo, in a folder.
pub(crate) fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder);
    command
}
