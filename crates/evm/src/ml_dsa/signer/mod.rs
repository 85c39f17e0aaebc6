//! Keys and signatures of ML-DSA-44 over either hash (FIPS 204, algorithms 6 and 7).
//!
//! The scheme of FIPS 204 itself is left to the crate `ml-dsa`, which has no place for another
//! hash; this is for the generator made of Keccak-256, and its tests are that crate, over SHAKE,
//! and the answer file of EIP-8051.
//!
//! No jump and no address depends on a secret but for three things that implementations of FIPS 204
//! let be seen: which samples of a secret vector were out of range, the challenge of every attempt,
//! and whether an attempt is repeated. Secrets are erased when dropped; copies that the compiler
//! and the hash functions leave on the stack are not.

mod attempt;
mod ring;
mod rounding;
mod sampling;
mod secret;
#[cfg(test)]
mod tests;

pub(crate) use secret::Secret;
