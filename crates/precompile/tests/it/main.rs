//! The precompiles, by the public interface.

mod definition;
#[cfg(feature = "revm")]
mod evm;
#[cfg(feature = "experimental")]
mod further;
mod gas;
mod published;
mod refusals;
mod suite;
