//! `papilio precompile call`.

mod report;

use crate::commands::ethereum::hex_input::argument;
use crate::commands::ethereum::precompile::args::{OpName, PrecompileCall};
use crate::error::CliError;
use crate::stdout::{Format, print, print_json, print_lines};
use papilio_evm::hex;
use report::{elements, explained, header_lines, operation_line};
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
