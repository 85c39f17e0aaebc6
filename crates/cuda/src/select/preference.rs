//! The engine that a caller asks for.

use crate::{EngineError, NoDevice};
use core::fmt;
use core::str::FromStr;

/// The engine that a caller asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnginePreference {
    /// The CPU, whether there is a device or not.
    Cpu,
    /// A device. It is an error where there is none.
    Cuda,
    /// Whichever is faster, which is never an error.
    #[default]
    Auto,
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no engine {name:?}: engines are cpu, cuda and auto")]
pub struct UnknownEngine {
    /// The name that was given.
    pub name: String,
}

impl EnginePreference {
    /// The variable of the environment that has one of the names.
    pub const VARIABLE: &'static str = "PAPILIO_ENGINE";

    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Cuda, Self::Auto];

    /// The name: `cpu`, `cuda` or `auto`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Auto => "auto",
        }
    }

    /// The value of `PAPILIO_ENGINE`; none where it is not set, or empty.
    ///
    /// # Errors
    /// A value that is none of the names.
    pub fn from_environment() -> Result<Option<Self>, UnknownEngine> {
        let value = std::env::var_os(Self::VARIABLE).filter(|value| !value.is_empty());
        value.map(|value| value.to_string_lossy().parse()).transpose()
    }

    /// An error where the environment has the CPU, or no engine.
    pub(crate) fn seeks_a_device() -> Result<(), EngineError> {
        let why = match Self::from_environment() {
            Ok(Some(Self::Cpu)) => format!("{}=cpu", Self::VARIABLE),
            Ok(_) => return Ok(()),
            Err(unknown) => format!("{}: {unknown}", Self::VARIABLE),
        };
        Err(EngineError::Unavailable { reason: NoDevice::NotSought { why } })
    }
}

impl fmt::Display for EnginePreference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EnginePreference {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        let found = Self::ALL.into_iter().find(|preference| preference.name() == name);
        found.ok_or_else(|| UnknownEngine { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_others_are_refused() {
        for preference in EnginePreference::ALL {
            assert_eq!(preference.to_string().parse(), Ok(preference));
        }
        for name in ["", "CPU", "gpu", "cpu,cuda", " cpu"] {
            let error = name.parse::<EnginePreference>().expect_err("no name");
            assert_eq!(error.to_string(), format!("there is no engine {name:?}: engines are cpu, cuda and auto"));
        }
    }
}
