//! `papilio bench keyswitch`: key switches and products in residues and in words.

use super::args::BenchKeySwitch;
use super::report::{announced, head, milliseconds, or_dash, ratio, remarks, run, verdict, wrong_row, yes};
use crate::commands::rows::aligned;
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::Format;
use papilio_bench::keyswitch::cases::{Operation, PEERS, SETS, Set};
use papilio_bench::keyswitch::jobs::{Job, Row, jobs};
use papilio_bench::keyswitch::own::Own;
use papilio_fhe::frontend::Costs;

pub(super) fn keyswitch(args: &BenchKeySwitch, format: Format) -> Result<(), CliError> {
    let mut peers = announced(&args.sides, PEERS, format)?;
    let mut wrong = Vec::new();
    for set in SETS.iter().filter(|set| args.set.as_ref().is_none_or(|name| name == set.name)) {
        check()?;
        let costs = Costs::measure(set.degree()).map_err(CliError::plan)?;
        head(format, || heading(set))?;
        for (candidate, chosen) in set.candidates(&costs).map_err(CliError::plan)? {
            for operation in Operation::named(args.operation.as_deref()) {
                check()?;
                // Keys of one operation at a time: they may have gigabytes.
                let own = Own::new(&candidate, set.degree(), operation).map_err(CliError::plan)?;
                let jobs = jobs(set, &peers);
                let measure = |job: &Job| job.run(&mut peers, (&own, chosen), args.sides.samples as usize);
                let named = |row: &Row| wrong_row(row).map(|name| format!("{name}, {}", row.details.frontend));
                wrong.extend(run(&jobs, format, measure, line, named)?);
            }
        }
    }
    verdict(&wrong)
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 9] = [14, 10, 6, 9, 9, 9, 9, 6, 7];

fn heading(set: &Set) -> String {
    let Set { name, key_bits, usable_bits, .. } = *set;
    let names = ["operation", "frontend", "digit", "key MB", "time", "predicted", "peer", "ratio", "correct"];
    let columns = aligned(WIDTHS, names.map(str::to_owned));
    format!("\n{name}: N = {}, keys of {key_bits} bits, ciphertexts of {usable_bits}\n{columns}  against\n", set.degree())
}

fn line(row: &Row) -> String {
    let fields = [
        row.operation.to_owned(),
        row.details.frontend.to_owned(),
        row.details.digit_bits.to_string(),
        format!("{:.1}", row.details.prepared_bytes as f64 / 1e6),
        milliseconds(row.milliseconds),
        or_dash(row.details.predicted_milliseconds.map(milliseconds)),
        or_dash(row.peer_milliseconds.map(milliseconds)),
        or_dash(row.ratio.map(ratio)),
        yes(row.correct),
    ];
    let chosen = row.details.chosen.then(|| "chosen".to_owned());
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks([&row.peer, &row.details.peer_operation, &chosen, &row.note]))
}
