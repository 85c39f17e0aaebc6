//! `papilio bench bfv`: operations of the scheme.

use super::args::BenchBfv;
use super::report::{announced, head, milliseconds, or_dash, ratio, remarks, run, verdict, wrong_row, yes};
use crate::commands::rows::aligned;
use crate::error::CliError;
use crate::numbers::{counted, security};
use crate::progress::check;
use crate::stdout::Format;
use papilio_bench::bfv::cases::PEERS;
use papilio_bench::bfv::jobs::{Job, Row, jobs};
use papilio_bench::bfv::sets::{PRIME_BITS, SETS, Set};
use papilio_bench::bfv::side::Side;
use papilio_fhe::Parameters;

pub(super) fn bfv(args: &BenchBfv, format: Format) -> Result<(), CliError> {
    let mut peers = announced(&args.sides, PEERS, format)?;
    let mut wrong = Vec::new();
    for set in SETS.iter().filter(|set| args.set.as_ref().is_none_or(|name| name == set.name)) {
        check()?;
        let own = Side::new(set, args.plain_modulus).map_err(CliError::input)?;
        head(format, || heading(set, own.parameters()))?;
        let jobs = jobs(set, args.operation.as_deref(), &peers);
        let measure = |job: &Job| job.run(&mut peers, &own, args.sides.samples as usize);
        wrong.extend(run(&jobs, format, measure, line, wrong_row)?);
    }
    verdict(&wrong)
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 5] = [19, 9, 9, 6, 7];

fn heading(set: &Set, parameters: &Parameters) -> String {
    let (name, degree, primes, special) = (set.name, set.degree(), set.primes - 1, set.special);
    let log_modulus = parameters.log_key_modulus();
    let security = security(parameters.security_bits());
    let columns = aligned(WIDTHS, ["operation", "time", "peer", "ratio", "correct"].map(str::to_owned));
    let primes = counted(primes as u64, "prime");
    format!(
        "\n{name}: N = {degree}, {primes} of {PRIME_BITS} bits and {special} special, log2 PQ = {log_modulus:.1}, {security}\n\
         {columns}  against\n"
    )
}

fn line(row: &Row) -> String {
    let fields = [
        row.operation.to_owned(),
        milliseconds(row.milliseconds),
        or_dash(row.peer_milliseconds.map(milliseconds)),
        or_dash(row.ratio.map(ratio)),
        yes(row.correct),
    ];
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks([&row.peer, &row.note]))
}
