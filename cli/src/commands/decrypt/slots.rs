//! `papilio decrypt` of a transformed vector in slots.

use super::args::Decrypt;
use super::report::Decryption;
use crate::error::CliError;
use crate::files::formats::ValuesFormat;
use crate::files::slots::{SlotFile, SlotHeader, write_values};
use crate::files::{Access, Kind, Output, formats};
use crate::plaintexts::{Element, over_plaintexts};
use crate::stdout::Format;
use papilio_fhe::bfv::{BatchEncoder, Ciphertext};
use std::time::Instant;

pub(crate) fn decrypt(args: &Decrypt, output: &Output, format: Format) -> Result<(), CliError> {
    let key = SlotFile::open(&args.key, &[Kind::SlotSecretKey])?;
    over_plaintexts!(key.field()?, F, t => decrypt_for::<F>(t, args, output, &key, format))
}

fn decrypt_for<F: Element>(
    t: &F::Ring,
    args: &Decrypt,
    target: &Output,
    key: &SlotFile,
    format: Format,
) -> Result<(), CliError> {
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
    let decryption = Decryption {
        output: &args.output,
        values: values.len(),
        bytes,
        seconds: start.elapsed().as_secs_f64(),
        budget,
        predicted_budget: design.budget_after,
    };
    decryption.of_slots(format)
}
