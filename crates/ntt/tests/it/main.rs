//! Transforms and kernels, by the public interface.

mod conformance;
mod dft;
mod errors;
#[path = "suite/fuzz.rs"]
mod fuzz;
mod kernels;
mod known_answers;
mod lattice;
mod lengths;
mod mersenne31;
mod operations;
mod planner;
#[path = "suite/reconstruction.rs"]
mod reconstruction;
mod slots;
mod suite;
mod vectors;

use papilio_ntt as subject;
