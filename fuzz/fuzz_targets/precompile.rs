//! Any bytes as the input of every precompile: nothing panics, validation is that of the header,
//! and transforms go back.
#![no_main]

#[path = "../../crates/precompile/tests/it/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz::case(bytes);
});
