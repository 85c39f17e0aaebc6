//! Why there is no device, or what it failed at.

/// A failure of the device or of its driver. Words of the host are never lost with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no device that an engine can use.
    #[error("no GPU is used: {reason}")]
    Unavailable {
        /// Something is missing, or too old.
        reason: NoDevice,
    },
    /// The device has not as much memory left.
    #[error("the GPU has {free} of {total} bytes of memory free, {asked} bytes are needed")]
    OutOfMemory {
        /// Bytes that were asked for.
        asked: u64,
        /// Bytes that were free.
        free: u64,
        /// Bytes of the device.
        total: u64,
    },
    /// The device has no kernels for a ring.
    #[error("the GPU has no kernels for this ring: {reason}")]
    Unsupported {
        /// A property of the ring for which there is none.
        reason: String,
    },
    /// An operand or a key is on another device than the others.
    #[error("operands are on two GPUs, {first} and {other}")]
    OtherDevice {
        /// The device of the others, by its name and a number.
        first: String,
        /// The device of this one.
        other: String,
    },
    /// The driver refused a call, or reported what an earlier one did.
    #[error("the GPU failed at {operation}: {name} ({code})")]
    Device {
        /// The driver's number.
        code: u32,
        /// The driver's name for it.
        name: String,
        /// The call.
        operation: &'static str,
    },
    /// An earlier failure, after which nothing is computed.
    #[error("the GPU computes nothing since it failed: {by}")]
    Poisoned {
        /// The first failure.
        by: Box<EngineError>,
    },
}

/// Why there is no device. Versions are major and minor numbers, as in 12.4.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoDevice {
    /// The caller or the environment wants none, or it was not looked for.
    #[error("{why}")]
    NotSought {
        /// The reason, a sentence.
        why: String,
    },
    /// The build leaves GPUs out.
    #[error("this build has no GPUs, as it lacks the feature `{feature}`")]
    NotBuilt {
        /// The feature.
        feature: &'static str,
    },
    /// The driver is not installed.
    #[error("{driver} is not installed ({library} is not found)")]
    NoDriver {
        /// The driver.
        driver: &'static str,
        /// The library that was looked for.
        library: &'static str,
    },
    /// The driver or the device is of an earlier version than the kernels need.
    #[error("{what} is {}.{}, and the kernels need {}.{} or more", found.0, found.1, least.0, least.1)]
    TooOld {
        /// The name of the one that has the version.
        what: String,
        /// The version that was found.
        found: (u32, u32),
        /// The least one.
        least: (u32, u32),
    },
    /// The driver does not start.
    #[error("the driver does not start: {name} ({code})")]
    NotStarted {
        /// The driver's number.
        code: u32,
        /// The driver's name for it.
        name: String,
    },
    /// The driver has too few devices.
    #[error("the driver has {found} devices, and 1 is needed ({hidden_by} can hide them)")]
    TooFew {
        /// Devices of the driver.
        found: u32,
        /// A setting that can be the reason, too.
        hidden_by: &'static str,
    },
    /// The device lacks something that the engine uses.
    #[error("{device} has no {lacking}")]
    Lacking {
        /// The name of the device.
        device: String,
        /// The property, in the plural.
        lacking: &'static str,
    },
    /// The driver does not take the kernels, though its version is no reason.
    #[error(
        "the driver does not take the kernels: {name} ({code}); {what} is {}.{}, and they need {}.{} or more",
        found.0, found.1, least.0, least.1
    )]
    NotLoaded {
        /// The driver's number.
        code: u32,
        /// The driver's name for it.
        name: String,
        /// The name of the one that has the version.
        what: String,
        /// The version that was found.
        found: (u32, u32),
        /// The least one.
        least: (u32, u32),
    },
}
