//! The engine of a transform, and what is told of it.

use super::asked::Asked;
use crate::error::CliError;
use papilio_cuda::Gpu;
use papilio_cuda::select::{EngineChoice, EngineKind, EnginePreference};
use serde::Serialize;

/// The engine that was used, and why: a field of reports.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EngineUsed {
    engine: &'static str,
    predicted_microseconds: Option<f64>,
    why: String,
}

impl EngineUsed {
    pub(crate) fn of(choice: EngineChoice) -> Self {
        Self { engine: choice.engine.name(), predicted_microseconds: choice.predicted, why: choice.why }
    }

    /// The line of reports.
    pub(crate) fn line(&self) -> (&'static str, String) {
        ("engine", format!("{}: {}", self.engine, self.why))
    }
}

/// The engine of a transform whose operands come from the host and go back there.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// The device, where it is that.
    pub(crate) gpu: Option<Gpu>,
    pub(crate) used: EngineUsed,
}

impl Asked {
    /// The engine for a transform: a device where one is asked for by its name. No rule and no
    /// model sends such work to a device by itself: its operands go there and back, and that is
    /// most of the time.
    pub(crate) fn place(self) -> Result<Placed, CliError> {
        let (gpu, why) = match self.preference {
            EnginePreference::Cpu => (None, "the CPU is asked for"),
            EnginePreference::Cuda => (Some(self.select(None)?.gpu().map_err(Clone::clone)?.clone()), "the GPU is asked for"),
            EnginePreference::Auto => (None, "operands come from the host and go back there"),
        };
        let engine = if gpu.is_some() { EngineKind::Cuda } else { EngineKind::Cpu };
        Ok(Placed { gpu, used: EngineUsed::of(EngineChoice { engine, predicted: None, why: why.to_owned() }) })
    }
}
