//! `papilio encrypt` under a key for a vector in slots.

use super::args::Encrypt;
use super::report::{Encryption, refuse_public};
use crate::error::CliError;
use crate::files::slots::{SlotFile, SlotHeader, write};
use crate::files::{Kind, Output};
use crate::plaintexts::{Element, over_plaintexts};
use crate::randomness::system_rng;
use crate::slots::vector::padded;
use crate::stdout::Format;
use crate::witness;
use papilio_fhe::bfv::{BatchEncoder, PublicKey};
use papilio_hntt::KeyKind;
use std::time::Instant;

pub(crate) fn encrypt(args: &Encrypt, output: &Output, format: Format) -> Result<(), CliError> {
    let key = SlotFile::open(&args.key, &[Kind::SlotSecretKey, Kind::SlotPublicKey])?;
    over_plaintexts!(key.field()?, F, t => encrypt_for::<F>(t, args, output, &key, format))
}

fn encrypt_for<F: Element>(
    t: &F::Ring,
    args: &Encrypt,
    output: &Output,
    key: &SlotFile,
    format: Format,
) -> Result<(), CliError> {
    let bfv = key.scheme::<F>(t)?;
    let design = &key.header.design;
    let seeded = key.kind == Kind::SlotSecretKey;
    if !seeded && !design.takes_public_key(t) {
        return Err(refuse_public(&args.key, design.budget_after(t, KeyKind::Public)));
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
    let encryption = Encryption {
        output: &args.output,
        entries: entries.len(),
        ciphertexts: 1,
        bytes,
        seconds: start.elapsed().as_secs_f64(),
        seeded,
    };
    encryption.of_slots(format)
}
