//! `papilio run --layout slots`: a transform inside one ciphertext, both ends in one process.

mod encoded;
mod keys;
pub(in crate::commands) mod report;

use super::args::Run;
use super::report::Budgets;
use crate::args::{MemoryArgs, MethodName, SchemeName};
use crate::engines::{Asked, Placed};
use crate::error::CliError;
use crate::memory::{peak_bytes, process_bytes, reset_peak};
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::randomness::system_rng;
use crate::slots::encryption::encrypt;
use crate::slots::planning::{keys_line, plan_within, problem, refuse, request};
use crate::slots::server;
use crate::slots::vector::{clear, padded};
use crate::stdout::{Format, answer, print_lines};
use crate::stopwatch::timed;
use crate::witness;
use keys::Keys;
use papilio_fhe::bfv::{BatchEncoder, Bfv, SecretKey};
use papilio_hntt::KeyKind;
use papilio_hntt::slots::SlotDesign;
use papilio_ntt::dft::DftResidue;
use report::{SlotReport, SlotSeconds};

pub(crate) fn run(args: &Run, format: Format) -> Result<(), CliError> {
    refuse(&args.shape)?;
    if args.slots.method == Some(MethodName::Encoded) && args.engine.engine.is_some() {
        return Err(CliError::usage("--engine belongs to the work of a server, of which --method encoded has none"));
    }
    let asked = Asked::here(args.engine.engine)?;
    let plaintexts = witness::plaintexts_of(&args.witness, Plaintexts::asked(&args.shape))?;
    let report = over_plaintexts!(plaintexts, F, t => {
        let entries = witness::read::<F>(t, &args.witness)?;
        let problem = problem(&args.shape, &args.slots, args.size, entries.len())?;
        if args.slots.method == Some(MethodName::Encoded) {
            encoded::execute::<F>(t, &args.shape, problem, &entries)?
        } else {
            let request = request(&args.shape, &args.slots, problem)?;
            let best = plan_within::<F>(t, request, args.memory.memory_limit)?;
            let placed = place(asked, &best, &args.memory)?;
            if format == Format::Text {
                print_lines(&[("plan", best.summary()), ("keys", keys_line(&best))])?;
            }
            execute::<F>(t, &best, &entries, args.shape.key(), args.slots.scheme.unwrap_or(SchemeName::Bfv), (&args.memory, placed))?
        }
    });
    answer(format, &report, &report.lines())?;
    report.verdict()
}

/// The engine of a design, within a limit of memory.
pub(crate) fn place(asked: Asked, design: &SlotDesign, memory: &MemoryArgs) -> Result<Placed, CliError> {
    let working = server::working(design, memory.memory_limit)?;
    asked.place(&server::request(design), design.seconds, working.at_once)
}

/// Encrypts, transforms, decrypts and verifies.
pub(crate) fn execute<F: DftResidue>(
    t: &F::Ring,
    design: &SlotDesign,
    entries: &[F],
    under: KeyKind,
    scheme: SchemeName,
    (memory, placed): (&MemoryArgs, Placed),
) -> Result<SlotReport, CliError> {
    reset_peak();
    let working = server::working(design, memory.memory_limit)?;
    let mut seconds = SlotSeconds::default();
    let bfv = Bfv::<F>::with_modulus(design.check(t).map_err(CliError::plan)?, t.clone()).map_err(CliError::plan)?;
    let encoder = BatchEncoder::new(&bfv).map_err(CliError::plan)?;
    let recipe = &design.recipe;
    let values = padded(entries, recipe.vectors() * recipe.size())?;
    let secret = timed(&mut seconds.keygen, || Ok(SecretKey::generate(&bfv, &mut system_rng()?)))?;
    let keys = timed(&mut seconds.galois_keys, || Keys::make(&bfv, &secret, design, (&working, memory)))?;
    let plaintext = encoder.encode(&recipe.arrange(&values)).map_err(CliError::plan)?;
    let input = timed(&mut seconds.encrypt, || encrypt(&bfv, &secret, &plaintext, under))?;
    let fresh = bfv.noise_budget_bits(&secret, &input).map_err(CliError::input)?;
    let (output, engine) =
        timed(&mut seconds.transform, || keys.transform(placed, design, (&bfv, working.at_once), input, scheme))?;
    let after = bfv.noise_budget_bits(&secret, &output).map_err(CliError::input)?;
    let opened =
        timed(&mut seconds.decrypt, || bfv.decrypt(&secret, &output).map_err(|e| CliError::Unverified(e.to_string())))?;
    let results = recipe.collect(&encoder.decode(&opened.plaintext).map_err(CliError::input)?);
    let reference = timed(&mut seconds.verify, || clear(t, &recipe.problem, &values))?;
    let noise = Budgets { fresh, after, predicted_fresh: design.budget_fresh, predicted_after: design.budget_after };
    let report = SlotReport::new(design, entries.len(), scheme, results == reference, seconds, noise, peak_bytes());
    Ok(SlotReport { engine: Some(engine), predicted_memory_bytes: process_bytes(design.memory(&working)), ..report })
}
