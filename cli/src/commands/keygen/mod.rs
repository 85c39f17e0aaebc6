//! `papilio keygen`: a plan, and keys for it.

pub(super) mod args;
mod report;
mod slots;

use crate::args::LayoutName;
use crate::columns::planning::{self, Plan};
use crate::error::CliError;
use crate::files::keys::{self, key_id};
use crate::files::{Output, Sealed, persist_all};
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::randomness::system_rng;
use crate::stdout::Format;
use crate::witness;
use args::Keygen;
use papilio_fhe::bfv::{Bfv, PublicKey, SecretKey};
use papilio_field::Residue;
use report::Keys;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(crate) fn keygen(args: &Keygen, format: Format) -> Result<(), CliError> {
    if args.shape.layout == LayoutName::Slots {
        return slots::keygen(args, plaintexts_and_entries(args)?, format);
    }
    if let Some(name) = args.slots.given().or(args.memory_limit.map(|_| "--memory-limit")) {
        return Err(CliError::usage(format!("{name} belongs to --layout slots")));
    }
    let inputs: Vec<&Path> = args.witness.iter().map(PathBuf::as_path).collect();
    let admit = |name: &str| Output::admit(&args.output.join(name), &inputs, args.replace.replacement());
    let (plaintexts, size) = plaintexts_and_entries(args)?;
    over_plaintexts!(plaintexts, F, t => {
        let plan = planning::plan::<F>(t, &args.shape, size)?;
        let outputs = [admit("secret.key")?, admit("public.key")?];
        keygen_for::<F>(t, &plan, &args.output, &outputs, format)
    })
}

/// The ring of plaintexts and the entries of the witnesses to come.
fn plaintexts_and_entries(args: &Keygen) -> Result<(Plaintexts, usize), CliError> {
    match &args.witness {
        Some(path) => witness::field_and_size(path, Plaintexts::asked(&args.shape)),
        None => Ok((Plaintexts::asked(&args.shape).unwrap_or_default(), args.size.unwrap_or(0))),
    }
}

fn keygen_for<F: Residue>(
    t: &F::Ring,
    Plan { best: design, source, .. }: &Plan,
    folder: &Path,
    [secret_output, public_output]: &[Output; 2],
    format: Format,
) -> Result<(), CliError> {
    let start = Instant::now();
    let bfv = Bfv::<F>::with_modulus(design.check(t).map_err(CliError::plan)?, t.clone()).map_err(CliError::plan)?;
    let secret = SecretKey::generate(&bfv, &mut system_rng()?);
    let make = || PublicKey::generate(&bfv, &secret, &mut system_rng()?).map_err(CliError::input);
    let public = if design.takes_public_key(t) { Some(make()?) } else { None };
    let elapsed = start.elapsed().as_secs_f64();
    std::fs::create_dir_all(folder).map_err(CliError::io("create", folder))?;
    let (secret_path, public_path) = (secret_output.path(), public_output.path());
    let write_public = |public| keys::write_public(public_output, design, &bfv, key_id(&secret), public);
    let secret_file = keys::write_secret(secret_output, design, &secret)?;
    let public_file = public.as_ref().map(write_public).transpose()?;
    let (secret_bytes, public_bytes) = (secret_file.bytes(), public_file.as_ref().map(Sealed::bytes));
    // The secret gets its name last: without its companions it would be a key that a later call
    // refuses to replace.
    persist_all(public_file.into_iter().chain([secret_file]))?;
    let keys = Keys { secret: (secret_path, secret_bytes), public: (public_path, public_bytes), seconds: elapsed };
    keys.of_columns(design, *source, format)
}
