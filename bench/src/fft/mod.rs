//! `papilio bench fft`: our transforms over the complex numbers against those of other libraries.
//!
//! * [`cases`]: what is measured, as data.
//! * [`transform`]: a side of a case.
//! * [`definition`]: the values that are right, and how far a side is from them.
//! * [`measure`]: a side checked, and then timed.
//! * [`own`]: our side.
//! * [`protocol`]: what is said to the foreign programs of `bench/peers`, which [`crate::peers`]
//!   starts.
//! * [`jobs`]: one comparison, and the row that comes of it.
//!
//! [`transform`], [`definition`], [`measure`] and [`protocol`] are modules of the peers as well
//! (`#[path]`), by `bench/peers/fft`.

// Shared files name it so, here and there.
use crate::ntt::protocol as ntt;

pub mod cases;
pub mod definition;
pub mod jobs;
pub mod measure;
pub mod own;
pub mod protocol;
pub mod transform;
