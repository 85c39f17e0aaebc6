//! The report of a file: its facts, in their order.

use crate::error::CliError;
use crate::numbers::{grouped, size};
use crate::stdout::{Format, answer};
use serde_json::{Map, Value};

/// Facts in their order, by the names that scripts see.
pub(super) type Facts = Vec<(&'static str, Value)>;

/// Reports the facts.
pub(super) fn report(facts: Facts, format: Format) -> Result<(), CliError> {
    let text: Vec<(&'static str, String)> = facts.iter().map(|(name, value)| (*name, line(name, value))).collect();
    let object: Map<String, Value> = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    answer(format, &Value::Object(object), &text)
}

/// A fact for people.
fn line(name: &str, value: &Value) -> String {
    match (name, value) {
        ("bytes", Value::Number(bytes)) => {
            let bytes = bytes.as_u64().unwrap_or(0);
            format!("{} ({})", grouped(bytes), size(bytes))
        }
        (_, Value::Number(number)) => number.as_u64().map_or_else(|| number.to_string(), grouped),
        (_, Value::String(text)) => text.clone(),
        (_, Value::Array(items)) => items.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        (_, value) => value.to_string(),
    }
}
