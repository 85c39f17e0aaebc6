//! Number-theoretic transforms modulo word primes, by vector kernels that are chosen at run time,
//! and over the fields of proof systems.
//!
//! * [`Plan`]: the transform of one polynomial, or of the columns of a matrix, over a [`kernel`]
//!   that is chosen once, at construction.
//! * [`complex`]: transforms in complex doubles, for encoders and for products that are rounded.
//! * [`dft`]: the transform over a [`papilio_field::Field`] of up to 256 bits.
//! * [`Stage`]: a radix-`r` step down the rows of a tile, with constants given by the caller.
//!   Transforms *across* ciphertexts are made of it.
//! * [`naive`]: the specification of them all.
//!
//! ```
//! use papilio_field::Modulus;
//! use papilio_ntt::Plan;
//!
//! // Products of polynomials modulo X^1024 + 1 and 12289.
//! let modulus = Modulus::new(12289).expect("an odd prime");
//! let plan = Plan::<u64>::new(modulus, 1024)?;
//! let (mut a, mut b) = (vec![0; 1024], vec![0; 1024]);
//! (a[1023], b[1]) = (5, 7);
//! plan.forward(&mut a);
//! plan.forward(&mut b);
//! let mut product: Vec<u64> = a.iter().zip(&b).map(|(&x, &y)| modulus.mul(x, y)).collect();
//! plan.inverse(&mut product);
//! assert_eq!(product[0], 12289 - 35);
//! # Ok::<(), papilio_ntt::PlanError>(())
//! ```
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(clippy::undocumented_unsafe_blocks)]
#![deny(unsafe_code)]

extern crate alloc;

mod bigfield;
pub mod circle;
pub mod complex;
pub mod dft;
mod domain;
pub mod double_double;
mod error;
mod incomplete;
#[allow(unsafe_code)] // the one place: vector intrinsics and their loads and stores
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // texts over 52-bit products have kernels on x86 only
pub mod kernel;
pub mod lattice;
pub mod naive;
mod plan;
#[cfg(feature = "std")]
pub mod planner;
mod radix_schedule;
mod rounding;
mod slot_permutation;
mod stage;

pub use bigfield::{BigField, BigFieldPlan, BigFieldTransform};
pub use domain::{Domain, MAX_LOG};
pub use error::{DftError, PlanError};
pub use incomplete::IncompletePlan;
pub use kernel::{DigitOperands, Kernel, KernelWord, Operands, ProductSharing, Reconstruction, Subtrahend, Terms};
pub use plan::Plan;
pub use radix_schedule::RadixSchedule;
pub use slot_permutation::{ROTATION_GENERATOR, SlotPermutation};
pub use stage::{Stage, StageError, StageShape};
