//! `papilio selftest gates`: random gates under encryption against the same in the clear, and their
//! noise against its prediction.

use super::args::SelftestGates;
use crate::error::CliError;
use crate::numbers::{grouped, seconds};
use crate::progress::{self, Progress};
use crate::randomness::system_rng;
use crate::stdout::{Format, print_json, print_lines};
use chacha20::ChaCha20Rng;
use papilio_gates::{BinaryGate, Bit, EvaluationKey, Evaluator, Gate, Parameters, SecretKey};
use rand_core::{Rng, SeedableRng};
use serde_json::json;
use std::time::Instant;

/// Gates that do not depend on each other; the next ones take their outputs.
const AT_ONCE: usize = 64;
/// Bits by which a deviation may differ from the predicted one, beside what chance makes of few
/// gates.
const TOLERANCE: f64 = 0.2;

/// Gates of one kind of output: their number, and the sum of the squares of their errors.
#[derive(Clone, Copy, Default)]
struct Errors {
    count: u64,
    squares: f64,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.squares += error * error;
    }

    /// How far the measured deviation is from that of a variance, in bits.
    fn bits_from(self, variance: f64) -> f64 {
        (self.squares / self.count.max(1) as f64 / variance).log2() / 2.0
    }

    /// The difference that chance rarely makes: four deviations of a measured one.
    fn tolerance(self) -> f64 {
        TOLERANCE + 4.0 / (2.0 * self.count.max(1) as f64).sqrt() / core::f64::consts::LN_2
    }
}

/// Kinds of gates: those of two bits, and the multiplexer last.
const KINDS: usize = BinaryGate::ALL.len() + 1;

/// Encrypted bits beside their values, and what came of the gates on them.
struct Session {
    secret: SecretKey,
    evaluator: Evaluator,
    bits: Vec<(bool, Bit)>,
    binary: Errors,
    multiplexers: Errors,
    wrong: u64,
    done: u64,
}

impl Session {
    fn new(parameters: &Parameters) -> Result<Self, CliError> {
        let mut rng = system_rng()?;
        let secret = SecretKey::generate(parameters, &mut rng);
        let evaluator = Evaluator::new(&EvaluationKey::generate(&secret, &mut rng));
        let values = [false, true].into_iter().cycle().take(AT_ONCE);
        let bits = values.map(|bit| (bit, secret.encrypt(bit, &mut rng))).collect();
        Ok(Self { secret, evaluator, bits, binary: Errors::default(), multiplexers: Errors::default(), wrong: 0, done: 0 })
    }

    /// Evaluates gates on random bits, each kind in its turn. Outputs replace random bits.
    fn run(&mut self, count: usize, rng: &mut ChaCha20Rng) -> Result<(), CliError> {
        let any = |rng: &mut ChaCha20Rng| rng.next_u32() as usize % AT_ONCE;
        let kind = |i: usize| (self.done as usize + i) % KINDS;
        let chosen: Vec<[usize; 4]> = (0..count).map(|i| [kind(i), any(rng), any(rng), any(rng)]).collect();
        let bits = &self.bits;
        let gate = |&[kind, a, b, c]: &[usize; 4]| match BinaryGate::ALL.get(kind) {
            Some(gate) => (Gate::Binary(*gate, &bits[a].1, &bits[b].1), gate.of(bits[a].0, bits[b].0)),
            None => (Gate::Mux(&bits[a].1, &bits[b].1, &bits[c].1), if bits[a].0 { bits[b].0 } else { bits[c].0 }),
        };
        let (gates, expected): (Vec<_>, Vec<_>) = chosen.iter().map(gate).unzip();
        let outputs = self.evaluator.evaluate(&gates).map_err(CliError::input)?;
        for (([kind, ..], expected), output) in chosen.iter().zip(expected).zip(outputs) {
            let error = self.secret.error_of(&output, expected).map_err(CliError::input)?;
            self.wrong += u64::from(self.secret.decrypt(&output).map_err(CliError::input)? != expected);
            let errors = if *kind < BinaryGate::ALL.len() { &mut self.binary } else { &mut self.multiplexers };
            errors.add(error);
            self.bits[any(rng)] = (expected, output);
        }
        self.done += count as u64;
        Ok(())
    }
}

pub(super) fn gates(args: &SelftestGates, format: Format) -> Result<(), CliError> {
    let parameters = args.set.parameters();
    let (start, mut rng) = (Instant::now(), ChaCha20Rng::seed_from_u64(args.seed));
    let mut session = Session::new(&parameters)?;
    let total = args.count.saturating_mul(KINDS as u64);
    let progress = Progress::new("gates", total);
    while session.done < total {
        progress::check()?;
        let count = AT_ONCE.min((total - session.done) as usize);
        session.run(count, &mut rng)?;
        progress.advance(count);
    }
    let Session { evaluator, binary, multiplexers, wrong, done, .. } = session;
    let noise = parameters.noise();
    let [of_gates, of_multiplexers] = [binary.bits_from(noise.gate()), multiplexers.bits_from(noise.multiplexer())];
    let (log2_deviation, elapsed) = (noise.gate().log2() / 2.0, start.elapsed().as_secs_f64());
    if format == Format::Json {
        print_json(&json!({
            "gates": done, "wrong": wrong, "log2_failure": noise.log2_failure(), "kernel": evaluator.kernel(),
            "log2_deviation": log2_deviation, "deviation_bits": of_gates,
            "multiplexer_deviation_bits": of_multiplexers, "seed": args.seed, "seconds": elapsed,
        }))?;
    } else {
        let deviations = format!("{of_gates:+.3} bits from it, of multiplexers {of_multiplexers:+.3}");
        print_lines(&[
            ("gates", format!("{} of {KINDS} kinds on {}", grouped(done), evaluator.kernel())),
            ("wrong", format!("{wrong}, where 2^{:.1} of them are expected at most", noise.log2_failure())),
            ("noise", format!("2^{log2_deviation:.2} by the formula; {deviations}")),
            ("time", seconds(elapsed)),
        ])?;
    }
    match (wrong, of_gates.abs() <= binary.tolerance() && of_multiplexers.abs() <= multiplexers.tolerance()) {
        (0, true) => Ok(()),
        (0, false) => Err(CliError::Unverified("the noise is not the predicted one".to_owned())),
        _ => Err(CliError::Unverified(format!("{wrong} gates are wrong"))),
    }
}
