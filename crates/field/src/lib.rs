//! Prime fields: word primes that are chosen at run time, and the fields of proof systems as types.
//!
//! * [`Modulus`], [`prime`], [`root`]: arithmetic modulo a word prime, the search for such primes,
//!   and roots of unity.
//! * [`Field`], [`fields`]: prime fields of 31 to 255 bits. Each is a type with constants.
//! * [`Residue`], [`ResidueRing`], [`PlaintextModulus`]: residues of either, and of any modulus
//!   below `2^61` chosen at run time.
//! * [`order`]: bit-reversed order, in which transforms leave their values.
//! * [`Word`], [`words`], [`Centered`]: the integers that elements are made of.
//! * [`erase`], [`select`]: what code that handles secrets needs.
//!
//! ```
//! use papilio_field::fields::Goldilocks;
//! use papilio_field::{Field, Modulus};
//!
//! let x = Goldilocks::from_u64(5);
//! assert_eq!(x * x.inverse().expect("nonzero"), Goldilocks::ONE);
//!
//! let modulus = Modulus::new(65537).expect("an odd prime below 2^62");
//! assert_eq!(modulus.pow(3, 65536), 1);
//! ```
#![no_std]
#![forbid(clippy::undocumented_unsafe_blocks)]
#![deny(unsafe_code)]

extern crate alloc;

mod centered;
mod erase;
mod field;
pub mod fields;
mod modulus;
pub mod order;
mod plaintext_modulus;
mod power;
pub mod prime;
mod residue;
pub mod root;
#[allow(unsafe_code)] // one place: an empty instruction that hides a word from the compiler
pub mod select;
mod word;
pub mod words;

pub use centered::Centered;
pub use erase::erase;
pub use field::{Field, FieldRing};
pub use modulus::Modulus;
pub use plaintext_modulus::{PlaintextModulus, PlaintextModulusError};
pub use residue::{Residue, ResidueRing};
pub use word::Word;
