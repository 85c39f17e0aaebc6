//! `papilio bench fft`: complex transforms.

use super::args::BenchFft;
use super::peers::peers;
use super::report::{head, no_length, or_dash, order, ratio, ratios, remarks, run, verdict, way, yes};
use crate::commands::rows::{aligned, nanoseconds};
use crate::error::CliError;
use crate::stdout::Format;
use papilio_bench::fft::cases::cases;
use papilio_bench::fft::jobs::{Job, Row, jobs};
use papilio_bench::ntt::bound::Processor;

pub(super) fn fft(args: &BenchFft, format: Format) -> Result<(), CliError> {
    let mut peers = peers(args.sides.peers.as_deref())?;
    let jobs = jobs(args.n, &peers);
    if jobs.is_empty() {
        return Err(no_length(args.n.unwrap_or(0), cases().iter().map(|case| case.n).collect()));
    }
    let processor = Processor::measured();
    head(format, || heading(&processor, &jobs))?;
    let measure = |job: &Job| job.run(&mut peers, &processor, args.sides.samples as usize);
    let wrong = |row: &Row| (!row.correct).then(|| format!("{} complex numbers", row.n));
    verdict(&run(&jobs, format, measure, line, wrong)?)
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 11] = [6, 7, 7, 8, 9, 9, 9, 6, 6, 6, 7];

fn heading(processor: &Processor, jobs: &[Job]) -> String {
    let (clock, ratios) = (processor.clock, ratios(jobs.iter().any(|job| job.peer.is_some())));
    let names = ["n", "order", "way", "kernel", "time", "bound", "peer", "ratio", "error", "its", "correct"];
    format!("{clock:.2} GHz; {ratios}{}  against\n", aligned(WIDTHS, names.map(str::to_owned)))
}

fn line(row: &Row) -> String {
    let error = |error: f64| if error < 1e3 { format!("{error:.1}") } else { format!("{error:.0e}") };
    let fields = [
        row.n.to_string(),
        order(row.order),
        way(row.direction),
        row.kernel.clone(),
        nanoseconds(row.nanoseconds),
        or_dash(row.bound_nanoseconds.map(nanoseconds)),
        or_dash(row.peer_nanoseconds.map(nanoseconds)),
        or_dash(row.ratio.map(ratio)),
        error(row.value_error),
        or_dash(row.peer_value_error.map(error)),
        yes(row.correct),
    ];
    format!("{}  {}\n", aligned(WIDTHS, fields), remarks([&row.peer, &row.note]))
}
