//! Machines without a device, on which everything else of the workspace works.

use papilio_cuda::{EngineError, Gpu};

/// Where there is a driver, the device is opened, or is refused for a reason.
#[test]
fn without_a_driver_the_reason_is_told() {
    match Gpu::open() {
        Ok(gpu) => assert!(gpu.info().compute_capability >= (8, 0), "{:?}", gpu.info()),
        Err(EngineError::Unavailable { reason }) => println!("no device on this machine: {reason}"),
        Err(other) => panic!("{other}"),
    }
}
