//! The C interface of the precompiles; `include/papilio_precompile.h` declares it.
//!
//! No call unwinds, keeps a pointer, or needs anything to be set up before it. Calls may come from
//! any thread.
#![deny(unsafe_code)]

#[allow(unsafe_code)] // pointers from C become slices here and nowhere else
mod abi;

pub use abi::{
    BAD_ARGUMENT, OUTPUT_TOO_SMALL, PANIC, papilio_precompile_gas, papilio_precompile_output_len, papilio_precompile_prepare,
    papilio_precompile_run,
};
