//! The choice of an engine for a whole computation.
//!
//! [`EnginePreference`] is what a caller asks for, [`Request`] is a computation, and [`Selection`]
//! is what was found on a machine, which makes an [`EngineChoice`] of a request: by a model, where
//! [`Costs`] were measured, or else by a rule.

mod choice;
mod costs;
mod operation;
mod preference;
mod request;
mod shape;

pub use choice::{EngineChoice, EngineKind, Selection};
pub use costs::{Costs, CostsError, CpuMedian, DeviceRates};
pub use operation::{Operation, Work};
pub use preference::{EnginePreference, UnknownEngine};
pub use request::Request;
#[cfg(feature = "driver")]
pub(crate) use shape::LOG_LENGTHS;
pub use shape::Shape;
