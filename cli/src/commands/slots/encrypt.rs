//! `papilio encrypt` under a key for a vector in slots.

use super::padded;
use crate::args::Encrypt;
use crate::commands::done;
use crate::commands::encrypt::refuse_public;
use crate::error::CliError;
use crate::files::slots::{SlotFile, SlotHeader, write};
use crate::files::{Kind, Output};
use crate::pipeline::system_rng;
use crate::plaintexts::{Element, over_plaintexts};
use crate::report::{counted, seconds, size};
use crate::witness;
use papilio_fhe::bfv::{BatchEncoder, PublicKey};
use serde_json::json;
use std::time::Instant;

pub(crate) fn encrypt(args: &Encrypt, output: &Output, json: bool) -> Result<(), CliError> {
    let key = SlotFile::open(&args.key, &[Kind::SlotSecretKey, Kind::SlotPublicKey])?;
    over_plaintexts!(key.field()?, F, t => encrypt_for::<F>(t, args, output, &key, json))
}

fn encrypt_for<F: Element>(t: &F::Ring, args: &Encrypt, output: &Output, key: &SlotFile, json: bool) -> Result<(), CliError> {
    let bfv = key.scheme::<F>(t)?;
    let design = &key.header.design;
    let seeded = key.kind == Kind::SlotSecretKey;
    if !seeded && !design.takes_public_key(t) {
        return Err(refuse_public(&args.key, design.budget_after(t, true)));
    }
    let entries = witness::read::<F>(t, &args.witness)?;
    let start = Instant::now();
    let values = padded(&entries, design.recipe.vectors() * design.recipe.size())?;
    let encoder = BatchEncoder::new(&bfv).map_err(CliError::plan)?;
    let plaintext = encoder.encode(&design.recipe.arrange(&values)).map_err(CliError::plan)?;
    let header = SlotHeader { entries: entries.len() as u64, ..key.header.clone() };
    let bytes = if seeded {
        let (_, secret) = key.secret::<F>(t)?;
        let fresh = bfv.encrypt_seeded(&secret, &plaintext, &mut system_rng()?).map_err(CliError::input)?;
        write(output, Kind::SlotVector, &header, (&bfv, &fresh))?
    } else {
        let public: PublicKey = key.object(&bfv)?;
        let fresh = bfv.encrypt_public(&public, &plaintext, &mut system_rng()?).map_err(CliError::input)?;
        write(output, Kind::SlotVector, &header, (&bfv, &fresh))?
    };
    let elapsed = start.elapsed().as_secs_f64();
    let object = json!({
        "output": args.output, "layout": "slots", "entries": entries.len(), "ciphertexts": 1, "bytes": bytes, "seconds": elapsed,
        "seeded": seeded,
    });
    done(
        json,
        &object,
        &[
            ("encrypted", format!("{} in the slots of one ciphertext", counted(entries.len() as u64, "entry"))),
            ("file", format!("{} ({})", args.output.display(), size(bytes))),
            ("time", seconds(elapsed)),
        ],
    )
}
