//! `papilio plan gates`: parameters of gate bootstrapping.

use super::args::PlanGates;
use crate::commands::gates::parameters::{lines, object};
use crate::error::CliError;
use crate::stdout::{Format, print, print_json, print_lines};
use papilio_gates::SECURITY;
use papilio_gates::search::{Candidate, Costs, Request, SearchError, search};
use serde_json::json;

pub(super) fn gates(args: &PlanGates, format: Format) -> Result<(), CliError> {
    let PlanGates { failure, security, table, at_once, .. } = *args;
    if security < SECURITY && !args.insecure {
        return Err(CliError::usage(format!("{security} bits of security are below {SECURITY}: --insecure allows it")));
    }
    if let Some(size) = table.filter(|size| !size.is_power_of_two() || !(2..=256).contains(size)) {
        return Err(CliError::usage(format!("tables of {size} values: their number is a power of two from 2 to 256")));
    }
    let request =
        Request { security, log2_failure: -f64::from(failure), table, order: None, gates_at_once: usize::from(at_once) };
    let found = search(&request, &Costs::measure()).map_err(|error| match error {
        SearchError::Range(_) => CliError::usage(error),
        _ => CliError::plan(error),
    })?;
    if format == Format::Json {
        let all: Vec<_> = found.iter().map(of_candidate).collect();
        return print_json(&json!({ "candidates": all }));
    }
    let [best, others @ ..] = &found[..] else { return Ok(()) };
    print_lines(&with_time(best))?;
    for other in others.iter().take(4) {
        print("\n")?;
        print_lines(&with_time(other))?;
    }
    Ok(())
}

fn of_candidate(candidate: &Candidate) -> serde_json::Value {
    let mut object = object(&candidate.parameters);
    object["log2_failure"] = json!(candidate.log2_failure);
    object["predicted_milliseconds"] = json!(candidate.milliseconds);
    object
}

fn with_time(candidate: &Candidate) -> Vec<(&'static str, String)> {
    let time = ("gate", format!("{:.2} ms of one thread, predicted", candidate.milliseconds));
    [time].into_iter().chain(lines(&candidate.parameters, candidate.log2_failure)).collect()
}
