//! `papilio join`: the parts of a transform as one file.

pub(super) mod args;
mod report;

use crate::error::CliError;
use crate::files::Output;
use crate::files::ciphertexts::TransformedWriter;
use crate::files::input::at_most_one_stream;
use crate::files::parts::PartFile;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::progress::Progress;
use crate::stdout::Format;
use args::Join;
use papilio_field::Residue;
use papilio_ring::RnsBasis;
use report::Joined;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(crate) fn join(args: &Join, format: Format) -> Result<(), CliError> {
    let paths: Vec<&Path> = args.parts.iter().map(PathBuf::as_path).collect();
    at_most_one_stream(paths.iter().copied())?;
    let output = Output::admit(&args.output, &paths, args.replace.replacement())?;
    let start = Instant::now();
    let mut parts = paths.iter().map(|path| PartFile::open(path)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| part.header.start);
    let plaintexts = Plaintexts::named(parts[0].path(), &parts[0].header.of.design.field)?;
    let basis = over_plaintexts!(plaintexts, F, t => whole::<F>(t, &parts))?;
    let load = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let bytes = copy(&parts, &basis, &output)?;
    let joined = Joined { output: &args.output, bytes, parts: parts.len(), design: &parts[0].header.of.design };
    joined.report([load, start.elapsed().as_secs_f64()], format)
}

/// Refuses parts that do not make one file: of another transform, twice the same, or too few.
fn whole<F: Residue>(t: &F::Ring, parts: &[PartFile]) -> Result<RnsBasis, CliError> {
    let first = &parts[0];
    let basis = first.check::<F>(t)?;
    for part in &parts[1..] {
        let foreign = |of: &str| {
            let reason = format!("a part of the transform of {of} than that of {}", first.path().display());
            Err(CliError::file(part.path())(reason))
        };
        if part.header.of != first.header.of {
            return foreign("another plan, key or number of entries");
        }
        if part.header.source != first.header.source {
            return foreign("other encrypted columns");
        }
        part.check::<F>(t)?;
    }
    let mut covered = 0;
    for (i, part) in parts.iter().enumerate() {
        let extent = part.header.extent();
        if extent.start > covered {
            return Err(missing(covered, extent.start, basis.degree()));
        }
        if extent.start < covered {
            let before = parts[i - 1].path().display();
            let reason = format!("coefficients {} to {} are those of {before} as well", extent.start, covered.min(extent.end));
            return Err(CliError::file(part.path())(reason));
        }
        covered = extent.end;
    }
    if covered < basis.degree() as u64 { Err(missing(covered, basis.degree() as u64, basis.degree())) } else { Ok(basis) }
}

/// No part has these coefficients.
fn missing(from: u64, to: u64, degree: usize) -> CliError {
    CliError::input(format!("no part has the coefficients {from} to {to} of {degree}: the parts I/N are all I from 1 to N"))
}

/// Copies all parts to their places.
fn copy(parts: &[PartFile], basis: &RnsBasis, output: &Output) -> Result<u64, CliError> {
    let header = &parts[0].header.of;
    let columns = header.design.recipe.problem.columns();
    let sink = TransformedWriter::create(output, header, basis)?;
    let progress = Progress::new("join", (parts.len() * columns) as u64);
    for part in parts {
        for index in 0..columns {
            part.copy(basis, index, &sink)?;
            if !progress.advance(1) {
                return Err(CliError::Canceled);
            }
        }
    }
    sink.finish()
}
