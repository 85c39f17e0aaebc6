//! `papilio transform`: the server's part, which takes no key.

pub(super) mod args;
mod report;
mod slots;

use crate::columns::costs::Costs;
use crate::columns::placed::{Tables, WithTables, on_engine, request};
use crate::columns::transform as columns;
use crate::engines::Asked;
use crate::error::CliError;
use crate::files::ciphertexts::{CiphertextFile, Record, TransformedWriter, record_bytes};
use crate::files::input::at_most_one_stream;
use crate::files::{Header, Kind, Output, Reader, parts};
use crate::memory::window;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::stdout::Format;
use args::Transform;
use core::ops::Range;
use papilio_fhe::bfv::Bfv;
use papilio_hntt::WindowTimes;
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
    let (design, degree) = (&source.header.design, bfv.parameters().degree());
    let extent = args.part.map_or(Ok(0..degree), |share| share.coefficients(degree))?;
    let asked = Asked::here(args.engine.engine)?;
    let seconds = Costs::known().cost.seconds(&design.recipe, extent.len());
    let placed = asked.place(&request(design, extent.len()), seconds, rayon::current_num_threads())?;
    let work = FromFile { args, output, source: &source, bfv: &bfv, extent, format };
    on_engine(placed, design, &bfv, work)
}

/// The transform of a file.
struct FromFile<'a, F: DftResidue> {
    args: &'a Transform,
    output: &'a Output,
    source: &'a CiphertextFile,
    bfv: &'a Bfv<F>,
    /// Coefficients that are transformed.
    extent: Range<usize>,
    format: Format,
}

impl<F: DftResidue> WithTables for FromFile<'_, F> {
    type Output = ();

    fn run<E: RowTransform>(self, tables: Tables<'_, E>) -> Result<(), CliError>
    where
        CliError: From<E::Ended>,
    {
        let Self { args, output, source, bfv, extent, format } = self;
        let (design, basis) = (&source.header.design, bfv.parameters().basis());
        let buffers = 2 * record_bytes(basis, basis.limbs(), Record::Whole) * rayon::current_num_threads() + tables.bytes;
        let widest = window(design, buffers as u64, args.memory.memory_limit)?;
        let windows = columns::windows(tables.prepared, extent.clone(), widest, args.memory.memory_limit)?;
        let sink = match args.part {
            Some(_) => parts::create(output, (&source.header, source.hash()?), basis, extent)?,
            None => TransformedWriter::create(output, &source.header, basis)?,
        };
        let window = windows.width();
        let times = columns::transform(windows, source, &sink)?;
        let start = Instant::now();
        let bytes = sink.finish()?;
        let finish = start.elapsed();
        let times = WindowTimes { store: times.store + finish, elapsed: times.elapsed + finish, ..times };
        report::of_columns(design, (window, args.part), (&args.output, bytes), (times, &tables.used), format)
    }
}
