//! Rows of benchmarks: as lines of a table, and as JSON.

use crate::error::CliError;
use serde::Serialize;

/// A row as a line of JSON.
pub(crate) fn object(row: &impl Serialize) -> Result<String, CliError> {
    Ok(serde_json::to_string(row).map_err(CliError::input)? + "\n")
}

/// Fields of a table, each as wide as its column.
pub(crate) fn aligned<const COLUMNS: usize>(widths: [usize; COLUMNS], fields: [String; COLUMNS]) -> String {
    fields.iter().zip(widths).map(|(field, width)| format!("{field:>width$}")).collect::<Vec<_>>().join(" ")
}

/// Three digits or more, whatever the unit.
pub(crate) fn nanoseconds(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{ns:.1} ns"),
        _ if ns < 1e6 => format!("{:.2} us", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}
