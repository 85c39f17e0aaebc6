//! What can go wrong, and the exit code it has.

use std::io;
use std::path::{Path, PathBuf};

/// An error of the command line, one line to the user.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The decrypted result is not the transform of the input.
    #[error("verification FAILED: {0}")]
    Unverified(String),
    /// An argument or a file is not what it should be.
    #[error("{0}")]
    Input(String),
    /// A file's contents are not what they should be.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no way to do what was asked within noise, security or memory.
    #[error("{0}")]
    Plan(String),
    /// The operating system refused.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Interrupted.
    #[error("interrupted: nothing was left half-written")]
    Cancelled,
}

impl CliError {
    /// The exit code, as documented in `papilio --help`.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Unverified(_) => 1,
            Self::Input(_) | Self::File { .. } => 3,
            Self::Plan(_) => 4,
            Self::Io { .. } => 5,
            Self::Cancelled => 130,
        }
    }

    pub(crate) fn input(reason: impl ToString) -> Self {
        Self::Input(reason.to_string())
    }

    pub(crate) fn plan(reason: impl ToString) -> Self {
        Self::Plan(reason.to_string())
    }

    /// Turns an error about a file's contents into one that names the file.
    pub(crate) fn file<E: ToString>(path: &Path) -> impl Fn(E) -> Self + '_ {
        move |reason| Self::File { path: path.to_owned(), reason: reason.to_string() }
    }

    /// Turns an I/O error into one that names what was tried.
    pub(crate) fn io<'p>(action: &'static str, path: &'p Path) -> impl Fn(io::Error) -> Self + 'p {
        move |source| Self::Io { action, path: path.to_owned(), source }
    }
}

impl From<hntt::Cancelled> for CliError {
    fn from(_: hntt::Cancelled) -> Self {
        Self::Cancelled
    }
}
