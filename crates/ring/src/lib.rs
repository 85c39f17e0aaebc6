//! Polynomials of `Z_Q[X]/(X^N + 1)` in the residue number system: `Q = q_0·q_1·…`, one residue polynomial per prime.
//!
//! * [`Basis`]: the primes and their transforms.
//! * [`Poly`]: residues in coefficient or evaluation form; the form is a type.
//! * [`Automorphism`]: `X ↦ X^g` in both forms.
//! * [`sample`]: uniform (from a seed, any window by itself), ternary and centred binomial polynomials.
//! * [`Conversion`]: residues modulo some primes from residues modulo others, and quotients by their product.
//! * [`Buffer`]: words whose memory is used again.
//! * [`Fraction`]: the position of a residue vector within `[0, Q)`, to any precision.
//! * [`wire`]: residues as packed bytes, bounded and validated on the way in.
#![forbid(unsafe_code)]

mod automorphism;
mod basis;
mod buffer;
mod conversion;
mod fraction;
mod poly;
pub mod sample;
pub mod wire;

pub use automorphism::{Automorphism, Moved};
pub use basis::{Basis, BasisError};
pub use buffer::Buffer;
pub use conversion::Conversion;
pub use fraction::Fraction;
pub use poly::{Coefficient, Evaluation, Form, Poly};
