//! Properties of a device.

/// A device, as its driver describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its name.
    pub name: String,
    /// Its compute capability, as in 9.0.
    pub compute_capability: (u32, u32),
    /// Bytes of its memory.
    pub memory: u64,
    /// Operations on numbers of 32 bits for one on doubles, by the driver: 2 where doubles are
    /// fast, 64 where they are not.
    pub single_to_double_ratio: u32,
    /// The version of CUDA that the driver has, as in 12.4.
    pub driver: (u32, u32),
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// Their greatest clock, in kHz.
    pub clock_khz: u32,
    /// Bytes of the cache before the memory.
    pub cache: u64,
    /// Bytes of the memory in a second, by its clock and its width.
    pub bandwidth: u64,
    /// Whether the device does not exist: its times are those of the host.
    pub emulated: bool,
    /// Bytes of the shared memory of a block, at most.
    pub shared_memory: u32,
}
