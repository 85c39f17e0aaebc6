//! Engines of polynomials: which one is asked for, and the costs that are remembered.

mod asked;
mod placed;
mod remembered;

pub(crate) use asked::Asked;
pub(crate) use placed::{EngineUsed, Placed};
pub(crate) use remembered::Remembered;
#[cfg(feature = "measure")]
pub(crate) use remembered::machine;
