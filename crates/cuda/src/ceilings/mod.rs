//! How much a device does at most, beside which the times of its operations are read: instructions
//! of one kind, copies, and launches of nothing. Answers can be compared with their definition.

mod copies;
mod instruction;

pub use copies::{DeviceCopies, HostCopies};
pub use instruction::{Chains, Instruction};

use crate::Gpu;
use crate::driver;

/// Queues so many launches that do nothing.
pub fn launch_nothing(gpu: &Gpu, count: usize) {
    driver::nothing(gpu.device(), count);
}
