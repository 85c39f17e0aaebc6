#![doc = include_str!("../README.md")]
//!
//! # Where to go
//!
//! * [`field`]: word primes, and the prime fields of proof systems as types.
//! * [`ntt`]: transforms in the clear, by kernels that are chosen at run time.
//! * [`ring`]: polynomials of `Z_Q[X]/(X^N + 1)` in residues.
//! * [`fhe`]: BFV and BGV, parameters and their security, noise, bytes of objects. In it
//!   [`fhe::frontend`] chooses how keys are switched, and [`fhe::bivariate`] has ciphertexts in
//!   words of the torus in the place of residues.
//! * [`ckks`]: approximate numbers, real or complex, with exact scales and predicted precision; in
//!   words, [`ckks::words`].
//! * [`gates`]: gate bootstrapping: circuits on encrypted bits, and tables.
//! * [`hntt`]: the transform across ciphertexts and inside one.
//! * `cuda`: NVIDIA GPUs, on which BFV, BGV, CKKS and both transforms have the words of the CPU;
//!   behind the feature of that name.
//! * `precompile`, `ligero`, `evm`: behind the features of the same names; `revm`, the machine that
//!   the provider of precompiles is for.
//! * [`guide`]: one page a subject, for reading in order.
//! * [`prelude`]: the names of a first program.
#![forbid(unsafe_code)]

pub mod guide;
pub mod prelude;

pub use papilio_ckks as ckks;
pub use papilio_fhe as fhe;
pub use papilio_field as field;
pub use papilio_gates as gates;
pub use papilio_hntt as hntt;
pub use papilio_ntt as ntt;
pub use papilio_ring as ring;

#[cfg(feature = "cuda")]
pub use papilio_cuda as cuda;
#[cfg(feature = "evm")]
pub use papilio_evm as evm;
#[cfg(feature = "ligero")]
pub use papilio_ligero as ligero;
#[cfg(feature = "precompile")]
pub use papilio_precompile as precompile;
#[cfg(feature = "revm")]
pub use revm;
