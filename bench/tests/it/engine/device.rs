//! A device for tests of what is computed from its description.

use papilio_cuda::DeviceInfo;

/// 132 multiprocessors at 1.98 GHz, and a copy of 4.3 TB/s.
pub(super) fn device() -> DeviceInfo {
    DeviceInfo {
        name: "a device".to_owned(),
        compute_capability: (9, 0),
        memory: 1 << 37,
        single_to_double_ratio: 2,
        shared_memory: 227 << 10,
        driver: (12, 4),
        multiprocessors: 132,
        clock_khz: 1_980_000,
        cache: 50 << 20,
        bandwidth: 4_300_000_000_000,
        emulated: false,
    }
}
