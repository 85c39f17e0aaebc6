//! Polynomials of `Z_Q[X]/(X^N + 1)` in the residue number system: `Q = q_0·q_1·…`, one residue polynomial per prime.
//!
//! * [`RnsBasis`]: the primes and their transforms.
//! * [`Poly`]: residues in coefficient or evaluation form; the form is a type.
//! * [`Automorphism`]: `X ↦ X^g` in both forms.
//! * [`sample`]: uniform (from a seed, any window by itself), ternary and centered binomial polynomials.
//! * [`BasisConverter`]: residues modulo some primes from residues modulo others, and quotients by their product.
//! * [`PooledVec`]: words whose memory is used again.
//! * [`gadget`]: products of the digits of a polynomial, the residue loops of key switching.
//! * [`scaled_product`]: products scaled by `t/Q` and rounded.
//! * [`ModulusSwitch`]: division by the last primes of a basis.
//! * [`CrtFraction`]: the position of a residue vector within `[0, Q)`, to any precision.
//! * [`codec`]: residues as packed bytes, bounded and validated on the way in.
#![forbid(unsafe_code)]

mod automorphism;
mod basis_converter;
pub mod codec;
mod crt_fraction;
pub mod gadget;
mod modulus_switch;
mod poly;
mod pool;
mod rns_basis;
pub mod sample;
pub mod scaled_product;

pub use automorphism::{Automorphism, AutomorphismForm};
pub use basis_converter::BasisConverter;
pub use crt_fraction::CrtFraction;
pub use modulus_switch::{ModulusSwitch, ModulusSwitches};
pub use poly::{Coefficient, Evaluation, Form, Poly};
pub use pool::PooledVec;
pub use rns_basis::{RnsBasis, RnsBasisError};
