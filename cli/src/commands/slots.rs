//! `papilio run --layout slots`: a transform inside one ciphertext, both ends in one process; its commands over files.

pub(crate) mod decrypt;
pub(crate) mod encrypt;
pub(crate) mod keygen;
pub(crate) mod server;
pub(crate) mod transform;
pub(crate) mod verify;

use crate::args::{MemoryArgs, MethodName, Run, SchemeName, Shape, SlotArgs};
use crate::error::CliError;
use crate::files::rotation::{self, RotationFile};
use crate::files::slots::{SlotFile, SlotHeader};
use crate::files::temporary::Folder;
use crate::files::{Kind, Output};
use crate::memory::{peak_bytes, process_bytes, reset_peak, transform_bytes};
use crate::pipeline::{system_rng, timed};
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::planning::log_degree;
use crate::progress::{Progress, check};
use crate::report::{Budgets, counted, size};
use crate::slot_report::{SlotReport, SlotSeconds};
use crate::stdout::{print_json, print_lines};
use crate::witness;
use papilio_fhe::bfv::{BatchEncoder, Bfv, Ciphertext, GaloisKeys, Plaintext, PublicKey, SecretKey};
use papilio_hntt::slots::design;
use papilio_hntt::slots::{KeyPlace, Method, SlotDesign, SlotDesignError, SlotRequest, Working};
use papilio_hntt::{Direction, Problem};
use papilio_ntt::dft::{Dft, DftResidue};

/// Most bytes of rotation keys, where nothing else is said.
const KEY_LIMIT: u64 = 2 << 30;
/// Most bytes of memory, where nothing else is said.
const MEMORY_LIMIT: u64 = 8 << 30;
/// Elements of the greatest transform: both rows of the greatest ring.
const MAX_SIZE: usize = 1 << 16;

