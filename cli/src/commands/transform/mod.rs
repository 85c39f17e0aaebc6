//! `papilio transform`: the server's part, which takes no key.

pub(super) mod args;
mod report;
mod slots;

use crate::columns::transform::{self as columns, TransformTimes, prepare, prepare_on};
use crate::engines::Asked;
use crate::error::CliError;
use crate::files::ciphertexts::{CiphertextFile, Record, TransformedWriter, record_bytes};
use crate::files::input::at_most_one_stream;
use crate::files::{Header, Kind, Output, Reader, parts};
use crate::memory::window;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::stdout::Format;
use args::Transform;
use papilio_fhe::bfv::Bfv;
use papilio_hntt::Batch;
use papilio_hntt::over::bfv::Prepared;
use papilio_ntt::dft::DftResidue;
use papilio_ring::stages::RowTransform;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(crate) fn transform(args: &Transform, format: Format) -> Result<(), CliError> {
    let inputs: Vec<&Path> = core::iter::once(&args.input).chain(&args.keys).map(PathBuf::as_path).collect();
    at_most_one_stream(inputs.iter().copied())?;
    let output = Output::admit(&args.output, &inputs, args.replace.replacement())?;
    if Kind::said_by(&args.input)? == Some(Kind::SlotVector) {
        if let Some(part) = args.part {
            let reason = format!("--part {part} belongs to encrypted columns: a vector in slots is one ciphertext");
            return Err(CliError::usage(reason));
        }
        return slots::transform(args, &output, format);
    }
    let (reader, header) = Reader::open::<Header>(&args.input, Kind::Columns)?;
    if args.keys.is_some() {
        return Err(CliError::usage("--keys belongs to vectors in slots: encrypted columns are transformed without keys"));
    }
    over_plaintexts!(Plaintexts::named(&args.input, &header.design.field)?, F, t => {
        let opened = CiphertextFile::of::<F>(t, reader, header, Kind::Columns)?;
        transform_for::<F>(args, &output, opened, format)
    })
}

fn transform_for<F: DftResidue>(
    args: &Transform,
    output: &Output,
    (source, bfv): (CiphertextFile, Bfv<F>),
    format: Format,
) -> Result<(), CliError> {
    let design = &source.header.design;
    match Asked::here(args.engine.engine)?.device_for_files()? {
        None => {
            let prepared = prepare(design, &bfv)?;
            let tables = prepared.table_bytes();
            transform_by(args, output, (&source, bfv), (&prepared, tables, usize::MAX), format)
        }
        Some(gpu) => {
            let prepared = prepare_on(&gpu, design, &bfv)?;
            // The device has memory for so much of a window.
            let widest = Batch::widest(&prepared, 0..bfv.parameters().degree())?.window().len();
            transform_by(args, output, (&source, bfv), (&prepared, 0, widest), format)
        }
    }
}

/// The transform by an engine whose tables take bytes of the memory here, in windows of so many
/// coefficients at most.
fn transform_by<F: DftResidue, E: RowTransform>(
    args: &Transform,
    output: &Output,
    (source, bfv): (&CiphertextFile, Bfv<F>),
    (prepared, tables, widest): (&Prepared<E>, usize, usize),
    format: Format,
) -> Result<(), CliError>
where
    CliError: From<E::Ended>,
{
    let (design, basis) = (&source.header.design, bfv.parameters().basis());
    let buffers = 2 * record_bytes(basis, basis.limbs(), Record::Whole) * rayon::current_num_threads() + tables;
    let window = window(design, buffers as u64, args.memory.memory_limit)?.min(widest);
    let extent = args.part.map_or(Ok(0..basis.degree()), |share| share.coefficients(basis.degree()))?;
    let sink = match args.part {
        Some(_) => parts::create(output, (&source.header, source.hash()?), basis, extent.clone())?,
        None => TransformedWriter::create(output, &source.header, basis)?,
    };
    let window = window.min(extent.len());
    let times = columns::transform(prepared, extent, window, source, &sink)?;
    let start = Instant::now();
    let bytes = sink.finish()?;
    let store = times.store + start.elapsed().as_secs_f64();
    report::of_columns(design, (window, args.part), (&args.output, bytes), &TransformTimes { store, ..times }, format)
}
