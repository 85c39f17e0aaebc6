//! The engine of a transform, and what is told of it.

use super::asked::Asked;
use super::remembered::Remembered;
use crate::error::CliError;
#[cfg(feature = "cuda")]
use papilio_cuda::Gpu;
use papilio_cuda::select::{EngineChoice, Request};
#[cfg(feature = "cuda")]
use papilio_cuda::select::{EngineKind, EnginePreference};
use serde::Serialize;

/// The engine that was used, and why: a field of reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EngineUsed {
    engine: &'static str,
    predicted_microseconds: Option<f64>,
    why: String,
}

impl EngineUsed {
    fn of(choice: EngineChoice) -> Self {
        Self { engine: choice.engine.name(), predicted_microseconds: choice.predicted, why: choice.why }
    }

    /// The name of the engine.
    #[cfg(feature = "measure")]
    pub(crate) fn name(&self) -> &'static str {
        self.engine
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
    #[cfg(feature = "cuda")]
    pub(crate) gpu: Option<Gpu>,
    pub(crate) used: EngineUsed,
    /// Predicted microseconds of the CPU in the place of a device that nobody asked for by its
    /// name.
    #[cfg(feature = "cuda")]
    instead: Option<f64>,
}

impl Asked {
    /// The engine for a transform that the planner predicts to take so many seconds of one core,
    /// on which so many threads work.
    pub(crate) fn place(self, request: &Request, core_seconds: f64, threads: usize) -> Result<Placed, CliError> {
        let costs = Remembered::here().costs();
        let selection = self.select_for(costs, request)?;
        let cpu = core_seconds * 1e6 / threads.max(1) as f64;
        let choice = selection.choose_beside(request, Some(cpu));
        #[cfg(feature = "cuda")]
        let gpu = match choice.engine {
            EngineKind::Cpu => None,
            EngineKind::Cuda => Some(selection.gpu().map_err(Clone::clone)?.clone()),
        };
        #[cfg(feature = "cuda")]
        let instead = (self.preference == EnginePreference::Auto).then_some(cpu);
        Ok(Placed {
            #[cfg(feature = "cuda")]
            gpu,
            used: EngineUsed::of(choice),
            #[cfg(feature = "cuda")]
            instead,
        })
    }
}

#[cfg(feature = "cuda")]
impl Placed {
    /// The CPU, where a device that was not asked for by its name refuses the work.
    pub(crate) fn instead(self, error: CliError) -> Result<EngineUsed, CliError> {
        match (self.instead, error) {
            (None, error) | (_, error @ CliError::Canceled) => Err(error),
            (predicted, error) => {
                Ok(EngineUsed::of(EngineChoice { engine: EngineKind::Cpu, predicted, why: error.to_string() }))
            }
        }
    }
}

#[cfg(all(test, feature = "cuda"))]
mod tests {
    use super::*;

    fn placed(instead: Option<f64>) -> Placed {
        let used = EngineUsed { engine: "cuda", predicted_microseconds: Some(2.0), why: "it is faster".to_owned() };
        Placed { gpu: None, used, instead }
    }

    #[test]
    fn the_cpu_takes_the_place_of_a_device_unless_it_was_asked_for() {
        let refused = || CliError::plan("the GPU has 1 of 2 bytes of memory free, 3 bytes are needed");
        let used = placed(Some(7.0)).instead(refused()).expect("the CPU");
        assert_eq!((used.engine, used.predicted_microseconds), ("cpu", Some(7.0)));
        assert_eq!(used.line().1, format!("cpu: {}", refused()));
        assert!(matches!(placed(None).instead(refused()), Err(CliError::Plan(_))));
        assert!(matches!(placed(Some(7.0)).instead(CliError::Canceled), Err(CliError::Canceled)));
    }
}
