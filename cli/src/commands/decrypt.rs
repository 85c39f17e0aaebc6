//! `papilio decrypt`: the values of transformed columns.

use super::run::decrypt_all;
use super::{done, slots};
use crate::args::{Decrypt, ValuesFormat};
use crate::error::CliError;
use crate::files::ciphertexts::CiphertextFile;
use crate::files::input::at_most_one_stream;
use crate::files::keys::KeyFile;
use crate::files::{Access, Kind, Output, ValuesHeader, formats, values};
use crate::pipeline::{Decryptor, Encoder};
use crate::plaintexts::{Element, Plaintexts, over_plaintexts};
use crate::report::{counted, seconds, size};
use serde_json::json;
use std::time::Instant;

pub(crate) fn decrypt(args: &Decrypt, json: bool) -> Result<(), CliError> {
    let inputs = [args.key.as_path(), args.input.as_path()];
    at_most_one_stream(inputs)?;
    let output = Output::admit(&args.output, &inputs, args.replace.force)?;
    if Kind::said_by(&args.key)? == Some(Kind::SlotSecretKey) {
        return slots::decrypt::decrypt(args, &output, json);
    }
    let file = KeyFile::open(&args.key, &[Kind::SecretKey])?;
    over_plaintexts!(Plaintexts::named(&args.key, &file.header.design.field)?, F, t => decrypt_for::<F>(t, args, &output, &file, json))
}

fn decrypt_for<F: Element>(t: &F::Ring, args: &Decrypt, target: &Output, file: &KeyFile, json: bool) -> Result<(), CliError> {
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
    let elapsed = start.elapsed().as_secs_f64();
    let object = json!({
        "output": args.output, "values": output.len(), "bytes": bytes, "seconds": elapsed,
        "noise_budget_bits": { "after": budget, "predicted_after": design.predicted.after },
    });
    let count = |number: usize, thing| counted(number as u64, thing);
    done(
        json,
        &object,
        &[
            (
                "decrypted",
                format!(
                    "{} in {} of {}",
                    count(output.len(), "value"),
                    count(design.outer.columns(), "column"),
                    count(design.lanes, "lane")
                ),
            ),
            ("noise", format!("{budget:.1} bits of budget left (predicted {:.1})", design.predicted.after)),
            ("file", format!("{} ({})", args.output.display(), size(bytes))),
            ("time", seconds(elapsed)),
        ],
    )
}
