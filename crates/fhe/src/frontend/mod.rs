//! The choice between two arithmetics of key switching: residues modulo primes with special primes,
//! and words of the torus in base `2^K`.
//!
//! At the same ring degree, modulus of keys and modulus of ciphertexts both are as secure. They
//! differ in what a key switch costs: residues ([`papilio_ring::gadget`]) take transforms for each
//! digit and each prime, and divisions by special primes; words ([`papilio_ring::bivariate`]) take
//! transforms that hardly depend on the digits and a greater key, which is read once. The bits that
//! keys have more than ciphertexts, and the processor, decide which is faster.
//!
//! ```
//! use papilio_fhe::frontend::{Costs, Frontend, Request};
//!
//! // Keys of 1729 bits for ciphertexts of 1500, on a processor without wide vectors.
//! let request = Request { degree: 1 << 16, key_bits: 1729, usable_bits: 1500, memory_limit: None, insecure: false };
//! let candidates = request.candidates(&Costs::TYPICAL)?;
//! assert!(matches!(candidates[0].frontend, Frontend::Rns { .. }));
//! assert!(candidates.iter().all(|candidate| candidate.usable_bits >= 1500.0));
//! # Ok::<(), papilio_fhe::frontend::FrontendError>(())
//! ```

mod candidate;
mod costs;
mod residues;
#[cfg(test)]
mod tests;
mod words;

pub use candidate::{Candidate, Frontend, FrontendError, Request};
pub use costs::{Costs, Work};
