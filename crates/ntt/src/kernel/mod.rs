//! Kernels: values that say when they apply and hold the code, in static slices ordered by
//! preference.
//!
//! Detection happens at run time and nowhere else. `PAPILIO_KERNEL=name[,name…]` keeps the named
//! kernels and those of the same processors for what these do not take; the scalar kernels support
//! everything and always stay. A name that no kernel has, or whose instruction set the processor
//! lacks, keeps nothing: a library has nobody to tell. A program asks [`restriction`], which
//! refuses such a name.
//!
//! The algorithms are written once. `transform` is written over a `butterfly::Butterfly`, the
//! arithmetic of a class of primes, which is written over the `lanes::Lanes` of an instruction set;
//! `stage` and `vector` are written over lanes. The files of `isa` hold lanes and
//! `#[target_feature]` shells.

mod aligned;
mod available;
pub(crate) mod bigfield;
mod butterfly;
mod chosen;
pub(crate) mod complex;
pub(crate) mod field_kernel;
pub(crate) mod goldilocks;
mod implementation;
#[cfg_attr(test, allow(dead_code))] // unit tests have the lanes, not the kernels
mod isa;
mod lanes;
pub(crate) mod mersenne31;
mod over_lanes;
pub(crate) mod pairs16;
mod prefetch;
mod registry;
mod stage;
#[cfg(test)]
mod tests;
pub(crate) mod transform;
mod vector;

#[cfg(feature = "std")]
pub use available::{UnknownKernel, check_names, restriction};
pub use chosen::Chosen;
pub use implementation::{Kernel, KernelLimits, KernelWord};
pub(crate) use stage::StageTable;
pub use stage::{Operands, ProductSharing, Subtrahend};
pub(crate) use transform::{Direction, Part, Transform, TransformTable, Tree, Twiddles, coset_twiddles};
pub use transform::{ROTATION_GENERATOR, TiledPermutation};
pub use vector::{DigitOperands, Divisor, Reconstruction, Terms, TorusWord};
pub(crate) use vector::{TORUS_ROWS, TORUS_TILE};
