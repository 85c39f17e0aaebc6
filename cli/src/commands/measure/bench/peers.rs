//! The peers of a benchmark: programs of other libraries.

use crate::error::CliError;
use papilio_bench::peers::Peers;
use std::path::Path;

/// The peers of a folder, or else of the checkout.
pub(super) fn peers(folder: Option<&Path>) -> Result<Peers, CliError> {
    match folder {
        None => Ok(Peers::nearby()),
        Some(folder) if folder.is_dir() => Ok(Peers::of(folder)),
        Some(folder) => Err(CliError::usage(format!("{}: no such folder of peers", folder.display()))),
    }
}
