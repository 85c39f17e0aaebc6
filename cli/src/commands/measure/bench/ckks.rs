//! `papilio bench ckks`: operations on approximate numbers.

use super::args::BenchCkks;
use super::report::{announced, head, milliseconds, or_dash, ratio, remarks, run, verdict, wrong_row, yes};
use crate::commands::rows::aligned;
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::Format;
use papilio_bench::ckks::cases::PEERS;
use papilio_bench::ckks::jobs::{Job, Row, jobs};
use papilio_bench::ckks::own::Own;
use papilio_bench::ckks::sets::{SETS, Set};

pub(super) fn ckks(args: &BenchCkks, format: Format) -> Result<(), CliError> {
    let mut peers = announced(&args.sides, PEERS, format)?;
    let mut wrong = Vec::new();
    for set in SETS.iter().filter(|set| args.set.as_ref().is_none_or(|name| name == set.name)) {
        check()?;
        let jobs = jobs(set, args.operation.as_deref(), &peers);
        if jobs.is_empty() {
            continue;
        }
        let own = Own::new(set).map_err(CliError::input)?;
        head(format, || heading(set, &own))?;
        let measure = |job: &Job| job.run(&mut peers, &own, args.sides.samples as usize);
        wrong.extend(run(&jobs, format, measure, line, wrong_row)?);
    }
    verdict(&wrong)
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 7] = [28, 9, 9, 6, 6, 6, 7];

fn heading(set: &Set, own: &Own) -> String {
    let ring = own.scheme().parameters().ring();
    let (name, degree, levels, scale, special) = (set.name, set.degree(), set.levels, set.scale_bits, set.special);
    let (usable, total, security) = (ring.log_modulus(), ring.log_key_modulus(), ring.security_bits());
    let names = ["operation", "time", "peer", "ratio", "bits", "its", "correct"];
    let columns = aligned(WIDTHS, names.map(str::to_owned));
    format!(
        "\n{name}: N = {degree}, {levels} levels of {scale} bits, {special} special primes, log2 Q = {usable:.0}, log2 PQ = {total:.0}, \
         {security}-bit security\n{columns}  against\n"
    )
}

fn line(row: &Row) -> String {
    let bits = |bits: f64| format!("{bits:.1}");
    let fields = [
        row.operation.to_owned(),
        milliseconds(row.milliseconds),
        or_dash(row.peer_milliseconds.map(milliseconds)),
        or_dash(row.ratio.map(ratio)),
        bits(row.details.precision_min),
        or_dash(row.details.peer_precision_min.map(bits)),
        yes(row.correct),
    ];
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks([&row.peer, &row.note]))
}
