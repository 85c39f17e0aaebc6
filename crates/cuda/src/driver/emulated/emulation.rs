//! The properties of an emulated device, and what its kernels have met.

use super::emulator;
use crate::driver::kernels;
use papilio_ntt::{ProductSharing, StageShape};

/// The order in which threads of a block run between two barriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FiberOrder {
    /// The order of their numbers.
    #[default]
    Ascending,
    /// Backwards.
    Descending,
    /// Another one from barrier to barrier.
    Shuffled,
}

/// A device that does not exist.
#[derive(Clone, Debug)]
pub struct Emulation {
    /// Bytes of memory.
    pub memory: u64,
    /// How threads take turns.
    pub order: FiberOrder,
    /// Limbs of a launch.
    pub max_limbs: usize,
    /// Launches after which the device is lost, and refuses the next.
    pub lost_after: Option<u64>,
    /// Copies and launches after which the device is lost while it works, which is told by whoever
    /// waits for it.
    pub lost_within: Option<u64>,
    /// Events after which the driver has no memory for another.
    pub events: Option<u64>,
    /// Bytes of the host from which the device copies by itself.
    pub pinned: u64,
    /// Which queue's turn it is, of those that need not wait for others. Up to 5: that of the first
    /// in one of the six orders of queues, and only when somebody waits. From 6 on: that of any,
    /// and at any time.
    pub turns: u64,
    /// The value of [`crate::DeviceInfo::single_to_double_ratio`].
    pub single_to_double_ratio: u32,
    /// The value of [`crate::DeviceInfo::shared_memory`].
    pub shared_memory: u32,
}

impl Default for Emulation {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            order: FiberOrder::Ascending,
            max_limbs: 65_535,
            lost_after: None,
            lost_within: None,
            events: None,
            pinned: 1 << 28,
            turns: 0,
            single_to_double_ratio: 2,
            shared_memory: 163 << 10,
        }
    }
}

impl Emulation {
    /// The names of all kernels, in order.
    #[must_use]
    pub fn kernels() -> Vec<String> {
        let mut names: Vec<_> = kernels::all().map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// How many factors of doubles have left the interval in which products are exact, and the
    /// greatest factor in multiples of its prime, since this was asked last, over all emulated
    /// devices.
    #[must_use]
    pub fn factors() -> (u64, f64) {
        emulator::factors()
    }

    /// The greatest value that forward levels `first` to 3 make of sixteen doubles, at most:
    /// multiples of the prime, as is the greatest that comes in. [`Self::factors`] counts with
    /// these bounds as well.
    #[must_use]
    pub fn greatest_forward(first: u32, greatest: f64) -> f64 {
        emulator::greatest_forward(first, greatest)
    }

    /// The same for inverse levels 3 to `first`, or with 4 for those to the root.
    #[must_use]
    pub fn greatest_inverse(first: u32, greatest: f64) -> f64 {
        emulator::greatest_inverse(first, greatest)
    }

    /// The greatest sum of products that a stage across rows makes of inputs up to its prime, in
    /// one thread, which has up to eight outputs of a butterfly. The sum is infinite where a factor
    /// or a sum is outside the interval in which it is exact.
    #[must_use]
    pub fn greatest_sum(shape: &StageShape) -> f64 {
        let [shared, first_is_one] = [shape.products == ProductSharing::Shared, shape.first_is_one].map(u32::from);
        emulator::greatest_sum([shape.radix.ilog2().min(3), shape.nonzero_inputs as u32, shared, first_is_one])
    }
}
