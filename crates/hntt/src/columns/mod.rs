//! The transform across ciphertexts: each holds a column, or several, and stages are sums of
//! columns times constants.
//!
//! * [`recipe`]: which stages, at which levels; a value.
//! * [`constants`]: which constant multiplies which input of which stage.
//! * [`over`]: the meanings: the plain field, ciphertexts, counts, noise.
//! * [`layout`], [`batch`]: how columns lie in ciphertexts, and ciphertexts in memory.
//! * [`design`], [`search`], [`cost`]: the cheapest recipe within noise and security.
//! * [`Encrypted`]: a design over ciphertexts in memory, which carry their noise.

pub mod batch;
pub(crate) mod budget;
pub mod constants;
pub mod cost;
pub mod design;
mod encrypted;
pub mod layout;
mod memory;
pub mod over;
pub mod recipe;
pub mod search;
mod tiles;
pub mod windows;

pub use encrypted::{Encrypted, EncryptedError};
pub use memory::{MemorySink, MemorySource};
