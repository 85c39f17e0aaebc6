//! The engine for a request, and why.

use super::costs::Costs;
use super::operation::Operation;
use super::preference::EnginePreference;
use super::request::Request;
use super::shape::{LOG_LENGTHS, Shape};
use crate::{DeviceInfo, EngineError, Gpu, NoDevice};
use core::fmt;

/// The least degree that goes to a device where nothing was measured.
const LEAST_DEGREE: usize = 8192;
/// The fewest primes.
const LEAST_LIMBS: usize = 3;

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// The kernels of the processor.
    Cpu,
    /// A device of NVIDIA's driver.
    Cuda,
}

impl EngineKind {
    /// The name, as preferences have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An engine for a request.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineChoice {
    /// The engine.
    pub engine: EngineKind,
    /// Predicted microseconds on it, where its costs were measured.
    pub predicted: Option<f64>,
    /// The reason, a sentence.
    pub why: String,
}

/// A caller's preference, and the device and the costs of a machine: engines are chosen by them.
#[derive(Clone, Debug)]
pub struct Selection {
    preference: EnginePreference,
    gpu: Result<Gpu, EngineError>,
    costs: Option<Costs>,
}

impl Selection {
    /// Opens the device, unless the CPU is asked for.
    ///
    /// # Errors
    /// There is no device, and one is asked for.
    pub fn find(preference: EnginePreference, costs: Option<Costs>) -> Result<Self, EngineError> {
        let gpu = match preference {
            EnginePreference::Cpu => Err(not_sought("the CPU is asked for".to_owned())),
            EnginePreference::Cuda | EnginePreference::Auto => Gpu::open_first(),
        };
        Self::over(preference, gpu, costs)
    }

    /// The same for one computation. Where no rates of a device are measured, one that the rule
    /// keeps it from is not opened: that takes longer than some computations.
    ///
    /// # Errors
    /// There is no device, and one is asked for.
    pub fn find_for(preference: EnginePreference, costs: Option<Costs>, request: &Request) -> Result<Self, EngineError> {
        let is_measured = costs.as_ref().is_some_and(|costs| costs.device.is_some());
        match refusal(request) {
            Some(refusal) if preference == EnginePreference::Auto && !is_measured => {
                let why = format!("none was looked for, as no rates are measured; {}, and {refusal}", rule());
                Self::over(preference, Err(not_sought(why)), costs)
            }
            _ => Self::find(preference, costs),
        }
    }

    /// With a device that was opened, or the reason why there is none.
    ///
    /// # Errors
    /// There is no device, and one is asked for.
    pub fn over(
        preference: EnginePreference,
        gpu: Result<Gpu, EngineError>,
        costs: Option<Costs>,
    ) -> Result<Self, EngineError> {
        match gpu {
            Err(error) if preference == EnginePreference::Cuda => Err(error),
            gpu => Ok(Self { preference, gpu, costs }),
        }
    }

    /// The device, or why there is none.
    ///
    /// # Errors
    /// The reason.
    pub fn gpu(&self) -> Result<&Gpu, &EngineError> {
        self.gpu.as_ref()
    }

    /// The engine for a computation. Transforms across ciphertexts and in slots have no measured
    /// times of the CPU, so that [`Self::choose_beside`] is for them. A device that has failed is
    /// not noticed here.
    #[must_use]
    pub fn choose(&self, request: &Request) -> EngineChoice {
        self.choose_beside(request, self.costs.as_ref().and_then(|costs| costs.cpu_microseconds(request)))
    }

