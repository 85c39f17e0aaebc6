//! Costs of the engines, as `papilio engine measure` has left them in the user's cache folder.

#[cfg(feature = "measure")]
use crate::error::CliError;
use crate::files::cache;
use crate::machine::{Kernels, cpu};
use papilio_cuda::select::Costs;
use std::path::{Path, PathBuf};

/// The state of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Remembered {
    /// Costs of this machine.
    Here(Costs),
    /// Nothing was measured.
    Nothing,
    /// Costs of another processor, other kernels or another version of the program.
    Elsewhere(String),
    /// A file that has no costs, or cannot be read.
    Refused(String),
}

/// The circumstances that medians of the CPU depend on, in a line.
pub(crate) fn machine() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let line = format!("{}; papilio {version}, {}", cpu(), Kernels::of_plans().line());
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Remembered {
    /// The file, where the user has a cache folder.
    pub(crate) fn place() -> Option<PathBuf> {
        cache::place("engine.txt")
    }

    /// The costs that the file has, or why there are none.
    pub(crate) fn here() -> Self {
        Self::place().map_or(Self::Nothing, |path| Self::at(&path))
    }

    fn at(path: &Path) -> Self {
        match cache::read(path) {
            Ok(None) => Self::Nothing,
            Ok(Some(text)) => text.parse().map_or_else(|error| Self::refused(path, &error), Self::of),
            Err(reason) => Self::refused(path, &reason),
        }
    }

    fn of(costs: Costs) -> Self {
        if costs.machine == machine() { Self::Here(costs) } else { Self::Elsewhere(costs.machine) }
    }

    fn refused(path: &Path, reason: &impl ToString) -> Self {
        Self::Refused(format!("{}: {}", path.display(), reason.to_string()))
    }

    /// The word for scripts.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Here(_) => "measured",
            Self::Nothing => "none",
            Self::Elsewhere(_) => "elsewhere",
            Self::Refused(_) => "refused",
        }
    }

    /// Why there are no costs, in a sentence.
    pub(crate) fn why_not(&self) -> Option<String> {
        let remedy = "`papilio engine measure` measures this machine";
        match self {
            Self::Here(_) => None,
            Self::Nothing => Some(format!("nothing was measured; {remedy}")),
            Self::Elsewhere(machine) => Some(format!("those that were measured are of another machine ({machine}); {remedy}")),
            Self::Refused(reason) => Some(format!("ignored {reason}; {remedy}")),
        }
    }

    /// Writes costs of this machine, in the place of others.
    #[cfg(feature = "measure")]
    pub(crate) fn write(costs: &Costs) -> Result<PathBuf, CliError> {
        let path = Self::place().ok_or_else(|| CliError::input(format!("costs are not remembered: {}", cache::NO_PLACE)))?;
        cache::write(&path, &costs.to_string()).map(|()| path)
    }

    /// The costs, where they are of this machine.
    pub(crate) fn costs(self) -> Option<Costs> {
        match self {
            Self::Here(costs) => Some(costs),
            _ => None,
        }
    }
}
