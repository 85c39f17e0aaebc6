//! Signatures in the embedded machine.

#[macro_use]
mod common;

mod answers;
mod clients;
mod edge_cases;
mod experimental;
mod forgery;
mod gas;
mod independent;
mod malformed;
mod responses;
mod signing;
mod solidity;
mod tampering;
mod wycheproof;
