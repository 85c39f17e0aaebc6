//! Any bytes as objects of CKKS of every kind: refused, or read and written as the same bytes, and
//! nothing panics.
#![no_main]

#[path = "../../crates/ckks/tests/it/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz::case(bytes);
});
