//! Why there is no device, or what it failed at.

/// A failure of the device or of its driver. Words of the host are never lost with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no device that this crate can use.
    #[error("no GPU is used: {reason}")]
    Unavailable {
        /// Something is missing, or too old.
        reason: String,
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
    #[error("operands are on two GPUs")]
    OtherDevice,
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
