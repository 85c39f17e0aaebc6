//! Errors, the exit code of each, and the object that scripts read.

use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};

/// An error of the command line, one line to the user.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The decrypted result is not the transform of the input.
    #[error("verification FAILED: {0}")]
    Unverified(String),
    /// An argument is not what it should be.
    #[error("{0}")]
    Usage(String),
    /// An input is well-formed and cannot be used.
    #[error("{0}")]
    Input(String),
    /// A file's contents are not what they should be.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// The fault in it.
        reason: String,
    },
    /// A file holds something else.
    #[error("{path}: this is {found}; {wanted} is wanted")]
    WrongKind {
        /// The file.
        path: PathBuf,
        /// Its kind.
        found: String,
        /// The kind that was needed.
        wanted: String,
    },
    /// A file's contents are not what was written.
    #[error("{path}: the file is damaged: {reason}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The evidence of the damage.
        reason: String,
    },
    /// An output that may not be replaced.
    #[error("{path}: {reason}")]
    Exists {
        /// The file.
        path: PathBuf,
        /// Its kind, and the way out.
        reason: String,
    },
    /// There is no way to do what was asked within noise, security or memory.
    #[error("{0}")]
    Plan(String),
    /// The operating system refused.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// The action that was refused.
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Interrupted.
    #[error("interrupted: nothing was left half-written")]
    Canceled,
    /// Nobody reads standard output any more.
    #[error("nobody reads standard output")]
    ClosedPipe,
}

impl CliError {
    /// The exit code, as documented in `papilio --help`, and the kind that scripts see.
    fn class(&self) -> (u8, &'static str) {
        match self {
            Self::Unverified(_) => (1, "unverified"),
            Self::Usage(_) => (USAGE, "usage"),
            Self::Input(_) => (3, "input"),
            Self::File { .. } => (3, "file"),
            Self::WrongKind { .. } => (3, "wrong_kind"),
            Self::Damaged { .. } => (3, "damaged"),
            Self::Exists { .. } => (3, "exists"),
            Self::Plan(_) => (4, "plan"),
            Self::Io { .. } => (5, "io"),
            Self::Canceled => (130, "interrupted"),
            Self::ClosedPipe => (141, "closed_pipe"),
        }
    }

    /// The exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        self.class().0
    }

    /// The object of `--json`.
    pub(crate) fn object(&self) -> Value {
        let (code, kind) = self.class();
        let mut object = error_object(kind, code, &self.to_string());
        let fields = &mut object["error"];
        match self {
            Self::File { path, reason } | Self::Damaged { path, reason } | Self::Exists { path, reason } => {
                fields["path"] = json!(path);
                fields["reason"] = json!(reason);
            }
            Self::WrongKind { path, found, wanted } => {
                fields["path"] = json!(path);
                fields["found"] = json!(found);
                fields["wanted"] = json!(wanted);
            }
            Self::Io { action, path, source } => {
                fields["path"] = json!(path);
                fields["action"] = json!(action);
                fields["reason"] = json!(source.to_string());
            }
            _ => {}
        }
        object
    }

    pub(crate) fn usage(reason: impl ToString) -> Self {
        Self::Usage(reason.to_string())
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

    /// Turns evidence of damage into an error that names the file.
    pub(crate) fn damaged<E: ToString>(path: &Path) -> impl Fn(E) -> Self + '_ {
        move |reason| Self::Damaged { path: path.to_owned(), reason: reason.to_string() }
    }

    /// A file that holds one thing where another is wanted.
    pub(crate) fn wrong_kind(path: &Path, found: impl ToString, wanted: impl ToString) -> Self {
        Self::WrongKind { path: path.to_owned(), found: found.to_string(), wanted: wanted.to_string() }
    }

    /// Turns an I/O error into one that names what was tried.
    pub(crate) fn io<'p>(action: &'static str, path: &'p Path) -> impl Fn(io::Error) -> Self + 'p {
        move |source| Self::Io { action, path: path.to_owned(), source }
    }
}

/// The exit code of wrong arguments, wherever they are found out.
pub(crate) const USAGE: u8 = 2;

/// An error for scripts.
pub(crate) fn error_object(kind: &str, exit_code: u8, message: &str) -> Value {
    json!({ "error": { "kind": kind, "message": message, "exit_code": exit_code } })
}

impl From<core::convert::Infallible> for CliError {
    fn from(never: core::convert::Infallible) -> Self {
        match never {}
    }
}

impl From<papilio_ring::engine::EngineError> for CliError {
    fn from(error: papilio_ring::engine::EngineError) -> Self {
        Self::plan(error)
    }
}

impl From<papilio_ring::stages::Ended> for CliError {
    fn from(ended: papilio_ring::stages::Ended) -> Self {
        match ended {
            papilio_ring::stages::Ended::Engine(error) => error.into(),
            papilio_ring::stages::Ended::Canceled(_) => Self::Canceled,
        }
    }
}

impl From<papilio_hntt::Canceled> for CliError {
    fn from(_: papilio_hntt::Canceled) -> Self {
        Self::Canceled
    }
}
