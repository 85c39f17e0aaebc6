//! `papilio bench`: our transforms against other libraries.

use crate::args::{Bench, BenchNtt, BenchTarget};
use crate::error::CliError;
use crate::progress::check;
use crate::report::print;
use bench::ntt::bound::Processor;
use bench::ntt::cases::cases;
use bench::ntt::jobs::{Job, Row, jobs};
use bench::ntt::peers::Peers;
use bench::ntt::protocol::Order;

pub(crate) fn bench(args: &Bench, json: bool) -> Result<(), CliError> {
    let BenchTarget::Ntt(args) = &args.target;
    ntt(args, json)
}

fn ntt(args: &BenchNtt, json: bool) -> Result<(), CliError> {
    let mut peers = peers(args)?;
    let jobs = wanted(args, &peers)?;
    let processor = Processor::measured();
    if !json {
        print(&heading(&processor, &jobs))?;
    }
    let mut wrong = Vec::new();
    for job in jobs {
        check()?;
        let row = job.run(&mut peers, &processor, args.samples as usize).map_err(CliError::input)?;
        print(&if json { object(&row)? } else { line(&row) })?;
        if !row.correct {
            wrong.push(format!("{} at {} points", row.field, row.n));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(CliError::Unverified(wrong.join(", "))) }
}

fn peers(args: &BenchNtt) -> Result<Peers, CliError> {
    match &args.peers {
        None => Ok(Peers::nearby()),
        Some(folder) if folder.is_dir() => Ok(Peers::of(folder)),
        Some(folder) => Err(CliError::input(format!("{}: no such folder of peers", folder.display()))),
    }
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
        return Err(CliError::input(format!(
            "no field {}: there are {}",
            args.field.as_deref().unwrap_or(""),
            names.join(", ")
        )));
    }
    let mut lengths: Vec<_> = of_field.iter().map(|case| case.n).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let lengths: Vec<_> = lengths.iter().map(ToString::to_string).collect();
    Err(CliError::input(format!("no case of length {}: there are {}", args.n.unwrap_or(0), lengths.join(", "))))
}

fn object(row: &Row) -> Result<String, CliError> {
    Ok(serde_json::to_string(row).map_err(CliError::input)? + "\n")
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 10] = [10, 10, 7, 7, 10, 9, 9, 9, 6, 7];

fn heading(processor: &Processor, jobs: &[Job]) -> String {
    let alone = if jobs.iter().any(|job| job.peer.is_some()) { "" } else { "; no peers are built: `cargo xtask peers`" };
    let clock = processor.clock();
    let names = ["field", "n", "order", "way", "kernel", "time", "bound", "peer", "ratio", "correct"];
    format!("{clock:.2} GHz; ratio is the peer's time over ours{alone}\n{}  against\n", aligned(names.map(str::to_owned)))
}

fn line(row: &Row) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let batch = if row.batch > 1 { format!("{} x{}", row.n, row.batch) } else { row.n.to_string() };
    let threads = (row.threads > 1).then(|| format!("{} threads", row.threads));
    let columns = aligned([
        row.field.to_owned(),
        batch,
        if row.order == Order::Natural { "natural" } else { "any" }.to_owned(),
        format!("{:?}", row.direction).to_lowercase(),
        row.kernel.clone(),
        nanoseconds(row.nanoseconds),
        or_dash(row.bound_nanoseconds.map(nanoseconds)),
        or_dash(row.peer_nanoseconds.map(nanoseconds)),
        or_dash(row.ratio.map(|ratio| format!("{ratio:.2}"))),
        if row.correct { "yes" } else { "WRONG" }.to_owned(),
    ]);
    let remarks: Vec<_> = row.peer.iter().chain(&threads).chain(&row.note).cloned().collect();
    format!("{columns}  {}\n", remarks.join("; "))
}

fn aligned(fields: [String; WIDTHS.len()]) -> String {
    fields.iter().zip(WIDTHS).map(|(field, width)| format!("{field:>width$}")).collect::<Vec<_>>().join(" ")
}

/// Three digits or more, whatever the unit.
fn nanoseconds(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{ns:.1} ns"),
        _ if ns < 1e6 => format!("{:.2} us", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}
