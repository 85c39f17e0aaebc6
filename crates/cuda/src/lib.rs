#![cfg_attr(feature = "driver", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "driver"),
    doc = "The choice of an engine. There is no GPU in this build, which lacks the feature `driver`."
)]
#![deny(unsafe_code)]

#[cfg(not(feature = "driver"))]
mod absent;
#[cfg(feature = "driver")]
mod arithmetic;
#[cfg(feature = "driver")]
mod basis;
#[cfg(feature = "driver")]
pub mod ceilings;
#[cfg(feature = "driver")]
mod conversion;
#[cfg(feature = "driver")]
mod device;
mod device_info;
#[cfg(feature = "driver")]
#[allow(unsafe_code, reason = "the driver's functions, and addresses of a device")]
mod driver;
#[cfg(feature = "driver")]
mod engine;
#[cfg(feature = "driver")]
mod error;
#[cfg(feature = "driver")]
mod field_transform;
#[cfg(feature = "driver")]
mod gadget;
#[cfg(feature = "driver")]
mod gpu;
pub mod select;
#[cfg(feature = "driver")]
mod stages;
#[cfg(feature = "driver")]
mod value_quotient;
#[cfg(feature = "driver")]
mod words;

#[cfg(not(feature = "driver"))]
pub use absent::Gpu;
pub use device_info::DeviceInfo;
#[cfg(feature = "emulate")]
pub use driver::{Emulation, FiberOrder};
pub use papilio_ring::engine::{EngineError, NoDevice};
#[cfg(feature = "driver")]
pub use {
    arithmetic::Arithmetic,
    basis::Basis,
    conversion::Conversion,
    engine::{PolyWords, StepPolynomials},
    error::BasisError,
    field_transform::{DeviceField, FieldTransform, FieldTransformError, FieldWords, Pass},
    gadget::{Gadget, Key},
    gpu::Gpu,
    stages::{StagePipe, StageRows, Stages},
    words::DeviceWords,
};
