//! `papilio bench engine`: operations of a server on the CPU, or on a device beside it.

use super::args::BenchEngine;
use super::report::{or_dash, ratio, verdict, yes};
use crate::commands::rows::{aligned, nanoseconds, object};
use crate::engines::Asked;
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::{Format, print};
use papilio_bench::engine::ceilings::{self, Ceiling};
use papilio_bench::engine::jobs::Jobs;
use papilio_bench::engine::transforms::Transform;
use papilio_bench::engine::{Own, Place, Row};
use papilio_cuda::Gpu;
use papilio_cuda::select::{Operation, Shape};

/// Polynomials or ciphertexts of a batch.
const BATCHES: [usize; 3] = [1, 8, 64];

pub(super) fn engine(args: &BenchEngine, format: Format) -> Result<(), CliError> {
    let selection = Asked::here(args.engine.engine)?.select(None)?;
    let gpu = selection.gpu();
    let of_no_set = args.operation.as_deref().filter(|name| Transform::NAMES.contains(name) || *name == ceilings::NAME);
    let is_whole = args.shape.is_every() && args.batch.is_none();
    match (of_no_set, gpu) {
        (Some(name), _) if !is_whole => {
            return Err(CliError::usage(format!("--operation {name} belongs to no set, and has a batch of its own")));
        }
        (Some(name), Err(reason)) => {
            return Err(CliError::usage(format!("--operation {name} is measured beside a GPU alone: {reason}")));
        }
        _ => {}
    }
    if format == Format::Text {
        let device = gpu.map_or_else(|error| format!("CPU alone; {error}"), |gpu| gpu.info().name.clone());
        print(&format!("times are of one of the batch; {device}\n"))?;
    }
    let batches = args.batch.map_or(BATCHES.to_vec(), |batch| vec![usize::from(batch)]);
    let named = |operation: &Operation| args.operation.as_ref().is_none_or(|name| *name == operation.name());
    let mut wrong = Vec::new();
    for shape in args.shape.shapes().filter(|_| of_no_set.is_none()) {
        check()?;
        let own = Own::new(shape).map_err(CliError::plan)?;
        let jobs = Jobs::new(&own, gpu.ok()).map_err(CliError::plan)?;
        if format == Format::Text {
            print(&heading(shape))?;
        }
        for operation in Operation::ALL.into_iter().filter(named) {
            for &batch in &batches {
                check()?;
                for row in jobs.run(operation, batch, args.samples as usize).map_err(CliError::plan)? {
                    print(&if format == Format::Json { object(&row)? } else { line(&row) })?;
                    wrong.extend((!row.correct).then(|| row.name()));
                }
            }
        }
    }
    if let (Ok(gpu), true) = (gpu, is_whole) {
        transforms(args, gpu, format, &mut wrong)?;
        if args.operation.as_deref().is_none_or(|name| name == ceilings::NAME) {
            of_device(args, gpu, format, &mut wrong)?;
        }
    }
    verdict(&wrong)
}

/// The transforms of no set: across ciphertexts, inside one, and of the fields of proof systems.
fn transforms(args: &BenchEngine, gpu: &Gpu, format: Format, wrong: &mut Vec<String>) -> Result<(), CliError> {
    let named = |one: &Transform| args.operation.as_ref().is_none_or(|name| *name == one.name());
    if format == Format::Text && Transform::TABLE.iter().any(named) {
        print("\ntransforms across ciphertexts, inside one, and of the fields of proof systems\n")?;
    }
    for transform in Transform::TABLE.into_iter().filter(named) {
        check()?;
        for row in transform.rows(gpu, args.samples as usize).map_err(CliError::plan)? {
            print(&if format == Format::Json { object(&row)? } else { line(&row) })?;
            wrong.extend((!row.correct).then(|| row.name()));
        }
    }
    Ok(())
}

/// The ceilings of the device.
fn of_device(args: &BenchEngine, gpu: &Gpu, format: Format, wrong: &mut Vec<String>) -> Result<(), CliError> {
    check()?;
    if format == Format::Text {
        let names = ["ceiling", "time", "billions", "of", "a cycle", "correct"];
        print(&format!(
            "\nceilings: what the device does at most in a second\n{}\n",
            aligned(CEILING_WIDTHS, names.map(str::to_owned))
        ))?;
    }
    for row in ceilings::ceilings(gpu, args.samples as usize).map_err(CliError::plan)? {
        print(&if format == Format::Json { object(&row)? } else { ceiling(&row) })?;
        wrong.extend((!row.correct).then(|| row.name()));
    }
    Ok(())
}

/// The same of the table of ceilings.
const CEILING_WIDTHS: [usize; 6] = [18, 10, 10, 14, 9, 7];

fn ceiling(row: &Ceiling) -> String {
    let fields = [
        row.ceiling.to_owned(),
        or_dash(row.microseconds.map(|us| nanoseconds(us * 1e3))),
        or_dash(row.billions_per_second.map(|rate| format!("{rate:.1}"))),
        row.unit.to_owned(),
        or_dash(row.per_cycle.map(ratio)),
        yes(row.correct),
    ];
    format!("{}\n", aligned(CEILING_WIDTHS, fields))
}

/// Width of each column of the table; what follows the last is as long as it is.
const WIDTHS: [usize; 7] = [18, 5, 8, 10, 10, 9, 7];

fn heading(shape: Shape) -> String {
    let Shape { degree, limbs, special } = shape;
    let names = ["operation", "batch", "engine", "time", "bound", "ratio", "correct"];
    let columns = aligned(WIDTHS, names.map(str::to_owned));
    format!("\n{shape}: N = {degree}, {limbs} primes of operands and {special} special\n{columns}  by\n")
}

fn line(row: &Row) -> String {
    let time = |us: f64| nanoseconds(us * 1e3);
    let fields = [
        row.operation.to_owned(),
        row.batch.to_string(),
        name(row.engine).to_owned(),
        or_dash(row.microseconds.map(time)),
        or_dash(row.bound_microseconds.map(time)),
        or_dash(row.ratio.map(ratio)),
        yes(row.correct),
    ];
    let transfers = match (row.transfers, row.overlap) {
        (false, _) => "",
        (true, false) => ", with transfers",
        (true, true) => ", with transfers meanwhile",
    };
    let peer = row.peer.zip(row.peer_microseconds).map(|(peer, us)| format!("; {} {}", name(peer), time(us)));
    format!("{}  {}{transfers}{}\n", aligned(WIDTHS, fields), row.arithmetic, peer.unwrap_or_default())
}

fn name(place: Place) -> &'static str {
    match place {
        Place::Cpu => "cpu",
        Place::Cuda => "cuda",
        Place::Emulated => "emulated",
    }
}
