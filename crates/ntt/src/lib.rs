//! Number-theoretic transforms: `Z_q` for word primes with run-time chosen vector kernels, and the proof fields whose
//! elements are transformed in the clear.
//!
//! * [`Modulus`], [`prime`]: arithmetic modulo a word prime and the search for such primes.
//! * [`Plan`]: the negacyclic transform of `Z_q[X]/(X^n + 1)`, over a [`kernel`] row chosen once, at construction.
//! * [`Stage`]: a radix-`r` step down the rows of a tile, with constants given by the caller. It is what a transform
//!   *across* ciphertexts is made of.
//! * [`Field`]: prime fields up to 256 bits, and [`dft`], their transform.
//! * [`erase`]: zeros in the place of secrets.
//! * [`naive`]: the specification of them all.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(clippy::undocumented_unsafe_blocks)]
#![deny(unsafe_code)]

extern crate alloc;

mod batch_plan;
mod bigfield;
pub mod circle;
pub mod dft;
mod domain;
mod engine;
mod error;
mod incomplete;
#[allow(unsafe_code)] // the one place: vector intrinsics and their loads and stores
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // texts over 52-bit products have rows on x86 only
pub mod kernel;
pub mod lattice;
pub mod naive;
mod plan;
#[cfg(feature = "std")]
pub mod planner;
mod radix_schedule;
mod slot_permutation;
mod stage;

pub use batch_plan::BatchPlan;
pub use bigfield::{BigField, BigFieldPlan, BigFieldTransform};
pub use domain::{Domain, MAX_LOG};
pub use error::PlanError;
pub use incomplete::IncompletePlan;
pub use kernel::{Kernel, KernelWord, Minus, Operands, Terms};
pub use plan::Plan;
pub use radix_schedule::RadixSchedule;
pub use slot_permutation::SlotPermutation;
pub use stage::{Products, Stage, StageError, StageShape};
