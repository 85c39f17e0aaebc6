//! `papilio selftest gates`: random gates under encryption against the same in the clear, and their
//! noise against its prediction.

use super::args::SelftestGates;
use crate::error::CliError;
use crate::numbers::{grouped, seconds};
use crate::progress::{self, Progress};
use crate::randomness::system_rng;
use crate::stdout::{Format, print_json, print_lines};
use chacha20::ChaCha20Rng;
use papilio_gates::{BinaryGate, Bit, EvaluationKey, Evaluator, Gate, SecretKey};
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

pub(super) fn gates(args: &SelftestGates, format: Format) -> Result<(), CliError> {
    let parameters = args.set.parameters();
    let (start, mut rng) = (Instant::now(), ChaCha20Rng::seed_from_u64(args.seed));
    let mut secret_rng = system_rng()?;
    let secret = SecretKey::generate(&parameters, &mut secret_rng);
    let evaluator = Evaluator::new(&EvaluationKey::generate(&secret, &mut secret_rng));
    let mut bits: Vec<(bool, Bit)> =
        [false, true].into_iter().cycle().take(AT_ONCE).map(|bit| (bit, secret.encrypt(bit, &mut secret_rng))).collect();
    let (mut single, mut double, mut wrong) = (Errors::default(), Errors::default(), 0u64);
    let kinds = BinaryGate::ALL.len() + 1;
    let total = args.count.saturating_mul(kinds as u64);
    let progress = Progress::new("gates", total);
    let mut done = 0;
    while done < total {
        progress::check()?;
        let count = AT_ONCE.min((total - done) as usize);
        let any = |rng: &mut ChaCha20Rng| rng.next_u32() as usize % AT_ONCE;
        let chosen: Vec<[usize; 4]> =
            (0..count).map(|i| [(done as usize + i) % kinds, any(&mut rng), any(&mut rng), any(&mut rng)]).collect();
        let gate = |&[kind, a, b, c]: &[usize; 4]| match BinaryGate::ALL.get(kind) {
            Some(gate) => (Gate::Binary(*gate, &bits[a].1, &bits[b].1), gate.of(bits[a].0, bits[b].0)),
            None => (Gate::Mux(&bits[a].1, &bits[b].1, &bits[c].1), if bits[a].0 { bits[b].0 } else { bits[c].0 }),
        };
        let (gates, expected): (Vec<_>, Vec<_>) = chosen.iter().map(gate).unzip();
        let outputs = evaluator.evaluate(&gates).map_err(CliError::input)?;
        for (([kind, ..], expected), output) in chosen.iter().zip(expected).zip(outputs) {
            let error = secret.error_of(&output, expected).map_err(CliError::input)?;
            wrong += u64::from(secret.decrypt(&output).map_err(CliError::input)? != expected);
            if *kind < BinaryGate::ALL.len() {
                single.add(error)
            } else {
                double.add(error)
            }
            let at = any(&mut rng);
            bits[at] = (expected, output);
        }
        done += count as u64;
        progress.advance(count);
    }
    let noise = parameters.noise();
    let of_gates = single.bits_from(noise.gate());
    let of_multiplexers = double.bits_from(noise.multiplexer());
    let elapsed = start.elapsed().as_secs_f64();
    let near = of_gates.abs() <= single.tolerance() && of_multiplexers.abs() <= double.tolerance();
    if format == Format::Json {
        print_json(&json!({
            "gates": done, "wrong": wrong, "log2_failure": noise.log2_failure(), "kernel": evaluator.kernel(),
            "log2_deviation": noise.gate().log2() / 2.0, "deviation_bits": of_gates,
            "multiplexer_deviation_bits": of_multiplexers, "seed": args.seed, "seconds": elapsed,
        }))?;
    } else {
        print_lines(&[
            ("gates", format!("{} of {} kinds on {}", grouped(done), kinds, evaluator.kernel())),
            ("wrong", format!("{wrong}, where 2^{:.1} of them are expected at most", noise.log2_failure())),
            (
                "noise",
                format!(
                    "2^{:.2} by the formula; {of_gates:+.3} bits from it, of multiplexers {of_multiplexers:+.3}",
                    noise.gate().log2() / 2.0
                ),
            ),
            ("time", seconds(elapsed)),
        ])?;
    }
    match (wrong, near) {
        (0, true) => Ok(()),
        (0, false) => Err(CliError::Unverified("the noise is not the predicted one".to_owned())),
        _ => Err(CliError::Unverified(format!("{wrong} gates are wrong"))),
    }
}
