//! How much a device does at most, beside which the times of its operations are read: instructions
//! of one kind, copies, and launches of nothing, one by one or recorded. Answers can be compared
//! with their definition.

mod copies;
mod instruction;
mod launches;

pub use copies::{Course, DeviceCopies, HostCopies};
pub use instruction::{Chains, Instruction};
pub use launches::{RecordedLaunches, launch_nothing};