    /// The same, where the caller predicts the microseconds of the CPU, of all threads that would
    /// work: transforms have planners, which know the seconds of one core.
    #[must_use]
    pub fn choose_beside(&self, request: &Request, cpu: Option<f64>) -> EngineChoice {
        let costs = self.costs.as_ref();
        let gpu = match (&self.gpu, self.preference) {
            (Err(_), EnginePreference::Cpu) => return on_cpu(cpu, "the CPU is asked for".to_owned()),
            (Err(error), _) => return on_cpu(cpu, error.to_string()),
            (Ok(gpu), _) => gpu,
        };
        let lacking = without_kernels(request);
        if let (Some(lacking), EnginePreference::Auto) = (&lacking, self.preference) {
            return on_cpu(cpu, format!("the GPU has {lacking}"));
        }
        // Rates of another device say nothing of this one.
        let rates = costs.and_then(|costs| costs.device.as_ref()).filter(|rates| rates.name == gpu.info().name);
        let cuda = rates.map(|rates| rates.microseconds(request));
        let on_cuda = |why: String| EngineChoice { engine: EngineKind::Cuda, predicted: cuda, why };
        match self.preference {
            EnginePreference::Cpu => on_cpu(cpu, "the CPU is asked for".to_owned()),
            EnginePreference::Cuda => {
                let but = lacking.map(|lacking| format!(", but it has {lacking}")).unwrap_or_default();
                on_cuda(format!("the GPU is asked for{but}"))
            }
            EnginePreference::Auto if !request.resident && request.operation.is_alone_too_short() => {
                on_cpu(cpu, format!("operands of {} alone take longer to a GPU than the CPU takes for it", request.operation))
            }
            EnginePreference::Auto => match (cpu, cuda) {
                (Some(host), Some(device)) if device < host => on_cuda(compared(["GPU", "CPU"], [device, host], request)),
                (Some(host), Some(device)) => on_cpu(cpu, compared(["CPU", "GPU"], [host, device], request)),
                _ => {
                    let (unknown, rule) = (unmeasured(costs, gpu.info(), request), rule());
                    match refusal(request) {
                        None => on_cuda(format!("{unknown}; {rule}")),
                        Some(refusal) => on_cpu(cpu, format!("{unknown}; {rule}, and {refusal}")),
                    }
                }
            },
        }
    }
}

/// The lack of a device, where the ring is none of those that kernels are for. Transforms across
/// ciphertexts have rows of any length.
fn without_kernels(request: &Request) -> Option<String> {
    let (degree, rows) = (request.shape.degree, matches!(request.operation, Operation::Columns { .. }));
    let has = degree.is_power_of_two() && LOG_LENGTHS.contains(&degree.ilog2());
    (!has && !rows).then(|| format!("no kernels for rings of {degree} coefficients"))
}

fn not_sought(why: String) -> EngineError {
    EngineError::Unavailable { reason: NoDevice::NotSought { why } }
}

fn on_cpu(predicted: Option<f64>, why: String) -> EngineChoice {
    EngineChoice { engine: EngineKind::Cpu, predicted, why }
}

/// Both predictions, that of the engine that is chosen first.
fn compared([chosen, other]: [&str; 2], [less, more]: [f64; 2], request: &Request) -> String {
    let transfers = if request.resident { "operands are on the GPU" } else { "with transfers to the GPU and back" };
    format!("the {chosen} is predicted to take {less:.0} us and the {other} {more:.0} us; {transfers}")
}

/// Which measurement there is not.
fn unmeasured(costs: Option<&Costs>, info: &DeviceInfo, request: &Request) -> String {
    match costs.map(|costs| &costs.device) {
        None => "nothing is measured here".to_owned(),
        Some(None) => "the GPU is not measured".to_owned(),
        Some(Some(rates)) if rates.name != info.name => format!("the rates are those of {}", rates.name),
        Some(Some(_)) => format!("the CPU is not measured at {}", request.operation),
    }
}

fn rule() -> String {
    format!(
        "rings of {LEAST_DEGREE} coefficients or more and {LEAST_LIMBS} primes or more go to the GPU where operands stay there"
    )
}

/// Why the rule keeps a request on the CPU, if it does.
fn refusal(request: &Request) -> Option<String> {
    let Request { shape: Shape { degree, limbs, .. }, resident, .. } = *request;
    match () {
        () if degree < LEAST_DEGREE => Some(format!("this one has {degree} coefficients")),
        () if limbs < LEAST_LIMBS => Some(format!("this one has {limbs} of the primes")),
        () if !resident => Some("these do not".to_owned()),
        () => None,
    }
}

#[cfg(test)]
mod tests;
