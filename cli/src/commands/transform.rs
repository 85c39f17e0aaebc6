//! `papilio transform`: the server's part, which takes no key.

use super::{done, slots};
use crate::args::Transform;
use crate::error::CliError;
use crate::files::ciphertexts::{CiphertextFile, TransformedWriter, record_bytes};
use crate::files::input::at_most_one_stream;
use crate::files::{Header, Kind, Output, Reader};
use crate::memory::{peak_bytes, window};
use crate::pipeline::{self, prepare};
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::report::{seconds, size};
use papilio_fhe::bfv::Bfv;
use papilio_ntt::dft::DftResidue;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(crate) fn transform(args: &Transform, json: bool) -> Result<(), CliError> {
    let inputs: Vec<&Path> = core::iter::once(&args.input).chain(&args.keys).map(PathBuf::as_path).collect();
    at_most_one_stream(inputs.iter().copied())?;
    let output = Output::admit(&args.output, &inputs, args.replace.force)?;
    if Kind::said_by(&args.input)? == Some(Kind::SlotVector) {
        return slots::transform::transform(args, &output, json);
    }
    let (reader, header) = Reader::open::<Header>(&args.input, Kind::Columns)?;
    if args.keys.is_some() {
        return Err(CliError::usage("--keys belongs to vectors in slots: encrypted columns are transformed without keys"));
    }
    over_plaintexts!(Plaintexts::named(&args.input, &header.design.field)?, F, t => {
        let opened = CiphertextFile::of::<F>(t, reader, header, Kind::Columns)?;
        transform_for::<F>(args, &output, opened, json)
    })
}

fn transform_for<F: DftResidue>(
    args: &Transform,
    output: &Output,
    (source, bfv): (CiphertextFile, Bfv<F>),
    json: bool,
) -> Result<(), CliError> {
    let design = &source.header.design;
    let prepared = prepare(design, &bfv)?;
    let basis = bfv.parameters().basis();
    let buffers = 2 * record_bytes(basis, basis.limbs(), false) * rayon::current_num_threads() + prepared.table_bytes();
    let window = window(design, buffers as u64, args.memory.memory_limit)?;
    let sink = TransformedWriter::create(output, &source.header, basis)?;
    let times = pipeline::transform(&prepared, bfv.parameters().degree(), window, &source, &sink)?;
    let start = Instant::now();
    let bytes = sink.finish()?;
    let store = times.store + start.elapsed().as_secs_f64();
    let object = json!({
        "output": args.output, "bytes": bytes, "window": window, "ring_degree": bfv.parameters().degree(), "peak_memory_bytes": peak_bytes(),
        "seconds": { "load": times.load, "transform": times.transform, "store": store },
    });
    done(
        json,
        &object,
        &[
            ("plan", design.summary()),
            (
                "transform",
                format!(
                    "{} (reading and expanding {}, writing {})",
                    seconds(times.transform),
                    seconds(times.load),
                    seconds(store)
                ),
            ),
            (
                "memory",
                format!("{} peak, {window} of {} coefficients at a time", size(peak_bytes()), bfv.parameters().degree()),
            ),
            ("file", format!("{} ({})", args.output.display(), size(bytes))),
        ],
    )
}
