//! `papilio decrypt`: the values of transformed columns.

pub(super) mod args;
mod report;
mod slots;

use crate::columns::decryptor::{Decryptor, decrypt_all};
use crate::columns::encoder::Encoder;
use crate::error::CliError;
use crate::files::ciphertexts::CiphertextFile;
use crate::files::formats::ValuesFormat;
use crate::files::input::at_most_one_stream;
use crate::files::keys::KeyFile;
use crate::files::{Access, Kind, Output, ValuesHeader, formats, values};
use crate::plaintexts::{Element, Plaintexts, over_plaintexts};
use crate::stdout::Format;
use args::Decrypt;
use report::Decryption;
use std::time::Instant;

pub(crate) fn decrypt(args: &Decrypt, format: Format) -> Result<(), CliError> {
    let inputs = [args.key.as_path(), args.input.as_path()];
    at_most_one_stream(inputs)?;
    let output = Output::admit(&args.output, &inputs, args.replace.replacement())?;
    if Kind::said_by(&args.key)? == Some(Kind::SlotSecretKey) {
        return slots::decrypt(args, &output, format);
    }
    let file = KeyFile::open(&args.key, &[Kind::SecretKey])?;
    over_plaintexts!(Plaintexts::named(&args.key, &file.header.design.field)?, F, t => decrypt_for::<F>(t, args, &output, &file, format))
}

fn decrypt_for<F: Element>(
    t: &F::Ring,
    args: &Decrypt,
    target: &Output,
    file: &KeyFile,
    format: Format,
) -> Result<(), CliError> {
    let (key, (bfv, secret)) = (&file.header, file.secret::<F>(t)?);
    let (source, _) = CiphertextFile::open::<F>(t, &args.input, Kind::Transformed)?;
    if source.header.key != key.key {
        return Err(CliError::file(&args.input)(format!("encrypted under another key than {}", args.key.display())));
    }
    if source.header.design != key.design {
        return Err(CliError::file(&args.input)(format!("made by another plan than the one in {}", args.key.display())));
    }
    let (design, start) = (&key.design, Instant::now());
    let encoder = Encoder::new(design, &bfv)?;
    let decryptor = Decryptor::new(design, &bfv, &encoder, &secret);
    decrypt_all(&source, &decryptor)?;
    let (packed, budget) = decryptor.finish();
    let output =
        design.layout.unpack(t, &design.outer, design.lanes, packed).ok_or_else(|| CliError::plan("no such root of unity"))?;
    let header = ValuesHeader { design: design.clone(), entries: source.header.entries };
    let bytes = match args.format {
        ValuesFormat::Values => values::write(t, target, &header, &output)?,
        format => target.write(Access::Private, &formats::encode(t, format, &output)?)?,
    };
    let decryption = Decryption {
        output: &args.output,
        values: output.len(),
        bytes,
        seconds: start.elapsed().as_secs_f64(),
        budget,
        predicted_budget: design.predicted.after,
    };
    decryption.of_columns(design, format)
}
