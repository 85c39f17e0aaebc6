//! Polynomials of `Z_Q[X]/(X^N + 1)` in the residue number system: `Q = q_0·q_1·…`, one residue
//! polynomial per prime.
//!
//! ```
//! use papilio_ring::{Coefficient, Poly, RnsBasis};
//!
//! // A ring of degree 4096 over two primes of 50 bits, and in it (1 + X^4095)·X = X − 1.
//! let basis = RnsBasis::new(4096, &RnsBasis::choose_moduli(4096, &[50, 50], 0)?)?;
//! let polynomial = |places: &[usize]| {
//!     let mut residues = vec![0; 2 * 4096];
//!     places.iter().for_each(|place| (residues[*place], residues[4096 + place]) = (1, 1));
//!     Poly::<Coefficient>::from_residues(&basis, 2, residues).expect("canonical residues")
//! };
//! let mut product = polynomial(&[0, 4095]).into_evaluation(&basis);
//! product.mul_assign(&basis, &polynomial(&[1]).into_evaluation(&basis));
//! let product = product.into_coefficient(&basis);
//! assert_eq!(product.limb(0)[..2], [basis.modulus(0).value() - 1, 1]);
//! assert_eq!(product.limb(1)[..2], [basis.modulus(1).value() - 1, 1]);
//! # Ok::<(), papilio_ring::RnsBasisError>(())
//! ```
//!
//! * [`RnsBasis`]: the primes and their transforms.
//! * [`Poly`]: residues in coefficient or evaluation form; the form is a type.
//! * [`Engine`]: where the words of a polynomial are, and what works on them: the [`Cpu`], or a
//!   device beside it.
//! * [`Automorphism`]: `X ↦ X^g` in both forms.
//! * [`sample`]: uniform (from a seed, any window by itself), ternary and centered binomial
//!   polynomials.
//! * [`BasisConverter`]: residues modulo some primes from residues modulo others, and quotients by
//!   their product.
//! * [`PooledVec`]: words whose memory is used again.
//! * [`Mapped`]: a file as memory.
//! * [`gadget`]: products of the digits of a polynomial, the residue loops of key switching.
//! * [`half_product`](fn@half_product): the same where rows are decomposed too, for words and
//!   residues.
//! * [`scaled_product`]: products scaled by `t/Q` and rounded.
//! * [`ModulusSwitch`]: division by the last primes of a basis.
//! * [`stages`]: linear combinations of rows of polynomials, while primes are dropped.
//! * [`CrtFraction`]: the position of a residue vector within `[0, Q)`, to any precision.
//! * [`codec`]: residues as packed bytes, bounded and validated on the way in.
#![deny(unsafe_code)]

mod automorphism;
mod basis_converter;
pub mod bivariate;
pub mod codec;
mod crt_fraction;
pub mod engine;
pub mod gadget;
mod half_product;
mod level_pairs;
#[allow(unsafe_code)] // one place: a file becomes memory
mod mapped;
mod memory;
mod modulus_switch;
mod poly;
mod pool;
mod rns_basis;
mod rounded_quotient;
pub mod sample;
pub mod scaled_product;
pub mod stages;

pub use automorphism::{Automorphism, AutomorphismForm};
pub use basis_converter::{BasisConverter, ConverterSource, ConverterTarget, WholePart};
pub use crt_fraction::CrtFraction;
pub use engine::{Cpu, Engine};
pub use half_product::{Representation, TorusWords, half_product};
pub use mapped::Mapped;
pub use modulus_switch::{ModulusSwitch, ModulusSwitches};
pub use poly::{Coefficient, Evaluation, Form, Poly};
pub use pool::PooledVec;
pub use rns_basis::{RnsBasis, RnsBasisError};
pub use rounded_quotient::RoundedQuotient;
