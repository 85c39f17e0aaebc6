//! Files of gates.

use super::report::Facts;
use crate::commands::gates::parameters::object;
use crate::error::CliError;
use crate::files::gates::split;
use papilio_fhe::codec::{Kind, Outline};
use papilio_gates::Parameters;
use serde_json::{Value, json};
use std::path::Path;

/// Facts of parameters, or of an object and its parameters.
pub(super) fn facts(path: &Path, bytes: &[u8], kind: Kind) -> Result<Facts, CliError> {
    let parameters = if kind == Kind::GatesParameters {
        Parameters::from_bytes(bytes).map_err(CliError::damaged(path))?
    } else {
        let (of_object, parameters) = split(path, bytes)?;
        Outline::of(of_object).map_err(CliError::damaged(path))?;
        parameters
    };
    let mut facts = vec![
        ("version", json!(kind.version())),
        ("checksum", json!("ok")),
        ("parameters_digest", json!(format!("{:016x}", parameters.digest()))),
    ];
    let object = object(&parameters);
    let named = ["lwe_dimension", "glwe_dimension", "degree", "order", "security_bits", "log2_failure", "insecure"];
    facts.extend(named.map(|name| (name, object.get(name).cloned().unwrap_or(Value::Null))));
    Ok(facts)
}
