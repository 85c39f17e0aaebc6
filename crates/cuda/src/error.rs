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

/// Why a [`Basis`](crate::Basis) cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BasisError {
    /// The length is none that the kernels have.
    #[error("transforms on a GPU have 2^12 to 2^16 words, not {n}")]
    Length {
        /// The length that was asked for.
        n: usize,
    },
    /// There are no primes.
    #[error("a basis has at least one prime")]
    NoPrimes,
    /// There are more primes than a launch counts.
    #[error("a basis has at most {limit} primes, not {primes}")]
    TooMany {
        /// Primes that were given.
        primes: usize,
        /// The greatest number.
        limit: usize,
    },
    /// The arithmetic does not take the prime.
    #[error("{arithmetic} take primes below 2^{bits}, not {q}")]
    TooGreat {
        /// The prime.
        q: u64,
        /// Bits that are taken.
        bits: u32,
        /// The name of the arithmetic.
        arithmetic: &'static str,
    },
    /// The prime has no root for the transform.
    #[error(transparent)]
    Domain(#[from] papilio_ntt::PlanError),
    /// The tables are not on the device.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
