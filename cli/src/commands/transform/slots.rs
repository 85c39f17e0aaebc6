//! `papilio transform` of a vector in slots: the server's part, with rotation keys.

use super::args::Transform;
use super::report;
use crate::args::SchemeName;
use crate::engines::Asked;
use crate::error::CliError;
use crate::files::rotation::RotationFile;
use crate::files::slots::{SlotFile, write};
use crate::files::{Kind, Output};
use crate::numbers::size;
use crate::plaintexts::over_plaintexts;
use crate::slots::placed::transform_on;
use crate::slots::server::{self, KeyStore};
use crate::stdout::Format;
use papilio_fhe::bfv::{Bfv, Ciphertext, SeededCiphertext};
use papilio_fhe::codec::Kind as ObjectKind;
use papilio_hntt::slots::KeyPlace;
use papilio_ntt::dft::DftResidue;
use std::time::Instant;

pub(crate) fn transform(args: &Transform, output: &Output, format: Format) -> Result<(), CliError> {
    let input = SlotFile::open(&args.input, &[Kind::SlotVector])?;
    over_plaintexts!(input.field()?, F, t => transform_for::<F>(t, args, output, &input, format))
}

fn transform_for<F: DftResidue>(
    t: &F::Ring,
    args: &Transform,
    output: &Output,
    input: &SlotFile,
    format: Format,
) -> Result<(), CliError> {
    let bfv = input.scheme::<F>(t)?;
    let design = &input.header.design;
    let Some(keys) = &args.keys else {
        return Err(CliError::usage(format!(
            "{}: a vector in slots is transformed with its rotation keys: give --keys FILE, the rotation.keys ({}) that \
             `papilio keygen` wrote beside its secret key",
            args.input.display(),
            size(design.galois_key_bytes)
        )));
    };
    let asked = Asked::here(args.engine.engine)?;
    let working = server::working(design, args.memory.memory_limit)?;
    let placed = asked.place(&server::request(design), design.seconds, working.at_once)?;
    let start = Instant::now();
    let keys = RotationFile::open(keys, &bfv, input)?;
    let ciphertext = fresh(&bfv, input)?;
    let loaded = (working.keys == KeyPlace::Memory).then(|| keys.load()).transpose()?;
    let keys: &KeyStore = match &loaded {
        Some(loaded) => loaded,
        None => &keys,
    };
    let load = start.elapsed().as_secs_f64();
    let (result, used) = transform_on(placed, design, (&bfv, keys, working.at_once), ciphertext, SchemeName::Bfv)?;
    let elapsed = start.elapsed().as_secs_f64() - load;
    let bytes = write(output, Kind::SlotTransformed, &input.header, (&bfv, &result))?;
    report::of_slots(design, &working, (&args.output, bytes), ([load, elapsed], &used), format)
}

/// The ciphertext, of one part and a seed or of two parts.
fn fresh<F: DftResidue>(bfv: &Bfv<F>, input: &SlotFile) -> Result<Ciphertext, CliError> {
    match input.holds()? {
        ObjectKind::SeededCiphertext => {
            input.object::<SeededCiphertext>(bfv)?.expand(bfv).map_err(CliError::file(input.path()))
        }
        _ => input.object::<Ciphertext>(bfv),
    }
}
