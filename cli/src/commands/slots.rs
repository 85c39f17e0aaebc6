//! `papilio run --layout slots`: a transform inside one ciphertext, both ends in one process.

use super::print_json;
use crate::args::{Run, Shape};
use crate::error::CliError;
use crate::memory::{peak_bytes, reset_peak};
use crate::pipeline::{system_rng, timed};
use crate::planning::{log_degree, over_field};
use crate::progress::{Progress, check};
use crate::report::{Budgets, print_lines};
use crate::slot_args::{MethodName, SchemeName, SlotArgs};
use crate::slot_report::{SlotReport, SlotSeconds};
use crate::witness;
use fhe::bfv::{Bfv, Ciphertext, GaloisKeys, Plaintext, PublicKey, SecretKey, Slots};
use fhe::bgv::Bgv;
use hntt::slots::design::design;
use hntt::slots::{Diagonals, Encrypted, EncryptedError, Method, SlotDesign, SlotRequest};
use hntt::{Direction, Problem};
use ntt::Field;
use ntt::dft::Dft;

/// Most bytes of rotation keys, where nothing else is said.
const KEY_LIMIT: u64 = 2 << 30;
/// Most bytes of memory, where nothing else is said.
const MEMORY_LIMIT: u64 = 8 << 30;
/// Elements of the greatest transform: both rows of the greatest ring.
const MAX_SIZE: usize = 1 << 16;

pub(crate) fn run(args: &Run, json: bool) -> Result<(), CliError> {
    refuse(&args.shape)?;
    let field = witness::field_of(&args.witness, args.shape.field)?;
    let report = over_field!(field, F => {
        let entries = witness::read::<F>(&args.witness)?;
        let problem = problem(&args.shape, args.size, entries.len(), args.slots.interleaved)?;
        if args.slots.method == Some(MethodName::Encoded) {
            super::encoded::execute::<F>(&args.shape, problem, &entries)?
        } else {
            let request = request(&args.shape, &args.slots, problem, args.memory.memory_limit)?;
            let (best, _) = plan::<F>(&request)?;
            if !json {
                print_lines(&[("plan", best.summary()), ("keys", keys_line(&best))])?;
            }
            execute::<F>(&best, &entries, args.shape.public_key, args.slots.scheme.unwrap_or(SchemeName::Bfv))?
        }
    });
    if json {
        print_json(&report)?
    } else {
        print_lines(&report.lines())?
    }
    let reason = "the decrypted result differs from the transform in the clear".to_owned();
    if report.verified { Ok(()) } else { Err(CliError::Unverified(reason)) }
}

/// The keys that will be made, before they are.
fn keys_line(design: &SlotDesign) -> String {
    let count = design.recipe.exponents().len();
    format!("{count} rotation keys, {} to be sent", crate::report::size(design.galois_key_bytes))
}

/// Refuses what only other layouts have.
fn refuse(shape: &Shape) -> Result<(), CliError> {
    let foreign = [
        (shape.rate != 1, "--rate"),
        (shape.depth.is_some(), "--depth"),
        (shape.full_modulus, "--full-modulus"),
        (shape.measure, "--measure"),
    ];
    match foreign.into_iter().find(|(given, _)| *given) {
        Some((_, name)) => {
            Err(CliError::input(format!("{name} belongs to transforms across ciphertexts, not to --layout slots")))
        }
        None => Ok(()),
    }
}

/// The transform of so many entries.
pub(crate) fn problem(shape: &Shape, size: Option<usize>, entries: usize, interleaved: bool) -> Result<Problem, CliError> {
    let size = size.unwrap_or_else(|| entries.next_power_of_two().max(2));
    if !(2..=MAX_SIZE).contains(&size) || !size.is_power_of_two() {
        return Err(CliError::input(format!(
            "--size {size}: the slots of a ciphertext hold a power of two from 2 to {MAX_SIZE}"
        )));
    }
    if entries > size && !interleaved {
        return Err(CliError::input(format!("{entries} entries do not fit a transform of {size} elements (--size)")));
    }
    let direction = if shape.inverse { Direction::Inverse } else { Direction::Forward };
    Ok(Problem { direction, shift: u64::from(shape.coset), ..Problem::forward(size).map_err(CliError::input)? })
}

/// What is asked of the planner.
pub(crate) fn request(shape: &Shape, slots: &SlotArgs, problem: Problem, memory: Option<u64>) -> Result<SlotRequest, CliError> {
    let method = match (&shape.recipe, slots.method) {
        (Some(radices), None | Some(MethodName::Factored)) => Method::Radices(radices.clone()),
        (Some(_), Some(_)) => return Err(CliError::input("--recipe names the radices of --method factored")),
        (None, Some(MethodName::Diagonal)) => Method::Diagonal,
        (None, Some(MethodName::Factored)) => Method::Factored,
        (None, _) => Method::Auto,
    };
    Ok(SlotRequest {
        problem,
        method,
        interleaved: slots.interleaved,
        log_degree: shape.ring_degree.map(log_degree).transpose()?,
        memory: memory.unwrap_or(MEMORY_LIMIT),
        key_bytes: slots.key_limit.unwrap_or(KEY_LIMIT),
        insecure: shape.insecure,
        public_key: shape.public_key,
    })
}

/// The winner and the designs it beat.
pub(crate) fn plan<F: Field>(request: &SlotRequest) -> Result<(SlotDesign, Vec<SlotDesign>), CliError> {
    design::<F>(request).map_err(CliError::plan)
}

