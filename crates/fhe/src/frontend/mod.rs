//! The choice between the arithmetics of key switching: residues modulo primes with special primes
//! (`rns`), the same residues by keys with rows in blocks (`klss`), and words of the torus in base
//! `2^K` (`bivariate`).
//!
//! At the same ring degree, modulus of keys and modulus of ciphertexts all are as secure. They
//! differ in what a key switch costs: residues ([`papilio_ring::gadget`]) take transforms for each
//! digit and each prime, and divisions by special primes; rows in blocks
//! ([`papilio_ring::gadget::BlockMatrix`]) take fewer transforms where digits are many, and a
//! greater key; words ([`papilio_ring::bivariate`]) take transforms that hardly depend on the
//! digits and a greater key, which is read once. The bits that keys have more than ciphertexts, and
//! the processor, decide which is faster.
//!
//! A candidate has the parameters of its scheme:
//!
//! ```
//! use papilio_fhe::Parameters;
//! use papilio_fhe::bivariate::Bivariate;
//! use papilio_fhe::frontend::{Costs, Request};
//!
//! // Keys of at most 214 bits, ciphertexts of 98 and more; `Costs::measure` has this machine's.
//! let request = Request { degree: 1 << 13, key_bits: 214, usable_bits: 98, memory_limit: None, insecure: false };
//! let candidates = request.candidates(&Costs::TYPICAL)?;
//! for candidate in &candidates {
//!     if let Some(literal) = candidate.ring_literal(1 << 13) {
//!         let parameters = Parameters::new(literal)?.with_row_blocks(candidate.row_blocks())?;
//!         assert!(parameters.log_key_modulus() <= 214.0 && parameters.row_blocks() == candidate.row_blocks());
//!     }
//!     if let Some(literal) = candidate.word_literal(1 << 13) {
//!         assert_eq!(Bivariate::new(&literal)?.max_bits(), 98);
//!     }
//!     // Noise takes ten of the bits.
//!     assert!(candidate.bits_above_noise(1 << 13) > 87.0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Parameters::with_fastest_rows`](crate::Parameters::with_fastest_rows) chooses between whole
//! rows and blocks alone, for parameters that are given.

mod candidate;
mod choice;
mod costs;
mod error;
mod residues;
#[cfg(test)]
mod tests;
mod words;

pub use candidate::{Candidate, Frontend, Request};
pub use costs::{Costs, Work};
pub use error::FrontendError;

/// Bits of primes: those of doubles, which every processor has fast kernels for.
const PRIME_BITS: u32 = 49;
/// The least bits of primes that digits of several are made of.
const LEAST_PRIME_BITS: u32 = 30;
