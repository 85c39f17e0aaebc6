//! `papilio bench engine`: operations of a server on the CPU, or on a device beside it.

use super::args::BenchEngine;
use super::report::{or_dash, ratio, verdict, yes};
use crate::commands::rows::{aligned, nanoseconds, object};
use crate::engines::Asked;
use crate::error::CliError;
use crate::files::read_within;
use crate::progress::check;
use crate::stdout::{Format, print, tell};
use papilio_bench::engine::ceilings::{self, Ceiling};
use papilio_bench::engine::foreign::{Foreign, ForeignRow};
use papilio_bench::engine::jobs::Jobs;
use papilio_bench::engine::transforms::Transform;
use papilio_bench::engine::{Own, Row};
use papilio_cuda::select::{Operation, Shape};
use papilio_cuda::{EngineError, Gpu};

/// Polynomials or ciphertexts of a batch.
const BATCHES: [usize; 3] = [1, 8, 64];

pub(super) fn engine(args: &BenchEngine, format: Format) -> Result<(), CliError> {
    let selection = Asked::here(args.engine.engine)?.select(None)?;
    let gpu = selection.gpu();
    refuse_parts_of_no_set(args, gpu)?;
    let mut table = Table { format, foreign: foreign(args, gpu)?, rows: Vec::new() };
    if format == Format::Text {
        let device = gpu.map_or_else(|error| format!("CPU alone; {error}"), |gpu| gpu.info().name.clone());
        print(&format!("times are of one of the batch; {device}\n"))?;
    }
    if of_no_set(args).is_none() {
        sets(args, gpu.ok(), &mut table)?;
    }
    let mut wrong = Vec::new();
    if let (Ok(gpu), true) = (gpu, is_whole(args)) {
        transforms(args, gpu, &mut table)?;
        if args.operation.as_deref().is_none_or(|name| name == ceilings::NAME) {
            wrong = of_device(args, gpu, format)?;
        }
    }
    table.end(wrong)
}

/// The operation that is asked for, if it belongs to no set.
fn of_no_set(args: &BenchEngine) -> Option<&str> {
    args.operation.as_deref().filter(|name| Transform::NAMES.contains(name) || *name == ceilings::NAME)
}

/// Whether every set and batch is asked for.
fn is_whole(args: &BenchEngine) -> bool {
    args.shape.is_every() && args.batch.is_none()
}

/// Operations of no set have a batch of their own, and are those of a device.
fn refuse_parts_of_no_set(args: &BenchEngine, gpu: Result<&Gpu, &EngineError>) -> Result<(), CliError> {
    let Some(name) = of_no_set(args) else { return Ok(()) };
    if !is_whole(args) {
        return Err(CliError::usage(format!("--operation {name} belongs to no set, and has a batch of its own")));
    }
    let alone = |reason| CliError::usage(format!("--operation {name} is measured beside a GPU alone: {reason}"));
    gpu.map(drop).map_err(alone)
}

/// The operations of sets.
fn sets(args: &BenchEngine, gpu: Option<&Gpu>, table: &mut Table) -> Result<(), CliError> {
    let batches = args.batch.map_or(BATCHES.to_vec(), |batch| vec![usize::from(batch)]);
    let named = |operation: &Operation| args.operation.as_ref().is_none_or(|name| *name == operation.name());
    for shape in args.shape.shapes() {
        check()?;
        let own = Own::new(shape).map_err(CliError::plan)?;
        let jobs = Jobs::new(&own, gpu).map_err(CliError::plan)?;
        if table.format == Format::Text {
            print(&heading(shape))?;
        }
        for operation in Operation::ALL.into_iter().filter(named) {
            for &batch in &batches {
                check()?;
                table.add(jobs.run(operation, batch, args.samples as usize).map_err(CliError::plan)?)?;
            }
        }
    }
    Ok(())
}

/// The times of others that the arguments name, which are those of a device.
fn foreign(args: &BenchEngine, gpu: Result<&Gpu, &EngineError>) -> Result<Foreign, CliError> {
    let Some(path) = &args.peers else { return Ok(Foreign::default()) };
    if let Err(reason) = gpu {
        return Err(CliError::usage(format!("--peers has times on a GPU: {reason}")));
    }
    Foreign::parse(&read_within(path, Foreign::MAX_BYTES)?).map_err(CliError::file(path))
}

/// Rows as they are made, and those of others beside them.
struct Table {
    format: Format,
    foreign: Foreign,
    rows: Vec<Row>,
}

impl Table {
    fn add(&mut self, rows: Vec<Row>) -> Result<(), CliError> {
        for row in &rows {
            for row in core::iter::once(row.clone()).chain(self.foreign.beside(row)) {
                print(&if self.format == Format::Json { object(&row)? } else { line(&row) })?;
            }
        }
        self.rows.extend(rows);
        Ok(())
    }

    /// Says which times of others are beside no row, and which of ours are wrong, with others.
    fn end(self, mut wrong: Vec<String>) -> Result<(), CliError> {
        for ForeignRow { operation, degree, limbs, batch, peer, .. } in self.foreign.apart(&self.rows) {
            let text = format!("no row beside {operation} of {degree}x{limbs}, batch of {batch}, by {peer}\n");
            // Objects are of rows.
            if self.format == Format::Json { tell(&format!("papilio: {text}")) } else { print(&text)? }
        }
        wrong.extend(self.rows.iter().filter(|row| !row.correct).map(Row::name));
        verdict(&wrong)
    }
}

/// The transforms of no set: across ciphertexts, inside one, and of the fields of proof systems.
fn transforms(args: &BenchEngine, gpu: &Gpu, table: &mut Table) -> Result<(), CliError> {
    let named = |one: &Transform| args.operation.as_ref().is_none_or(|name| *name == one.name());
    if table.format == Format::Text && Transform::TABLE.iter().any(named) {
        print("\ntransforms across ciphertexts, inside one, and of the fields of proof systems\n")?;
    }
    for transform in Transform::TABLE.into_iter().filter(named) {
        check()?;
        table.add(transform.rows(gpu, args.samples as usize).map_err(CliError::plan)?)?;
    }
    Ok(())
}

/// The ceilings of the device, of which those that are wrong are returned.
fn of_device(args: &BenchEngine, gpu: &Gpu, format: Format) -> Result<Vec<String>, CliError> {
    check()?;
    let mut wrong = Vec::new();
    if format == Format::Text {
        let names = ["ceiling", "time", "billions", "of", "a cycle", "correct"];
        print(&format!(
            "\nceilings: what the device does at most in a second\n{}\n",
            aligned(CEILING_WIDTHS, names.map(str::to_owned))
        ))?;
    }
    for rows in ceilings::ceilings(gpu, args.samples as usize) {
        check()?;
        for row in rows.map_err(CliError::plan)? {
            print(&if format == Format::Json { object(&row)? } else { ceiling(&row) })?;
            wrong.extend((!row.correct).then(|| row.name()));
        }
    }
    Ok(wrong)
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
        row.engine.name().to_owned(),
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
    let peer = row.peer.as_ref().zip(row.peer_microseconds).map(|(peer, us)| format!("; {} {}", peer.name(), time(us)));
    format!("{}  {}{transfers}{}\n", aligned(WIDTHS, fields), row.arithmetic, peer.unwrap_or_default())
}