/// Encrypts, transforms, decrypts and verifies.
pub(crate) fn execute<F: Field>(
    design: &SlotDesign,
    entries: &[F],
    public_key: bool,
    scheme: SchemeName,
) -> Result<SlotReport, CliError> {
    reset_peak();
    let mut seconds = SlotSeconds::default();
    let bfv = Bfv::<F>::new(design.check::<F>().map_err(CliError::plan)?).map_err(CliError::plan)?;
    let encoder = Slots::new(&bfv).map_err(CliError::plan)?;
    let recipe = &design.recipe;
    let values = padded(entries, recipe.vectors() * recipe.size())?;
    let secret = timed(&mut seconds.keygen, || Ok(SecretKey::generate(&bfv, &mut system_rng()?)))?;
    let keys = timed(&mut seconds.galois_keys, || galois_keys(&bfv, &secret, design))?;
    let plaintext = encoder.encode(&recipe.arrange(&values)).map_err(CliError::plan)?;
    let input = timed(&mut seconds.encrypt, || encrypt(&bfv, &secret, &plaintext, public_key))?;
    let fresh = bfv.noise_budget_bits(&secret, &input);
    let diagonals = Diagonals::<F>::new(recipe).ok_or_else(|| CliError::plan("no such root of unity"))?;
    let algebra = Encrypted::new(&bfv, &keys, &diagonals).map_err(CliError::plan)?;
    let output = timed(&mut seconds.transform, || transform(&bfv, &algebra, input, scheme))?;
    let after = bfv.noise_budget_bits(&secret, &output);
    let opened =
        timed(&mut seconds.decrypt, || bfv.decrypt(&secret, &output).map_err(|e| CliError::Unverified(e.to_string())))?;
    let results = recipe.collect(&encoder.decode(&opened.plaintext));
    let reference = timed(&mut seconds.verify, || clear(&recipe.problem, &values))?;
    let noise = Budgets { fresh, after, predicted_fresh: design.budget_fresh, predicted_after: design.budget_after };
    Ok(SlotReport::new(design, entries.len(), scheme, results == reference, seconds, noise, peak_bytes()))
}

/// The elements, filled up with zeros.
pub(crate) fn padded<F: Field>(entries: &[F], places: usize) -> Result<Vec<F>, CliError> {
    if entries.len() > places {
        return Err(CliError::input(format!("{} entries do not fit the {places} places of the ciphertext", entries.len())));
    }
    let mut values = entries.to_vec();
    values.resize(places, F::ZERO);
    Ok(values)
}

fn galois_keys<F: Field>(bfv: &Bfv<F>, secret: &SecretKey, design: &SlotDesign) -> Result<GaloisKeys, CliError> {
    let exponents = design.recipe.exponents();
    let progress = Progress::new("keys", exponents.len() as u64);
    let going = exponents.into_iter().take_while(|_| progress.advance(1));
    let keys = GaloisKeys::generate(bfv, secret, going, &mut system_rng()?).map_err(CliError::plan)?;
    check()?;
    Ok(keys)
}

/// A fresh ciphertext under either key.
pub(crate) fn encrypt<F: Field>(
    bfv: &Bfv<F>,
    secret: &SecretKey,
    plaintext: &Plaintext<F>,
    public_key: bool,
) -> Result<Ciphertext, CliError> {
    let mut rng = system_rng()?;
    if !public_key {
        return Ok(bfv.encrypt_seeded(secret, plaintext, &mut rng).expand(bfv));
    }
    let key = PublicKey::generate(bfv, secret, &mut rng);
    Ok(bfv.encrypt_public(&key, plaintext, &mut rng))
}

/// The server's part. A BGV ciphertext is transformed as what it is, a BFV ciphertext up to a unit.
fn transform<F: Field>(
    bfv: &Bfv<F>,
    algebra: &Encrypted<'_, F>,
    input: Ciphertext,
    scheme: SchemeName,
) -> Result<Ciphertext, CliError> {
    const STEPS: f64 = 1000.0;
    let progress = Progress::new("transform", STEPS as u64);
    let mut shown = 0;
    let mut advance = |share: f64| {
        let reached = (share * STEPS) as usize;
        let more = reached - core::mem::replace(&mut shown, reached);
        progress.advance(more)
    };
    let failed = |error| match error {
        EncryptedError::Cancelled(_) => CliError::Cancelled,
        error => CliError::plan(error),
    };
    match scheme {
        SchemeName::Bfv => algebra.transform(input, &mut advance).map_err(failed),
        SchemeName::Bgv => {
            let bgv = Bgv::over(bfv.clone());
            let noise = fhe::noise::fresh_public(bfv.params().degree()).log2();
            let input = bgv.from_bfv(input, noise).map_err(CliError::plan)?;
            let output = algebra.transform_bgv(&bgv, input, &mut advance).map_err(failed)?;
            bgv.into_bfv(output).map_err(CliError::plan)
        }
    }
}

/// The transform of every vector in the clear.
pub(crate) fn clear<F: Field>(problem: &Problem, values: &[F]) -> Result<Vec<F>, CliError> {
    let dft = Dft::coset(problem.log_columns, problem.shift_element());
    let dft = dft.ok_or_else(|| CliError::plan("no such root of unity"))?;
    let mut out = values.to_vec();
    for vector in out.chunks_exact_mut(problem.columns()) {
        match problem.direction {
            Direction::Forward => dft.forward_natural(vector),
            Direction::Inverse => dft.inverse_natural(vector),
        }
    }
    Ok(out)
}
