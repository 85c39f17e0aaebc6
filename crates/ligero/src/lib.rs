//! Rank-1 constraint systems: the statements that a Ligero prover takes.
//!
//! ```
//! use papilio_field::Field;
//! use papilio_field::fields::Goldilocks;
//! use papilio_ligero::circuit::{Builder, Linear};
//!
//! // The statement: I know x such that x^2 + 1 is the public number 26.
//! let number = Goldilocks::from_u64;
//! let mut circuit = Builder::new(0, &[number(26)], &[number(5)]);
//! let (sum, x) = (circuit.public().remove(0), circuit.private().remove(0));
//! let square = sum.plus(&Linear::constant(Goldilocks::ONE), -Goldilocks::ONE);
//! circuit.assert_product(&x, &x, &square);
//! let (system, witness) = circuit.finish()?;
//! assert!(system.check(&witness).is_ok());
//! // The wires are the constant one, the public input, and the private one.
//! assert!(system.check(&[number(1), number(26), number(6)]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`R1cs`]: constraints `A·B = C` over a witness, stored flat, and the check of a witness.
//! * [`circom`]: bounded readers and writers of the binary `.r1cs` and `.wtns` files of circom.
//! * [`Poseidon2`]: the permutation derived for a field from the design rules alone, as values and
//!   as constraints.
//! * [`circuit::Builder`]: records constraints and witness together.
//! * [`semaphore`]: Semaphore's membership and nullifier statement ported to small fields,
//!   generated at any depth.
#![forbid(unsafe_code)]

pub mod circom;
pub mod circuit;
pub mod poseidon2;
pub mod r1cs;
pub mod semaphore;

pub use poseidon2::Poseidon2;
pub use r1cs::R1cs;
