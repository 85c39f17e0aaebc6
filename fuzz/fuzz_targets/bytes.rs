//! Any bytes as objects of BFV and BGV of every kind: refused, or read and written as the same
//! bytes, and nothing panics.
#![no_main]

/// The plaintext field.
type Plain = papilio_field::fields::P32;

#[path = "../../crates/fhe/tests/it/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz::case(bytes);
});
