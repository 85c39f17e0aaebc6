//! Why there is no picture.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlotError {
    /// The file's name does not say which format.
    #[error("cannot draw {path}: its extension is {extension:?}, neither \"svg\" nor \"png\"")]
    Format {
        /// The file.
        path: PathBuf,
        /// The end of its name.
        extension: String,
    },
    /// Neither a point nor a planner's choice.
    #[error("there is nothing to draw")]
    Empty,
    /// The drawing libraries refused.
    #[error("cannot draw: {0}")]
    Draw(String),
    /// The operating system refused.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

pub(super) fn failed(reason: impl Display) -> PlotError {
    PlotError::Draw(reason.to_string())
}
