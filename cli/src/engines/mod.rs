//! Engines of polynomials: which one is asked for, what was found, and the costs that are
//! remembered.

mod asked;
mod remembered;

pub(crate) use asked::Asked;
pub(crate) use remembered::Remembered;
