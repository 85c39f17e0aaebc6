//! The engine that is asked for, by an option or by the environment.

use crate::error::CliError;
use papilio_cuda::select::{Costs, EnginePreference, Request, Selection};
use papilio_cuda::{EngineError, Gpu};

/// A preference, and who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) preference: EnginePreference,
    /// The option or the variable, where one says so.
    pub(crate) by: Option<&'static str>,
}

impl Asked {
    /// The option, or else the environment, or else the faster one.
    pub(crate) fn here(option: Option<EnginePreference>) -> Result<Self, CliError> {
        let environment = Self::environment()?;
        Ok(match (option, environment) {
            (Some(preference), _) => Self { preference, by: Some("--engine") },
            (None, Some(preference)) => Self { preference, by: Some(EnginePreference::VARIABLE) },
            (None, None) => Self { preference: EnginePreference::Auto, by: None },
        })
    }

    /// The preference of the environment. Any other value than a name of an engine is refused.
    pub(crate) fn environment() -> Result<Option<EnginePreference>, CliError> {
        let named = |unknown| CliError::usage(format!("{}: {unknown}", EnginePreference::VARIABLE));
        EnginePreference::from_environment().map_err(named)
    }

    /// The engines of this machine. A device that is asked for and is not there is an error.
    pub(crate) fn select(self, costs: Option<Costs>) -> Result<Selection, CliError> {
        match self.device()? {
            Some(device) => Selection::over(self.preference, device, costs),
            None => Selection::find(self.preference, costs),
        }
        .map_err(|error| self.refused(&error))
    }

    /// The engines of this machine for one computation.
    pub(crate) fn select_for(self, costs: Option<Costs>, request: &Request) -> Result<Selection, CliError> {
        match self.device()? {
            Some(device) => Selection::over(self.preference, device, costs),
            None => Selection::find_for(self.preference, costs, request),
        }
        .map_err(|error| self.refused(&error))
    }

    /// The device of a build that does not ask the driver, unless the CPU is asked for.
    fn device(self) -> Result<Option<Result<Gpu, EngineError>>, CliError> {
        if cfg!(feature = "cuda") && !cfg!(feature = "emulate") || self.preference == EnginePreference::Cpu {
            return Ok(None);
        }
        #[cfg(feature = "emulate")]
        return emulated().map(|gpu| Some(Ok(gpu)));
        #[cfg(not(feature = "emulate"))]
        Ok(Some(Err(EngineError::Unavailable { reason: papilio_cuda::NoDevice::NotBuilt { feature: "cuda" } })))
    }

    /// There is no device, and this is who asked for it.
    fn refused(self, error: &EngineError) -> CliError {
        let Self { preference, by } = self;
        let separator = if by == Some(EnginePreference::VARIABLE) { "=" } else { " " };
        let asked = by.map(|by| format!("{by}{separator}{preference}: ")).unwrap_or_default();
        let remedy =
            if cfg!(feature = "cuda") { "" } else { ": `cargo build --release` in the repository builds the whole program" };
        CliError::usage(format!("{asked}{error}{remedy}"))
    }
}

/// A device that does not exist: its bytes of memory, and the launches after which it is lost, are
/// those of the environment.
#[cfg(feature = "emulate")]
fn emulated() -> Result<Gpu, CliError> {
    let number = |name| {
        let text = std::env::var(name).ok();
        let read = |text: String| text.parse().map_err(|_| CliError::usage(format!("{name}: {text:?} is no number")));
        text.map(read).transpose()
    };
    let device = papilio_cuda::Emulation::default();
    Ok(Gpu::emulated(papilio_cuda::Emulation {
        memory: number("PAPILIO_EMULATED_MEMORY")?.unwrap_or(device.memory),
        lost_after: number("PAPILIO_EMULATED_LAUNCHES")?,
        ..device
    }))
}
