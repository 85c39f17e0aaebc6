//! `papilio.hntt`: transforms across ciphertexts.

mod client;
mod planning;
mod server;
mod tables;

pub(crate) use client::Client;
pub(crate) use planning::{Design, design};
pub(crate) use server::{hash_columns, transform_window};
pub(crate) use tables::refused;

/// Calls a text that is generic over the field of a design, by its name; `none` for no such field.
macro_rules! over_field {
    ($name:expr, $field:ident => $body:expr, $none:expr) => {{
        use papilio::field::Field as _;
        use papilio::field::fields;
        match $name {
            name if name == fields::P32::NAME => {
                type $field = fields::P32;
                $body
            }
            name if name == fields::Goldilocks::NAME => {
                type $field = fields::Goldilocks;
                $body
            }
            name if name == fields::Stark252::NAME => {
                type $field = fields::Stark252;
                $body
            }
            name if name == fields::Bn254::NAME => {
                type $field = fields::Bn254;
                $body
            }
            name if name == fields::Bls12_381::NAME => {
                type $field = fields::Bls12_381;
                $body
            }
            _ => $none,
        }
    }};
}
pub(crate) use over_field;
