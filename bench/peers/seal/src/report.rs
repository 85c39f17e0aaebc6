//! The results as a table or as one JSON object a line.

use crate::cases::Case;
use crate::measure::{Peer, Row};

/// How results are printed.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    Table,
    Json,
}

/// A case with both results.
pub(crate) struct Comparison<'a> {
    pub(crate) case: &'a Case,
    pub(crate) name: &'a str,
    pub(crate) peer: Peer,
    pub(crate) ours: Option<Row>,
}

/// Prints what comes before the first result.
pub(crate) fn header(format: Format, name: &str) {
    if let Format::Table = format {
        println!("{name}, one thread; medians, in seconds; budget in bits of noise, fresh and left");
        println!(
            "{:>7}  {:<12} {:<16} {:>9} {:>8} {:>7} {:>8} {:>9} {:>8} {:>7}",
            "columns", "radices", "data primes", "budget", "encoding", "peer", "correct", "papilio", "correct", "ratio"
        );
    }
}

/// Prints one result.
pub(crate) fn print(format: Format, comparison: &Comparison) {
    match format {
        Format::Table => table(comparison),
        Format::Json => println!("{}", json(comparison)),
    }
}

fn ratio(peer: &Row, ours: &Option<Row>) -> Option<f64> {
    ours.as_ref().map(|ours| peer.seconds / ours.seconds)
}

fn join<V: ToString>(values: &[V]) -> String {
    values.iter().map(V::to_string).collect::<Vec<_>>().join(",")
}

fn table(Comparison { case, peer, ours, .. }: &Comparison) {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".into());
    let (fresh, left) = peer.budget;
    println!(
        "{:>7}  {:<12} {:<16} {:>9} {:>8.2} {:>7.3} {:>8} {:>9} {:>8} {:>7}",
        case.columns,
        join(case.radices),
        join(case.bits),
        format!("{fresh}->{left}"),
        peer.preparation,
        peer.row.seconds,
        peer.row.correct,
        or_dash(ours.as_ref().map(|row| format!("{:.4}", row.seconds))),
        or_dash(ours.as_ref().map(|row| row.correct.to_string())),
        or_dash(ratio(&peer.row, ours).map(|ratio| format!("{ratio:.2}"))),
    );
}

fn json(Comparison { case, name, peer, ours }: &Comparison) -> String {
    let or_null = |text: Option<String>| text.unwrap_or_else(|| "null".into());
    let fields = [
        ("columns", case.columns.to_string()),
        ("radices", format!("[{}]", join(case.radices))),
        ("peer", format!("\"{name}\"")),
        ("peer_seconds", peer.row.seconds.to_string()),
        ("seconds", or_null(ours.as_ref().map(|row| row.seconds.to_string()))),
        ("ratio", or_null(ratio(&peer.row, ours).map(|ratio| ratio.to_string()))),
        ("peer_correct", peer.row.correct.to_string()),
        ("correct", or_null(ours.as_ref().map(|row| row.correct.to_string()))),
        ("peer_prime_bits", format!("[{}]", join(case.bits))),
        ("peer_encoding_seconds", peer.preparation.to_string()),
        ("peer_budget_bits", peer.budget.1.to_string()),
    ];
    let fields: Vec<_> = fields.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", fields.join(","))
}
