//! `papilio selftest circuits`: random and directed circuits under encryption against the same in
//! the clear.

use super::args::{SchemesArg, SelftestCircuits};
use crate::error::CliError;
use crate::progress::{self, Progress};
use crate::stdout::{Format, print_json, print_lines};
use papilio_bench::circuits::{Counts, Schemes, Slack, run};
use serde_json::{Value, json};

pub(crate) fn circuits(args: &SelftestCircuits, format: Format) -> Result<(), CliError> {
    let progress = Progress::new("circuits", args.count);
    let schemes = match args.schemes {
        SchemesArg::All => Schemes::All,
        SchemesArg::Exact => Schemes::Exact,
        SchemesArg::Ckks => Schemes::Approximate,
    };
    let counts = run(schemes, args.count, args.seed, &|done| progress.advance(done as usize));
    progress::check()?;
    if format == Format::Json { print_json(&object(args, &counts)) } else { print_lines(&lines(&counts)) }?;
    let reason = format!("{} plaintexts are wrong, {} predictions too good", counts.wrong, counts.optimistic);
    if counts.sound() { Ok(()) } else { Err(CliError::Unverified(reason)) }
}

fn object(args: &SelftestCircuits, counts: &Counts) -> Value {
    let slack = counts.slack.iter().map(|(name, slack)| {
        let Slack { results, most_bits, far, .. } = *slack;
        (name.clone(), json!({ "results": results, "mean_bits": slack.mean_bits(), "most_bits": most_bits, "far": far }))
    });
    json!({
        "circuits": counts.circuits, "operations": counts.operations, "decryptions": counts.decryptions,
        "refused": counts.refused, "refused_intact": counts.refused_intact, "wrong": counts.wrong,
        "optimistic": counts.optimistic, "inner_sums": counts.inner_sums, "foreign_operands": counts.foreign_operands,
        "seed": args.seed, "slack": slack.collect::<serde_json::Map<_, _>>(), "mean_slack_bits": counts.all_slack().mean_bits(),
        "failures": counts.failures, "seconds": counts.seconds,
    })
}

fn lines(counts: &Counts) -> Vec<(&'static str, String)> {
    let slack = counts.all_slack();
    let mut lines = vec![
        (
            "circuits",
            format!("{} with {} operations, {} of them inner sums", counts.circuits, counts.operations, counts.inner_sums),
        ),
        ("decrypted", format!("{} results, each compared with the clear", counts.decryptions)),
        ("refused", format!("{} results, of which {} would have been right", counts.refused, counts.refused_intact)),
        ("foreign", format!("{} operands of other keys, parameters or fields", counts.foreign_operands)),
        ("slack", format!("{:.1} bits above predictions on average, {:.1} at most", slack.mean_bits(), slack.most_bits)),
        ("wrong", counts.wrong.to_string()),
        ("optimistic", counts.optimistic.to_string()),
        ("time", crate::numbers::seconds(counts.seconds)),
    ];
    lines.extend(counts.failures.iter().map(|failure| ("failure", failure.clone())));
    lines
}
