//! `papilio precompile vectors`.

use super::args::{OpName, PrecompileVectors};
use super::cases::{Case, cases};
use crate::error::CliError;
use crate::files::{Access, Output};
use crate::stdout::{Format, print, print_json};
use papilio_evm::hex;
use serde::Serialize;
use serde_json::json;

#[derive(Serialize)]
struct Vector {
    name: String,
    op: &'static str,
    input: String,
    ok: bool,
    output: String,
    gas: u64,
    error: Option<String>,
}

impl Vector {
    fn of(case: Case) -> Self {
        let Case { name, operation, input } = case;
        let output = papilio_precompile::run(operation, &input);
        Self {
            name,
            op: OpName::of(operation),
            gas: papilio_precompile::gas(operation, &input),
            input: hex::encode(input),
            ok: output.is_ok(),
            error: output.as_ref().err().map(ToString::to_string),
            output: hex::encode(output.unwrap_or_default()),
        }
    }
}

pub(super) fn vectors(args: &PrecompileVectors, format: Format) -> Result<(), CliError> {
    let vectors: Vec<Vector> = cases().into_iter().map(Vector::of).collect();
    let lines = vectors.iter().map(|vector| serde_json::to_string(vector).map_err(CliError::input));
    let text = format!("[\n{}\n]\n", lines.collect::<Result<Vec<_>, _>>()?.join(",\n"));
    let Some(path) = &args.output else { return print(&text) };
    Output::admit(path, &[], args.replace.replacement())?.write(Access::Shared, text.as_bytes())?;
    let failing = vectors.iter().filter(|vector| !vector.ok).count();
    if format == Format::Json {
        return print_json(&json!({ "file": path, "vectors": vectors.len(), "failing": failing }));
    }
    print(&format!("{}: {} vectors, {failing} of them inputs that must fail\n", path.display(), vectors.len()))
}
