//! `papilio precompile call`.

use super::args::{OpName, PrecompileCall};
use crate::error::CliError;
use crate::hex_input::argument;
use crate::stdout::{Format, print, print_json, print_lines};
use papilio_evm::hex;
use papilio_precompile::{Form, Header, Kind, Operation};
use serde_json::{Value, json};

pub(super) fn call(args: &PrecompileCall, format: Format) -> Result<(), CliError> {
    let operation = args.op.operation();
    let input = argument("input", &args.input)?;
    let gas = papilio_precompile::gas(operation, &input);
    let output = papilio_precompile::run(operation, &input);
    let header = papilio_precompile::header(operation, &input).ok();
    if format == Format::Json {
        let error = output.as_ref().err().map(ToString::to_string);
        let mut object = json!({
            "op": OpName::of(operation), "ok": output.is_ok(), "output": hex::encode(output.as_deref().unwrap_or_default()),
            "gas": gas, "error": error,
        });
        if args.explain {
            object["header"] = header.as_ref().map_or(Value::Null, explained);
            object["elements"] =
                json!(header.iter().zip(output.iter()).flat_map(|(h, bytes)| elements(h, bytes)).collect::<Vec<_>>());
        }
        return print_json(&object);
    }
    if !args.explain {
        return match &output {
            Ok(output) => print(&format!("ok, {gas} gas\n{}\n", hex::encode(output))),
            Err(error) => print(&format!("failed, {gas} gas and all the rest: {error}\n")),
        };
    }
    let mut lines = vec![("operation", operation_line(operation)), ("input", format!("{} bytes", input.len()))];
    lines.extend(header.iter().flat_map(header_lines));
    lines.push(("gas", gas.to_string()));
    match (&output, &header) {
        (Ok(output), Some(header)) => lines.push(("output", elements(header, output).join(" "))),
        (Ok(output), None) => lines.push(("output", hex::encode(output))),
        (Err(error), _) => lines.push(("fails", format!("step {} of validation: {error}", error.index()))),
    }
    print_lines(&lines)
}

fn operation_line(operation: Operation) -> String {
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

fn kind(header: &Header) -> &'static str {
    match header.kind {
        Kind::Negacyclic => "negacyclic",
        Kind::Cyclic => "cyclic",
        Kind::Incomplete => "incomplete",
        Kind::Complex => "complex",
    }
}

fn explained(header: &Header) -> Value {
    json!({
        "form": form(header), "kind": kind(header), "n": header.n, "modulus": header.modulus.to_string(),
        "root": header.root.to_string(), "width": header.width, "vectors": header.vectors,
    })
}

fn header_lines(header: &Header) -> Vec<(&'static str, String)> {
    let ring = match header.kind {
        Kind::Negacyclic => "values at the roots of X^n + 1",
        Kind::Cyclic => "values at the roots of X^n - 1",
        Kind::Incomplete => "pairs modulo X^2 - root^(2i + 1)",
        Kind::Complex => "n/2 complex values",
    };
    vec![
        ("header", format!("{} form, {} bytes, {}: {ring}", form(header), header.len(), kind(header))),
        ("n", header.n.to_string()),
        ("modulus", format!("{}, {} bits", header.modulus, header.modulus.bits())),
        ("root", header.root.to_string()),
        ("vectors", format!("{} of {} elements of {} bytes", header.vectors, header.n, header.width)),
    ]
}

/// Elements of the output as decimal numbers up to 16 bytes, and in hexadecimal beyond.
fn elements(header: &Header, output: &[u8]) -> Vec<String> {
    let number = |bytes: &[u8]| match bytes.len() {
        0..=16 => bytes.iter().fold(0_u128, |number, &byte| number << 8 | u128::from(byte)).to_string(),
        _ => hex::encode_prefixed(bytes),
    };
    output.chunks(header.width).map(number).collect()
}