pub(crate) fn run(args: &Run, json: bool) -> Result<(), CliError> {
    refuse(&args.shape)?;
    let plaintexts = witness::plaintexts_of(&args.witness, Plaintexts::asked(&args.shape))?;
    let report = over_plaintexts!(plaintexts, F, t => {
        let entries = witness::read::<F>(t, &args.witness)?;
        let problem = problem(&args.shape, args.size, entries.len(), args.slots.interleaved)?;
        if args.slots.method == Some(MethodName::Encoded) {
            super::encoded::execute::<F>(t, &args.shape, problem, &entries)?
        } else {
            let request = request(&args.shape, &args.slots, problem)?;
            let best = plan_within::<F>(t, request, args.memory.memory_limit)?;
            if !json {
                print_lines(&[("plan", best.summary()), ("keys", keys_line(&best))])?;
            }
            execute::<F>(t, &best, &entries, args.shape.public_key, args.slots.scheme.unwrap_or(SchemeName::Bfv), &args.memory)?
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
pub(crate) fn keys_line(design: &SlotDesign) -> String {
    let count = counted(design.recipe.galois_elements().len() as u64, "rotation key");
    format!("{count}, {} to be sent", size(design.galois_key_bytes))
}

/// Refuses what only other layouts have.
pub(crate) fn refuse(shape: &Shape) -> Result<(), CliError> {
    let foreign = [
        (shape.rate != 1, "--rate"),
        (shape.depth.is_some(), "--depth"),
        (shape.full_modulus, "--full-modulus"),
        (shape.measure, "--measure"),
    ];
    match foreign.into_iter().find(|(given, _)| *given) {
        Some((_, name)) => {
            Err(CliError::usage(format!("{name} belongs to transforms across ciphertexts, not to --layout slots")))
        }
        None => Ok(()),
    }
}

/// The transform of so many entries.
pub(crate) fn problem(shape: &Shape, size: Option<usize>, entries: usize, interleaved: bool) -> Result<Problem, CliError> {
    let size = size.unwrap_or_else(|| entries.next_power_of_two().max(2));
    if !(2..=MAX_SIZE).contains(&size) || !size.is_power_of_two() {
        return Err(CliError::usage(format!(
            "--size {size}: the slots of a ciphertext hold a power of two from 2 to {MAX_SIZE}"
        )));
    }
    if entries > size && !interleaved {
        return Err(CliError::usage(format!("{entries} entries do not fit a transform of {size} elements (--size)")));
    }
    let direction = if shape.inverse { Direction::Inverse } else { Direction::Forward };
    Ok(Problem { direction, shift: u64::from(shape.coset), ..Problem::forward(size).map_err(CliError::input)? })
}

/// What is asked of the planner.
pub(crate) fn request(shape: &Shape, slots: &SlotArgs, problem: Problem) -> Result<SlotRequest, CliError> {
    let method = match (&shape.recipe, slots.method) {
        (Some(radices), None | Some(MethodName::Factored)) => Method::Radices(radices.clone()),
        (Some(_), Some(_)) => return Err(CliError::usage("--recipe names the radices of --method factored")),
        (None, Some(MethodName::Diagonal)) => Method::Diagonal,
        (None, Some(MethodName::Factored)) => Method::Factored,
        (None, _) => Method::Auto,
    };
    Ok(SlotRequest {
        problem,
        method,
        interleaved: slots.interleaved,
        log_degree: shape.ring_degree.map(log_degree).transpose()?,
        memory: MEMORY_LIMIT,
        key_bytes: slots.key_limit.unwrap_or(KEY_LIMIT),
        insecure: shape.insecure,
        public_key: shape.public_key,
    })
}

/// What was asked for cannot be, or there is no way to do it.
fn refused(error: SlotDesignError) -> CliError {
    match error {
        SlotDesignError::Problem(_) | SlotDesignError::Recipe(_) | SlotDesignError::Degree(_) => CliError::usage(error),
        error => CliError::plan(error),
    }
}

/// The winner and the designs it beat.
pub(crate) fn plan<F: DftResidue>(t: &F::Ring, request: &SlotRequest) -> Result<(SlotDesign, Vec<SlotDesign>), CliError> {
    design(t, request).map_err(refused)
}

/// The winner within a limit of memory, of which the program itself takes a part.
pub(crate) fn plan_within<F: DftResidue>(
    t: &F::Ring,
    request: SlotRequest,
    limit: Option<u64>,
) -> Result<SlotDesign, CliError> {
    let Some(memory_limit) = limit else { return plan::<F>(t, &request).map(|(best, _)| best) };
    let request = SlotRequest { memory: transform_bytes(memory_limit), ..request };
    let told = |error| match error {
        SlotDesignError::Limits { memory, keys, key_limit, .. } => {
            SlotDesignError::Limits { memory: process_bytes(memory) + 17, keys, memory_limit, key_limit }
        }
        other => other,
    };
    design(t, &request).map(|(best, _)| best).map_err(|error| refused(told(error)))
}

/// Encrypts, transforms, decrypts and verifies.
pub(crate) fn execute<F: DftResidue>(
    t: &F::Ring,
    design: &SlotDesign,
    entries: &[F],
    public_key: bool,
    scheme: SchemeName,
    memory: &MemoryArgs,
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
    let input = timed(&mut seconds.encrypt, || encrypt(&bfv, &secret, &plaintext, public_key))?;
    let fresh = bfv.noise_budget_bits(&secret, &input).map_err(CliError::input)?;
    let output = timed(&mut seconds.transform, || keys.transform(design, (&bfv, &working), input, scheme))?;
    let after = bfv.noise_budget_bits(&secret, &output).map_err(CliError::input)?;
    let opened =
        timed(&mut seconds.decrypt, || bfv.decrypt(&secret, &output).map_err(|e| CliError::Unverified(e.to_string())))?;
    let results = recipe.collect(&encoder.decode(&opened.plaintext).map_err(CliError::input)?);
    let reference = timed(&mut seconds.verify, || clear(t, &recipe.problem, &values))?;
    let noise = Budgets { fresh, after, predicted_fresh: design.budget_fresh, predicted_after: design.budget_after };
    let report = SlotReport::new(design, entries.len(), scheme, results == reference, seconds, noise, peak_bytes());
    Ok(SlotReport { predicted_memory_bytes: process_bytes(design.memory(&working)), ..report })
}

/// The elements, filled up with zeros.
pub(crate) fn padded<F: DftResidue>(entries: &[F], places: usize) -> Result<Vec<F>, CliError> {
    if entries.len() > places {
        return Err(CliError::input(format!("{} entries do not fit the {places} places of the ciphertext", entries.len())));
    }
    let mut values = entries.to_vec();
    values.resize(places, F::default());
    Ok(values)
}

/// The rotation keys of a run.
enum Keys {
    Memory(GaloisKeys),
    /// In a temporary folder, in the file that `keygen` would write.
    File {
        file: Box<SlotFile>,
        _folder: Folder,
    },
}

impl Keys {
    fn make<F: DftResidue>(
        bfv: &Bfv<F>,
        secret: &SecretKey,
        design: &SlotDesign,
        (working, memory): (&Working, &MemoryArgs),
    ) -> Result<Self, CliError> {
        if working.keys == KeyPlace::Memory {
            return galois_keys(bfv, secret, design).map(Self::Memory);
        }
        let parent = memory.work_dir.clone().unwrap_or_else(std::env::temp_dir);
        let folder = Folder::create(&parent).map_err(CliError::io("create a folder in", &parent))?;
        let output = Output::new(folder.path().join("rotation.keys"));
        rotation::write(&output, &SlotHeader::of_key(design, secret), bfv, secret, working.at_once)?.persist()?;
        let file = SlotFile::open(output.path(), &[Kind::RotationKeys])?;
        Ok(Self::File { file: Box::new(file), _folder: folder })
    }

    fn transform<F: DftResidue>(
        &self,
        design: &SlotDesign,
        (bfv, working): (&Bfv<F>, &Working),
        input: Ciphertext,
        scheme: SchemeName,
    ) -> Result<Ciphertext, CliError> {
        match self {
            Self::Memory(keys) => server::transform(design, (bfv, keys), working.at_once, input, scheme),
            Self::File { file, .. } => {
                let keys = RotationFile::open(file.path(), bfv, file)?;
                server::transform(design, (bfv, &keys), working.at_once, input, scheme)
            }
        }
    }
}

fn galois_keys<F: DftResidue>(bfv: &Bfv<F>, secret: &SecretKey, design: &SlotDesign) -> Result<GaloisKeys, CliError> {
    let exponents = design.recipe.galois_elements();
    let progress = Progress::new("keys", exponents.len() as u64);
    let going = exponents.into_iter().take_while(|_| progress.advance(1));
    let keys = GaloisKeys::generate(bfv, secret, going, &mut system_rng()?).map_err(CliError::plan)?;
    check()?;
    Ok(keys)
}

/// A fresh ciphertext under either key.
pub(crate) fn encrypt<F: DftResidue>(
    bfv: &Bfv<F>,
    secret: &SecretKey,
    plaintext: &Plaintext<F>,
    public_key: bool,
) -> Result<Ciphertext, CliError> {
    let mut rng = system_rng()?;
    let encrypted = if public_key {
        let key = PublicKey::generate(bfv, secret, &mut rng).map_err(CliError::input)?;
        bfv.encrypt_public(&key, plaintext, &mut rng)
    } else {
        bfv.encrypt_secret(secret, plaintext, &mut rng)
    };
    encrypted.map_err(CliError::input)
}

/// The transform of every vector in the clear.
pub(crate) fn clear<F: DftResidue>(t: &F::Ring, problem: &Problem, values: &[F]) -> Result<Vec<F>, CliError> {
    let dft = problem.shift_element(t).and_then(|shift| Dft::over(t, problem.log_columns, 1, shift));
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
