//! Why there are no tables.

use papilio_ring::engine::EngineError;

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
