//! Transforms of any prime, length, domain, data and row: all agree with the reference and go back,
//! and nothing panics.
#![no_main]

use papilio_ntt as subject;

#[path = "../../crates/ntt/tests/it/suite/fuzz.rs"]
mod fuzz;
#[allow(dead_code, unreachable_pub)] // the references are used, the checks are not
#[path = "../../crates/ntt/tests/it/suite/mod.rs"]
mod suite;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz::case(bytes);
});
