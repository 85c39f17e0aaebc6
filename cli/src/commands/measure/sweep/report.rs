//! The origin of a table, and its file.

use super::calendar::today;
use crate::error::CliError;
use crate::files::temporary;
use crate::machine::{Kernels, cpu};
use crate::numbers::counted;
use std::path::Path;

/// The machine and the day, as captions have them.
pub(super) fn origin() -> String {
    let threads = counted(rayon::current_num_threads() as u64, "thread");
    format!("{}, {threads}; {}; {}", cpu(), Kernels::of_plans().line(), today())
}

/// Writes a file that appears whole or not at all.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), CliError> {
    temporary::write_whole(path, text.as_bytes()).map_err(CliError::io("write", path))
}
