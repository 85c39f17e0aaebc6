//! Advanced SIMD of 64-bit ARM, which every such processor has: four words of 32 bits, two of 64,
//! or two doubles.
//!
//! Words were tested under emulation, doubles are compiled and their text is tested on portable
//! lanes; none was timed. These processors multiply 64-bit words in two scalar instructions, so
//! that [`words64`] may be no faster than the portable kernel.

pub(in crate::kernel) mod doubles;
pub(in crate::kernel) mod words32;
pub(in crate::kernel) mod words64;
