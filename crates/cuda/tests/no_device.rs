//! Machines without a device, on which everything else of the workspace works.

use papilio_cuda::{EngineError, Gpu};
use std::process::Command;

/// Where there is a driver, the device is opened, or is refused for a reason.
#[test]
fn without_a_driver_the_reason_is_told() {
    match Gpu::open() {
        Ok(gpu) => assert!(gpu.info().compute_capability >= (8, 0), "{:?}", gpu.info()),
        Err(EngineError::Unavailable { reason }) => println!("no device on this machine: {reason}"),
        Err(other) => panic!("{other}"),
    }
}

/// The test above, once more, in a process with another environment.
#[test]
fn the_environment_hides_a_device() {
    let told = |value: &str| {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.env("PAPILIO_ENGINE", value).args(["--exact", "without_a_driver_the_reason_is_told", "--nocapture"]);
        let output = command.output().expect("the program starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for (value, reason) in [("cpu", "PAPILIO_ENGINE=cpu"), ("gpu", "PAPILIO_ENGINE: there is no engine \"gpu\"")] {
        let told = told(value);
        assert!(told.contains(&format!("no device on this machine: {reason}")), "{value}: {told}");
    }
    for value in ["", "auto", "cuda"] {
        assert!(!told(value).contains("PAPILIO_ENGINE"), "{value}");
    }
}
