#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod arithmetic;
mod basis;
mod conversion;
mod device;
#[allow(unsafe_code, reason = "the driver's functions, and addresses of a device")]
mod driver;
mod engine;
mod error;
mod field_transform;
mod gadget;
mod gpu;
pub mod select;
mod stages;
mod value_quotient;
mod words;

pub use arithmetic::Arithmetic;
pub use basis::Basis;
pub use conversion::Conversion;
pub use driver::DeviceInfo;
#[cfg(feature = "emulate")]
pub use driver::{Emulation, FiberOrder};
pub use engine::{PolyWords, StepPolynomials};
pub use error::BasisError;
pub use field_transform::{DeviceField, FieldTransform, FieldTransformError, FieldWords, Pass};
pub use gadget::{Gadget, Key};
pub use gpu::Gpu;
pub use papilio_ring::engine::{EngineError, NoDevice};
pub use stages::{StagePipe, StageRows, Stages};
pub use words::Words;
