//! `papilio bench`: what the program is built on, against other libraries.

mod bfv;
mod ntt;

use crate::args::{Bench, BenchTarget};
use crate::error::CliError;
use papilio_bench::peers::Peers;
use serde::Serialize;
use std::path::Path;

pub(crate) fn bench(args: &Bench, json: bool) -> Result<(), CliError> {
    match &args.target {
        BenchTarget::Ntt(args) => ntt::ntt(args, json),
        BenchTarget::Bfv(args) => bfv::bfv(args, json),
    }
}

/// Those of a folder, or else of the checkout.
fn peers(folder: Option<&Path>) -> Result<Peers, CliError> {
    match folder {
        None => Ok(Peers::nearby()),
        Some(folder) if folder.is_dir() => Ok(Peers::of(folder)),
        Some(folder) => Err(CliError::usage(format!("{}: no such folder of peers", folder.display()))),
    }
}

/// How a benchmark ends that found these of our answers wrong.
fn verdict(wrong: &[String]) -> Result<(), CliError> {
    if wrong.is_empty() { Ok(()) } else { Err(CliError::Unverified(wrong.join(", "))) }
}

/// A row as a line of JSON.
pub(super) fn object(row: &impl Serialize) -> Result<String, CliError> {
    Ok(serde_json::to_string(row).map_err(CliError::input)? + "\n")
}

/// Fields of a table, each as wide as its column.
pub(super) fn aligned<const COLUMNS: usize>(widths: [usize; COLUMNS], fields: [String; COLUMNS]) -> String {
    fields.iter().zip(widths).map(|(field, width)| format!("{field:>width$}")).collect::<Vec<_>>().join(" ")
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

fn ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}

fn yes(correct: bool) -> String {
    if correct { "yes" } else { "WRONG" }.to_owned()
}

/// Three digits or more, whatever the unit.
pub(super) fn nanoseconds(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{ns:.1} ns"),
        _ if ns < 1e6 => format!("{:.2} us", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}
