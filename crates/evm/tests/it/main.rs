//! Signatures in the embedded machine.

#[macro_use]
mod common;

mod answers;
mod clients;
mod experimental;
mod forgery;
mod gas;
mod hints;
mod independent;
mod malformed;
mod signing;
mod tampering;
mod wycheproof;
