//! `papilio bench ntt`: transforms in the clear.

use super::args::BenchNtt;
use super::peers::peers;
use super::report::{head, no_length, or_dash, order, ratio, ratios, remarks, run, verdict, way, yes};
use crate::commands::rows::{aligned, nanoseconds};
use crate::error::CliError;
use crate::stdout::Format;
use papilio_bench::ntt::bound::Processor;
use papilio_bench::ntt::cases::cases;
use papilio_bench::ntt::jobs::{Job, Row, jobs};
use papilio_bench::peers::Peers;

pub(super) fn ntt(args: &BenchNtt, format: Format) -> Result<(), CliError> {
    let mut peers = peers(args.sides.peers.as_deref())?;
    let jobs = wanted(args, &peers)?;
    let processor = Processor::measured();
    head(format, || heading(&processor, &jobs))?;
    let measure = |job: &Job| job.run(&mut peers, &processor, args.sides.samples as usize);
    let wrong = |row: &Row| (!row.correct).then(|| format!("{} at {} points", row.field, row.n));
    verdict(&run(&jobs, format, measure, line, wrong)?)
}

/// The comparisons that pass the filters; filters that nothing passes are a mistake.
fn wanted(args: &BenchNtt, peers: &Peers) -> Result<Vec<Job>, CliError> {
    let jobs = jobs(args.field.as_deref(), args.n, peers);
    if !jobs.is_empty() {
        return Ok(jobs);
    }
    let all = cases();
    let of_field: Vec<_> = all.iter().filter(|case| args.field.as_deref().is_none_or(|name| name == case.field)).collect();
    if of_field.is_empty() {
        let mut names: Vec<_> = all.iter().map(|case| case.field).collect();
        names.dedup();
        return Err(CliError::usage(format!(
            "no field {}: there are {}",
            args.field.as_deref().unwrap_or(""),
            names.join(", ")
        )));
    }
    Err(no_length(args.n.unwrap_or(0), of_field.iter().map(|case| case.n).collect()))
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 10] = [10, 10, 7, 7, 10, 9, 9, 9, 6, 7];

fn heading(processor: &Processor, jobs: &[Job]) -> String {
    let (clock, ratios) = (processor.clock, ratios(jobs.iter().any(|job| job.peer.is_some())));
    let names = ["field", "n", "order", "way", "kernel", "time", "bound", "peer", "ratio", "correct"];
    format!("{clock:.2} GHz; {ratios}{}  against\n", aligned(WIDTHS, names.map(str::to_owned)))
}

fn line(row: &Row) -> String {
    let batch = if row.batch > 1 { format!("{} x{}", row.n, row.batch) } else { row.n.to_string() };
    let threads = (row.threads > 1).then(|| format!("{} threads", row.threads));
    let fields = [
        row.field.to_owned(),
        batch,
        order(row.order),
        way(row.direction),
        row.kernel.clone(),
        nanoseconds(row.nanoseconds),
        or_dash(row.bound_nanoseconds.map(nanoseconds)),
        or_dash(row.peer_nanoseconds.map(nanoseconds)),
        or_dash(row.ratio.map(ratio)),
        yes(row.correct),
    ];
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks([&row.peer, &threads, &row.note]))
}
