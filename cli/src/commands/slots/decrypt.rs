//! `papilio decrypt` of a transformed vector in slots.

use crate::args::{Decrypt, ValuesFormat};
use crate::commands::done;
use crate::error::CliError;
use crate::files::slots::{SlotFile, SlotHeader, write_values};
use crate::files::{Access, Kind, Output, formats};
use crate::plaintexts::{Element, over_plaintexts};
use crate::report::{counted, seconds, size};
use papilio_fhe::bfv::{BatchEncoder, Ciphertext};
use serde_json::json;
use std::time::Instant;

pub(crate) fn decrypt(args: &Decrypt, output: &Output, json: bool) -> Result<(), CliError> {
    let key = SlotFile::open(&args.key, &[Kind::SlotSecretKey])?;
    over_plaintexts!(key.field()?, F, t => decrypt_for::<F>(t, args, output, &key, json))
}

fn decrypt_for<F: Element>(t: &F::Ring, args: &Decrypt, target: &Output, key: &SlotFile, json: bool) -> Result<(), CliError> {
    let (bfv, secret) = key.secret::<F>(t)?;
    let input = SlotFile::open(&args.input, &[Kind::SlotTransformed])?;
    input.belongs_to(key)?;
    input.scheme::<F>(t)?;
    let (design, start) = (&key.header.design, Instant::now());
    let ciphertext: Ciphertext = input.object(&bfv)?;
    if ciphertext.level() != design.recipe.output_limbs {
        let (found, expected) = (ciphertext.level(), design.recipe.output_limbs);
        return Err(CliError::file(&args.input)(format!("a ciphertext of {found} primes, where the plan leaves {expected}")));
    }
    let budget = bfv.noise_budget_bits(&secret, &ciphertext).map_err(CliError::file(&args.input))?;
    let opened = bfv.decrypt(&secret, &ciphertext).map_err(CliError::file(&args.input))?;
    let slots = BatchEncoder::new(&bfv).map_err(CliError::plan)?;
    let values = design.recipe.collect(&slots.decode(&opened.plaintext).map_err(CliError::input)?);
    let header = SlotHeader { entries: input.header.entries, ..key.header.clone() };
    let bytes = match args.format {
        ValuesFormat::Values => write_values(t, target, &header, &values)?,
        format => target.write(Access::Private, &formats::encode(t, format, &values)?)?,
    };
    let elapsed = start.elapsed().as_secs_f64();
    let object = json!({
        "output": args.output, "layout": "slots", "values": values.len(), "bytes": bytes, "seconds": elapsed,
        "noise_budget_bits": { "after": budget, "predicted_after": design.budget_after },
    });
    done(
        json,
        &object,
        &[
            ("decrypted", format!("{} of a vector in slots", counted(values.len() as u64, "value"))),
            ("noise", format!("{budget:.1} bits of budget left (predicted {:.1})", design.budget_after)),
            ("file", format!("{} ({})", args.output.display(), size(bytes))),
            ("time", seconds(elapsed)),
        ],
    )
}
