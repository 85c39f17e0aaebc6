//! `papilio bench ckks`: operations on approximate numbers.

use super::args::BenchCkks;
use super::peers::peers;
use super::report::{or_dash, ratio, ratios, run, verdict, yes};
use crate::commands::rows::{aligned, nanoseconds};
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::{Format, print};
use papilio_bench::ckks::cases::PEERS;
use papilio_bench::ckks::jobs::{Job, Row, jobs};
use papilio_bench::ckks::own::Own;
use papilio_bench::ckks::sets::{SETS, Set};

pub(super) fn ckks(args: &BenchCkks, format: Format) -> Result<(), CliError> {
    let mut peers = peers(args.sides.peers.as_deref())?;
    if format == Format::Text {
        print(&ratios(peers.built(PEERS) != [None]))?;
    }
    let mut wrong = Vec::new();
    for set in SETS.iter().filter(|set| args.set.as_ref().is_none_or(|name| name == set.name)) {
        check()?;
        let jobs = jobs(set, args.operation.as_deref(), &peers);
        if jobs.is_empty() {
            continue;
        }
        let own = Own::new(set).map_err(CliError::input)?;
        if format == Format::Text {
            print(&heading(set, &own))?;
        }
        let measure = |job: &Job| job.run(&mut peers, &own, args.sides.samples as usize);
        let named = |row: &Row| (!row.correct).then(|| format!("{} of {}", row.operation, row.set));
        wrong.extend(run(&jobs, format, measure, line, named)?);
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
    let milliseconds = |ms: f64| nanoseconds(ms * 1e6);
    let bits = |bits: f64| format!("{bits:.1}");
    let fields = [
        row.operation.to_owned(),
        milliseconds(row.milliseconds),
        or_dash(row.peer_milliseconds.map(milliseconds)),
        or_dash(row.ratio.map(ratio)),
        bits(row.precision_min),
        or_dash(row.peer_precision_min.map(bits)),
        yes(row.correct),
    ];
    let remarks: Vec<_> = row.peer.iter().chain(&row.note).cloned().collect();
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks.join("; "))
}
