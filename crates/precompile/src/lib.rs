//! The precompiles of EIP-7885: number-theoretic transforms and vector arithmetic modulo any odd
//! number.
//!
//! [`gas`] prices a call and [`run`] answers it; both are functions of the input alone. A host
//! charges first and then runs; a call that fails keeps all the gas that it was given and returns
//! nothing. The feature `revm` has a provider for that machine.
//!
//! ```
//! use papilio_precompile::{Operation, gas, run};
//!
//! // X modulo X^2 + 1 and 5, in form S. The least root is 2, and the values at 2 and −2 are 2 and 3.
//! let input = [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1];
//! assert_eq!(run(Operation::Forward, &input)?, [0, 2, 0, 3]);
//! assert_eq!(gas(Operation::Forward, &input), 204);
//! # Ok::<(), papilio_precompile::Error>(())
//! ```
//!
//! # Input
//!
//! Integers are unsigned and big-endian. The first byte tells the forms apart. `V` is one vector
//! for [`Operation::Forward`] and [`Operation::Inverse`], two for [`Operation::Multiply`] and
//! [`Operation::Add`]; the output is one vector of the same width.
//!
//! * Form S, `00…`: `n: u32 | q: u64 | V`. Elements have 2 bytes for `q < 2^16`, 4 for `q < 2^32`,
//!   else 8; or 8 anyway, which the length shows. The transform is negacyclic, `q` prime, and the
//!   root is the least `x > 0` with `x^n = −1`.
//! * Form X: `01 | kind | log2 n | m | q | root | V`. Numbers and elements have `m` bytes, the
//!   least of 2, 4, 8, 16 and 32 that holds `q`; roots of [`Kind::Complex`] have two parts. `q` is
//!   any odd number: where `r^(n/2) = −1`, sums over the powers of `r` vanish and `2` has an
//!   inverse, which is all that a transform needs.
//!
//! `n` is a power of two from 2 to `2^16`, for `m = 16` to `2^14` and for `m = 32` to `2^13`.
//! Elements in and out are below `q`. The order of validation is that of [`Error`]; the root is
//! looked at by what needs it: transforms, and products of [`Kind::Incomplete`] and
//! [`Kind::Complex`].
//!
//! # Prices
//!
//! | operation | price |
//! |:--|:--|
//! | transforms, form S, (512, 12289), (1024, 12289), (256, 8380417) | 790, 1750, 220; inverse 790, 1750, 270 |
//! | their products, sums | `⌈0.32·n⌉`, `⌈0.30·n⌉` |
//! | other transforms | `200 + ⌈n·(c·log2 n + s)⌉`, `c = 0.20, 0.20, 0.50, 1.0, 1.5`; `s = 1.5` in form S, else 0.9, but 4 for `m = 32` |
//! | other products | `b + ⌈n·c⌉`, `b = 20, 20, 20, 30, 60`, `c = 0.32, 0.32, 0.60, 1.2, 4.5`; twice that for pairs |
//! | other sums | `20 + ⌈n·c⌉`, `c = 0.30, 0.30, 0.40, 0.60, 1.0` |
//! | malformed header or length | 200 |
//!
//! Lists are by width, 2 to 32 bytes. The least number of nanoseconds for a unit of gas is that of
//! the signature recovery at address 1, 3000 gas in some 36 µs; `papilio precompile bench
//! --adversarial` searches for the calls that take longest by it. Products of wide elements begin
//! at more than 20 because the constants of a modulus take as long as some products.
//!
//! # State
//!
//! There is none, but for the tables of the three parameter sets with constant prices. Nothing else
//! is kept from one call to the next, so that no price depends on what was called before. A call
//! allocates after its header and length are found sound, and then at most a small multiple of its
//! input.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod codec;
mod error;
#[cfg(feature = "experimental")]
pub mod experimental;
mod gas;
mod header;
mod integer;
mod operation;
mod registry;
#[cfg(feature = "revm")]
pub mod revm;
mod ring;
mod root;
mod run;
mod squares;
mod transform;

pub use error::Error;
pub use header::{Form, Header, Kind, Root};
pub use integer::Integer;
pub use operation::{DEFAULT_BASE, Operation};

use alloc::vec::Vec;

/// The gas of a call: a function of the header and the length alone, so that it can be charged
/// before anything is computed. Malformed input has a price too.
#[must_use]
pub fn gas(operation: Operation, input: &[u8]) -> u64 {
    gas::of_input(operation, input)
}

/// The output of a call.
///
/// # Errors
/// [`Error`], the first that applies. The caller has taken [`gas`] already, and then takes all the
/// rest.
pub fn run(operation: Operation, input: &[u8]) -> Result<Vec<u8>, Error> {
    run::output(operation, input)
}

/// The header of a call, decoded: for explanation.
///
/// # Errors
/// The errors of [`run`], up to the length of the input; elements are not looked at, and the
/// modulus of form S may be composite.
pub fn header(operation: Operation, input: &[u8]) -> Result<Header, Error> {
    run::header(operation, input)
}

/// Makes the tables of the signature standards, which otherwise the first call makes that needs
/// them.
pub fn prepare() {
    registry::Entry::prepare();
}
