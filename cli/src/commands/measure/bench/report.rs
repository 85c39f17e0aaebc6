//! Rows of benchmarks, fields of their tables, and their verdict.

use super::args::Sides;
use super::peers::peers;
use crate::commands::rows::{nanoseconds, object};
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::{Format, print};
use papilio_bench::ntt::protocol::{Direction, Order};
use papilio_bench::peers::Peers;
use papilio_bench::row::Row;
use serde::Serialize;

/// The peers of a benchmark of a scheme, whose head is printed.
pub(super) fn announced(sides: &Sides, names: &[&'static str], format: Format) -> Result<Peers, CliError> {
    let peers = peers(sides.peers.as_deref())?;
    head(format, || ratios(peers.built(names) != [None]))?;
    Ok(peers)
}

/// Prints the head of a table; JSON has none.
pub(super) fn head(format: Format, text: impl FnOnce() -> String) -> Result<(), CliError> {
    if format == Format::Text { print(&text()) } else { Ok(()) }
}

/// Runs jobs, prints the row of each as it is made, and returns what `wrong` says of them.
pub(super) fn run<J, R: Serialize>(
    jobs: &[J],
    format: Format,
    mut run: impl FnMut(&J) -> Result<R, String>,
    line: impl Fn(&R) -> String,
    wrong: impl Fn(&R) -> Option<String>,
) -> Result<Vec<String>, CliError> {
    let mut named = Vec::new();
    for job in jobs {
        check()?;
        let row = run(job).map_err(CliError::input)?;
        print(&if format == Format::Json { object(&row)? } else { line(&row) })?;
        named.extend(wrong(&row));
    }
    Ok(named)
}

/// The name of a row whose result is wrong.
pub(super) fn wrong_row<D>(row: &Row<D>) -> Option<String> {
    (!row.correct).then(|| format!("{} of {}", row.operation, row.set))
}

/// The last column of a table: what there is to say, one after the other.
pub(super) fn remarks<const N: usize>(all: [&Option<String>; N]) -> String {
    all.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join("; ")
}

/// The meaning of ratios, for the head of a table, and why there are none.
pub(super) fn ratios(peers: bool) -> String {
    let alone = if peers { "" } else { "; no peers are built: `cargo xtask peers`" };
    format!("ratio is the peer's time over ours{alone}\n")
}

/// The refusal of a length that no case has.
pub(super) fn no_length(n: usize, mut lengths: Vec<usize>) -> CliError {
    lengths.sort_unstable();
    lengths.dedup();
    let lengths: Vec<_> = lengths.iter().map(ToString::to_string).collect();
    CliError::usage(format!("no case of length {n}: there are {}", lengths.join(", ")))
}

/// How a benchmark ends that found these of our answers wrong.
pub(super) fn verdict(wrong: &[String]) -> Result<(), CliError> {
    if wrong.is_empty() { Ok(()) } else { Err(CliError::Unverified(wrong.join(", "))) }
}

pub(super) fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

pub(super) fn milliseconds(ms: f64) -> String {
    nanoseconds(ms * 1e6)
}

pub(super) fn ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}

pub(super) fn yes(correct: bool) -> String {
    if correct { "yes" } else { "WRONG" }.to_owned()
}

pub(super) fn order(order: Order) -> String {
    if order == Order::Natural { "natural" } else { "any" }.to_owned()
}

pub(super) fn way(direction: Direction) -> String {
    format!("{direction:?}").to_lowercase()
}
