//! `papilio bench bfv`: operations of the scheme.

use super::args::BenchBfv;
use super::peers::peers;
use super::report::{or_dash, ratio, ratios, run, verdict, yes};
use crate::commands::rows::{aligned, nanoseconds};
use crate::error::CliError;
use crate::numbers::counted;
use crate::progress::check;
use crate::stdout::{Format, print};
use papilio_bench::bfv::cases::PEERS;
use papilio_bench::bfv::jobs::{Job, Row, jobs};
use papilio_bench::bfv::sets::{PRIME_BITS, SETS, Set};
use papilio_bench::bfv::side::Side;
use papilio_fhe::Parameters;

pub(super) fn bfv(args: &BenchBfv, format: Format) -> Result<(), CliError> {
    let mut peers = peers(args.sides.peers.as_deref())?;
    if format == Format::Text {
        print(&ratios(peers.built(PEERS) != [None]))?;
    }
    let mut wrong = Vec::new();
    for set in SETS.iter().filter(|set| args.set.as_ref().is_none_or(|name| name == set.name)) {
        check()?;
        let own = Side::new(set, args.plain_modulus).map_err(CliError::input)?;
        if format == Format::Text {
            print(&heading(set, own.parameters()))?;
        }
        let jobs = jobs(set, args.operation.as_deref(), &peers);
        let measure = |job: &Job| job.run(&mut peers, &own, args.sides.samples as usize);
        let named = |row: &Row| (!row.correct).then(|| format!("{} of {}", row.operation, row.set));
        wrong.extend(run(&jobs, format, measure, line, named)?);
    }
    verdict(&wrong)
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 5] = [19, 9, 9, 6, 7];

fn heading(set: &Set, parameters: &Parameters) -> String {
    let (name, degree, primes, special) = (set.name, set.degree(), set.primes - 1, set.special);
    let log_modulus = parameters.log_key_modulus();
    let security = match parameters.security_bits() {
        0 => "BELOW 128-bit security".to_owned(),
        bits => format!("{bits}-bit security"),
    };
    let columns = aligned(WIDTHS, ["operation", "time", "peer", "ratio", "correct"].map(str::to_owned));
    let primes = counted(primes as u64, "prime");
    format!(
        "\n{name}: N = {degree}, {primes} of {PRIME_BITS} bits and {special} special, log2 PQ = {log_modulus:.1}, {security}\n\
         {columns}  against\n"
    )
}

fn line(row: &Row) -> String {
    let milliseconds = |ms: f64| nanoseconds(ms * 1e6);
    let fields = [
        row.operation.to_owned(),
        milliseconds(row.milliseconds),
        or_dash(row.peer_milliseconds.map(milliseconds)),
        or_dash(row.ratio.map(ratio)),
        yes(row.correct),
    ];
    let remarks: Vec<_> = row.peer.iter().chain(&row.note).cloned().collect();
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks.join("; "))
}
