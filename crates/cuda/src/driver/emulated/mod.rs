//! The kernels compiled for the host, on a device whose queues do their work late.
//!
//! Work stays in its queue until somebody waits for it, and then the queues take turns by
//! [`Emulation::turns`]: as a device may do, but in an order that can be repeated. What a program
//! forgets to wait for is seen as other words, or as a failure.

mod device;
mod emulation;
mod emulator;
mod state;
mod turns;

pub(crate) use device::Emulated;
pub use emulation::{Emulation, FiberOrder};
