//! `papilio gates`: circuits on encrypted bits.

pub(crate) mod args;
pub(crate) mod parameters;
mod values;

use crate::error::CliError;
use crate::files::output::Replacement;
use crate::files::{Access, Output, gates as files};
use crate::numbers::{counted, seconds, size};
use crate::progress::Progress;
use crate::randomness::system_rng;
use crate::stdout::{Format, answer};
use args::{Decrypt, Encrypt, Gates, GatesCommand, Keygen, SetArgs};
use papilio_fhe::codec::{Kind, Object};
use papilio_gates::{Bits, Circuit, EvaluationKey, Evaluator, GatesError, Parameters, SecretKey, SeededBits};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::Instant;

/// The longest prepared keys.
const MOST_PREPARED: u64 = 1 << 33;

pub(crate) fn gates(args: &Gates, format: Format) -> Result<(), CliError> {
    match &args.command {
        GatesCommand::Keygen(args) => keygen(args, format),
        GatesCommand::Encrypt(args) => encrypt(args, format),
        GatesCommand::Run(args) => match (&args.key, &args.bits, &args.output) {
            (Some(key), Some(bits), Some(output)) => evaluate(args, [key, bits], output, format),
            _ => in_one_process(args, format),
        },
        GatesCommand::Decrypt(args) => decrypt(args, format),
    }
}

/// The parameters of a set; one below 128 bits of security is refused unless it is wanted.
fn chosen(args: SetArgs) -> Result<Parameters, CliError> {
    let parameters = args.set.parameters();
    if parameters.literal().insecure && !args.insecure {
        let bits = parameters.security_bits();
        return Err(CliError::usage(format!("the set has about {bits} bits of security: --insecure allows it")));
    }
    Ok(parameters)
}

fn keygen(args: &Keygen, format: Format) -> Result<(), CliError> {
    let parameters = chosen(args.set)?;
    let admit = |name: &str| Output::admit(&args.output.join(name), &[], Replacement::Refused);
    let [secret_output, key_output] = [admit("secret.key")?, admit("evaluation.key")?];
    let start = Instant::now();
    let mut rng = system_rng()?;
    let secret = SecretKey::generate(&parameters, &mut rng);
    let key = EvaluationKey::generate(&secret, &mut rng);
    let elapsed = start.elapsed().as_secs_f64();
    std::fs::create_dir_all(&args.output).map_err(CliError::io("create", &args.output))?;
    // The secret gets its name last: without its companion it would be a key that is never
    // replaced.
    let key_bytes = files::write(&key_output, Access::Shared, &parameters, &key)?;
    let secret_bytes = files::write(&secret_output, Access::Private, &parameters, &secret)?;
    let object = json!({
        "secret_key": secret_output.path(), "evaluation_key": key_output.path(), "secret_key_bytes": secret_bytes,
        "evaluation_key_bytes": key_bytes, "seconds": elapsed, "parameters": parameters::object(&parameters),
    });
    let named = |output: &Output, bytes| format!("{}, {}", output.path().display(), size(bytes));
    let files = [("secret_key", named(&secret_output, secret_bytes)), ("evaluation_key", named(&key_output, key_bytes))];
    let lines = parameters::lines(&parameters, parameters.noise().log2_failure());
    let lines: Vec<_> = files.into_iter().chain(lines).chain([("time", seconds(elapsed))]).collect();
    answer(format, &object, &lines)
}

fn encrypt(args: &Encrypt, format: Format) -> Result<(), CliError> {
    let output = Output::admit(&args.output, &[&args.key, &args.netlist], args.replace.replacement())?;
    let circuit = files::netlist(&args.netlist)?;
    let bits = values::inputs(&circuit, &args.inputs)?;
    let (secret, parameters): (SecretKey, _) = files::object(&args.key)?;
    let encrypted = secret.encrypt_seeded(&bits, &mut system_rng()?);
    let bytes = files::write(&output, Access::Shared, &parameters, &encrypted)?;
    let object = json!({ "output": output.path(), "bits": bits.len(), "bytes": bytes });
    let written = format!("{}, {}, {}", output.path().display(), counted(bits.len() as u64, "bit"), size(bytes));
    answer(format, &object, &[("encrypted", written)])
}

fn decrypt(args: &Decrypt, format: Format) -> Result<(), CliError> {
    let circuit = files::netlist(&args.netlist)?;
    values::check_names(&circuit)?;
    let (secret, _): (SecretKey, _) = files::object(&args.key)?;
    let (bits, _): (Bits, _) = files::object(&args.bits)?;
    let bits = secret.decrypt_bits(&bits).map_err(CliError::file(&args.bits))?;
    if bits.len() != circuit.outputs().len() {
        let reason = format!(
            "{} for a circuit of {}",
            counted(bits.len() as u64, "bit"),
            counted(circuit.outputs().len() as u64, "output")
        );
        return Err(CliError::file(&args.bits)(reason));
    }
    report(&values::outputs(&circuit, &bits), Vec::new(), &[], format)
}

