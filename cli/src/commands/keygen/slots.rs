//! `papilio keygen --layout slots`: a plan, keys for it, and keys for its rotations.

use super::args::Keygen;
use super::report::Keys;
use crate::args::{MethodName, SchemeName};
use crate::error::CliError;
use crate::files::slots::{SlotHeader, write_unnamed};
use crate::files::{Kind, Output, Sealed, persist_all, rotation};
use crate::numbers::seconds;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::randomness::system_rng;
use crate::slots::planning::{keys_line, plan_within, problem, refuse, request};
use crate::stdout::Format;
use crate::stdout::print_lines;
use papilio_fhe::bfv::{Bfv, PublicKey, SecretKey};
use papilio_field::Residue;
use papilio_hntt::slots::SlotDesign;
use std::time::Instant;

/// Where the keys go.
pub(crate) struct Outputs {
    pub(crate) secret: Output,
    pub(crate) public: Output,
    pub(crate) rotation: Output,
}

pub(crate) fn keygen(args: &Keygen, (plaintexts, entries): (Plaintexts, usize), format: Format) -> Result<(), CliError> {
    refuse(&args.shape)?;
    if args.slots.method == Some(MethodName::Encoded) {
        return Err(CliError::usage("--method encoded is for `run`: its server does nothing, and needs no keys"));
    }
    if args.slots.scheme == Some(SchemeName::Bgv) {
        return Err(CliError::usage("--scheme bgv is for `run`: files hold ciphertexts of BFV"));
    }
    let admit = |name: &str| Output::admit(&args.output.join(name), &[], args.replace.replacement());
    let outputs = Outputs { secret: admit("secret.key")?, public: admit("public.key")?, rotation: admit("rotation.keys")? };
    let problem = problem(&args.shape, &args.slots, None, entries)?;
    let request = request(&args.shape, &args.slots, problem)?;
    over_plaintexts!(plaintexts, F, t => {
        let design = plan_within::<F>(t, request, args.memory_limit)?;
        if format == Format::Text {
            let server = format!("about {} of one core for the transform", seconds(design.seconds));
            print_lines(&[("plan", design.summary()), ("server", server), ("keys", keys_line(&design))])?;
        }
        std::fs::create_dir_all(&args.output).map_err(CliError::io("create", &args.output))?;
        make::<F>(t, &design, &outputs, format)
    })
}

fn make<F: Residue>(t: &F::Ring, design: &SlotDesign, outputs: &Outputs, format: Format) -> Result<(), CliError> {
    let start = Instant::now();
    let bfv = Bfv::<F>::with_modulus(design.check(t).map_err(CliError::plan)?, t.clone()).map_err(CliError::plan)?;
    let secret = SecretKey::generate(&bfv, &mut system_rng()?);
    let header = SlotHeader::of_key(design, &secret);
    let rotation_file = rotation::write(&outputs.rotation, &header, &bfv, &secret, rayon::current_num_threads())?;
    let public_file = if design.takes_public_key(t) {
        let public = PublicKey::generate(&bfv, &secret, &mut system_rng()?).map_err(CliError::input)?;
        Some(write_unnamed(&outputs.public, Kind::SlotPublicKey, &header, (&bfv, &public))?)
    } else {
        None
    };
    let secret_file = write_unnamed(&outputs.secret, Kind::SlotSecretKey, &header, (&bfv, &secret))?;
    let (rotation_bytes, secret_bytes) = (rotation_file.bytes(), secret_file.bytes());
    let public_bytes = public_file.as_ref().map(Sealed::bytes);
    // The secret gets its name last: without its companions it would be a key that a later call
    // refuses to replace.
    persist_all([rotation_file].into_iter().chain(public_file).chain([secret_file]))?;
    let keys = Keys {
        secret: (outputs.secret.path(), secret_bytes),
        public: (outputs.public.path(), public_bytes),
        seconds: start.elapsed().as_secs_f64(),
    };
    keys.of_slots(design, (outputs.rotation.path(), rotation_bytes), format)
}
