//! The explanation of a call: its operation, its header, and its elements as numbers.

use super::super::args::kind_name;
use papilio_evm::hex;
use papilio_precompile::{Form, Header, Kind, Operation};
use serde_json::{Value, json};

/// The operation in words, with the address of its precompile.
pub(super) fn operation_line(operation: Operation) -> String {
    let name = match operation {
        Operation::Forward => "NTT_FW: coefficients to values in bit-reversed order",
        Operation::Inverse => "NTT_INV: values in bit-reversed order to coefficients",
        Operation::Multiply => "NTT_VECMULMOD: products, value by value",
        Operation::Add => "NTT_VECADDMOD: sums, element by element",
    };
    format!("{name} ({:#x} by default)", papilio_precompile::DEFAULT_BASE + operation.address_offset())
}

fn form(header: &Header) -> &'static str {
    match header.form {
        Form::Short => "short",
        Form::Extended => "extended",
    }
}

/// A header as an object.
pub(super) fn explained(header: &Header) -> Value {
    json!({
        "form": form(header), "kind": kind_name(header.kind), "n": header.n, "modulus": header.modulus.to_string(),
        "root": header.root.to_string(), "width": header.width, "vectors": header.vectors,
    })
}

/// A header as lines.
pub(super) fn header_lines(header: &Header) -> Vec<(&'static str, String)> {
    let ring = match header.kind {
        Kind::Negacyclic => "values at the roots of X^n + 1",
        Kind::Cyclic => "values at the roots of X^n - 1",
        Kind::Incomplete => "pairs modulo X^2 - root^(2i + 1)",
        Kind::Complex => "n/2 complex values",
    };
    vec![
        ("header", format!("{} form, {} bytes, {}: {ring}", form(header), header.len(), kind_name(header.kind))),
        ("n", header.n.to_string()),
        ("modulus", format!("{}, {} bits", header.modulus, header.modulus.bits())),
        ("root", header.root.to_string()),
        ("vectors", format!("{} of {} elements of {} bytes", header.vectors, header.n, header.width)),
    ]
}

/// Elements of the output as decimal numbers up to 16 bytes, and in hexadecimal beyond.
pub(super) fn elements(header: &Header, output: &[u8]) -> Vec<String> {
    let number = |bytes: &[u8]| match bytes.len() {
        0..=16 => bytes.iter().fold(0_u128, |number, &byte| number << 8 | u128::from(byte)).to_string(),
        _ => hex::encode_prefixed(bytes),
    };
    output.chunks(header.width).map(number).collect()
}