/// Prints values by name, and what else there is to say.
fn report(
    values: &[(String, u128)],
    more: Vec<(&'static str, Value)>,
    lines: &[(&'static str, String)],
    format: Format,
) -> Result<(), CliError> {
    // Numbers of JSON end at 64 bits.
    let outputs: Map<String, Value> = values.iter().map(|(name, value)| (name.clone(), json!(value.to_string()))).collect();
    let object: Map<String, Value> =
        [("outputs".to_owned(), json!(outputs))].into_iter().chain(more.into_iter().map(|(k, v)| (k.to_owned(), v))).collect();
    let text: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let lines: Vec<_> = [("outputs", text.join(", "))].into_iter().chain(lines.iter().cloned()).collect();
    answer(format, &object, &lines)
}

/// Runs a circuit with a bar; an interrupt ends it.
fn with_progress(circuit: &Circuit, evaluator: &Evaluator, bits: &Bits) -> Result<Bits, CliError> {
    let progress = Progress::new("gates", circuit.rotations() as u64);
    let mut last = 0;
    let mut advance = |done: usize, _| progress.advance(done - std::mem::replace(&mut last, done));
    let run = papilio_gates::Run { progress: &mut advance };
    circuit.run_with(evaluator, bits, run).map_err(|error| match error {
        GatesError::Canceled { .. } => CliError::Canceled,
        other => CliError::input(other),
    })
}

/// The server's part.
fn evaluate(args: &args::Run, [key, bits]: [&Path; 2], output: &Path, format: Format) -> Result<(), CliError> {
    let output = Output::admit(output, &[key, bits, &args.netlist], args.replace.replacement())?;
    let circuit = files::netlist(&args.netlist)?;
    let (key, parameters): (EvaluationKey, _) = files::object(key)?;
    let prepared = (parameters.prepared_bootstrapping_bytes() + parameters.prepared_key_switch_bytes()) as u64;
    if prepared > MOST_PREPARED {
        return Err(CliError::input(format!("the key takes {} prepared, above {}", size(prepared), size(MOST_PREPARED))));
    }
    let inputs = read_bits(bits, &parameters, circuit.inputs().len())?;
    let start = Instant::now();
    let evaluator = Evaluator::new(&key);
    let prepared = start.elapsed().as_secs_f64();
    let results = with_progress(&circuit, &evaluator, &inputs)?;
    let elapsed = start.elapsed().as_secs_f64() - prepared;
    let bytes = files::write(&output, Access::Shared, &parameters, &results)?;
    let object = json!({
        "output": output.path(), "bits": results.bits().len(), "bytes": bytes, "gates": circuit.gates(),
        "rotations": circuit.rotations(), "depth": circuit.depth(), "seconds": elapsed, "prepare_seconds": prepared,
    });
    let written = format!("{}, {}, {}", output.path().display(), counted(results.bits().len() as u64, "bit"), size(bytes));
    answer(
        format,
        &object,
        &[("evaluated", written), ("circuit", of_circuit(&circuit)), ("time", per_rotation(&circuit, elapsed))],
    )
}

fn of_circuit(circuit: &Circuit) -> String {
    format!("{}, {} deep", counted(circuit.gates() as u64, "gate"), circuit.depth())
}

fn per_rotation(circuit: &Circuit, elapsed: f64) -> String {
    let each = elapsed * 1e3 / circuit.rotations().max(1) as f64;
    format!("{}, {each:.2} ms for each of {}", seconds(elapsed), counted(circuit.rotations() as u64, "rotation"))
}

/// Bits with or without their masks, as many as a circuit has inputs.
fn read_bits(path: &Path, expected: &Parameters, inputs: usize) -> Result<Bits, CliError> {
    let (bytes, parameters) = files::open(path)?;
    if parameters != *expected {
        let reason = format!("bits of the parameters {:016x} for a key of {:016x}", parameters.digest(), expected.digest());
        return Err(CliError::file(path)(reason));
    }
    let bits = match Kind::of(&bytes) {
        Ok(Kind::SeededGatesBits) => {
            let seeded = SeededBits::from_bytes(&parameters, &bytes).map_err(CliError::file(path))?;
            // Masks are a thousand times as long.
            if seeded.len() != inputs {
                return Err(CliError::file(path)(GatesError::Inputs { found: seeded.len(), expected: inputs }));
            }
            Ok(seeded.expand())
        }
        _ => Bits::from_bytes(&parameters, &bytes),
    };
    bits.map_err(CliError::file(path))
}

/// Everything, under keys that are forgotten, and compared with the circuit in the clear.
fn in_one_process(args: &args::Run, format: Format) -> Result<(), CliError> {
    let parameters = chosen(args.set)?;
    let circuit = files::netlist(&args.netlist)?;
    let bits = values::inputs(&circuit, &args.inputs)?;
    let mut rng = system_rng()?;
    let secret = SecretKey::generate(&parameters, &mut rng);
    let evaluator = Evaluator::new(&EvaluationKey::generate(&secret, &mut rng));
    let encrypted = secret.encrypt_bits(&bits, &mut rng);
    let start = Instant::now();
    let results = with_progress(&circuit, &evaluator, &encrypted)?;
    let elapsed = start.elapsed().as_secs_f64();
    let found = secret.decrypt_bits(&results).map_err(CliError::input)?;
    let correct = found == circuit.evaluate(&bits);
    let more = vec![
        ("gates", json!(circuit.gates())),
        ("rotations", json!(circuit.rotations())),
        ("depth", json!(circuit.depth())),
        ("seconds", json!(elapsed)),
        ("correct", json!(correct)),
        ("parameters", parameters::object(&parameters)),
    ];
    let verdict = if correct { "as in the clear" } else { "NOT as in the clear" };
    let mut lines =
        vec![("verdict", verdict.to_owned()), ("circuit", of_circuit(&circuit)), ("time", per_rotation(&circuit, elapsed))];
    lines.extend(parameters::lines(&parameters, parameters.noise().log2_failure()));
    report(&values::outputs(&circuit, &found), more, &lines, format)?;
    if correct { Ok(()) } else { Err(CliError::Unverified("a gate failed".to_owned())) }
}
