//! `papilio bench gates`: gates on encrypted bits.

use super::args::BenchGates;
use super::report::{announced, head, milliseconds, or_dash, ratio, remarks, run, verdict, wrong_row, yes};
use crate::commands::rows::aligned;
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::Format;
use papilio_bench::gates::cases::{PEERS, SETS, Set};
use papilio_bench::gates::jobs::{Job, Row, jobs};
use papilio_bench::gates::own::Own;

pub(super) fn gates(args: &BenchGates, format: Format) -> Result<(), CliError> {
    let mut peers = announced(&args.sides, PEERS, format)?;
    let mut wrong = Vec::new();
    for set in SETS.iter().filter(|set| args.set.as_ref().is_none_or(|name| name == set.name)) {
        check()?;
        let mut own = Own::new(set);
        head(format, || heading(set))?;
        let jobs = jobs(set, args.operation.as_deref(), &peers);
        let measure = |job: &Job| job.run(&mut peers, &mut own, args.sides.samples as usize);
        wrong.extend(run(&jobs, format, measure, line, wrong_row)?);
    }
    verdict(&wrong)
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 6] = [16, 8, 9, 9, 6, 7];

fn heading(set: &Set) -> String {
    let parameters = (set.parameters)();
    let (name, n, degree, k) = (set.name, parameters.lwe_dimension(), parameters.degree(), parameters.glwe_dimension());
    let (failure, security) = (parameters.noise().log2_failure(), parameters.security_bits());
    let names = ["operation", "kernel", "a gate", "peer", "ratio", "correct"];
    let columns = aligned(WIDTHS, names.map(str::to_owned));
    format!(
        "\n{name}: n = {n}, N = {degree}, k = {k}, failure 2^{failure:.0}, about {security}-bit security\n{columns}  against\n"
    )
}

fn line(row: &Row) -> String {
    let fields = [
        row.operation.to_owned(),
        row.details.kernel.to_owned(),
        milliseconds(row.milliseconds),
        or_dash(row.peer_milliseconds.map(milliseconds)),
        or_dash(row.ratio.map(ratio)),
        yes(row.correct),
    ];
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks([&row.peer, &row.note]))
}
