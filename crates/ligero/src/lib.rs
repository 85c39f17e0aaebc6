//! Rank-1 constraint systems: the statements that a Ligero prover takes.
//!
//! * [`R1cs`]: constraints `A·B = C` over a witness, stored flat, and the check of a witness.
//! * [`circom`]: bounded readers and writers of the binary `.r1cs` and `.wtns` files of circom.
//! * [`Poseidon2`]: the permutation derived for a field from the design rules alone, as values and as constraints.
//! * [`circuit::Builder`]: records constraints and witness together.
//! * [`semaphore`]: Semaphore's membership and nullifier statement ported to small fields, generated at any depth.
#![forbid(unsafe_code)]

pub mod circom;
pub mod circuit;
pub mod poseidon2;
pub mod r1cs;
pub mod semaphore;

pub use poseidon2::Poseidon2;
pub use r1cs::R1cs;
