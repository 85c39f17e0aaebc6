//! `papilio precompile bench --adversarial`: a search for the calls that take longest for their
//! price.

mod case;
mod clock;
mod parameters;
mod report;

use super::super::args::PrecompileBench;
use crate::error::CliError;
use crate::progress::{Progress, check};
use crate::stdout::{Format, print};
use case::{Case, Outcome};
use chacha20::ChaCha12Rng;
use clock::{Clock, Go, Rust};
use papilio_precompile::Operation;
use rand_core::{Rng, SeedableRng};
use report::{Found, Report};
use std::collections::HashMap;
use std::time::Instant;

/// Samples of a call that is tried, and in each round of one that is reported.
const SAMPLES: [u32; 2] = [3, 5];
/// How often a call that is reported is timed: other programs slow the machine down for longer than
/// all samples of a call take, and seldom in most of these rounds.
const ROUNDS: usize = 5;
/// Calls between two of ecrecover.
const BETWEEN: u64 = 16;
/// Calls that are timed again, and those of them that are reported.
const AGAIN: usize = 30;
const REPORTED: usize = 10;

/// Calls that are alike: of them, the dearest is kept.
type Class = (Operation, Option<papilio_precompile::Kind>, usize, Outcome);

pub(super) fn bench(args: &PrecompileBench, format: Format) -> Result<(), CliError> {
    let mut clocks: Vec<Box<dyn Clock>> = vec![Box::new(Rust)];
    if let Some(folder) = &args.go {
        clocks.push(Box::new(Go::start(folder)?));
    }
    papilio_precompile::prepare();
    let mut most = 0.0;
    for clock in &mut clocks {
        let report = search(&mut **clock, args)?;
        print(&report.rendered(format)?)?;
        most = report.worst.iter().map(|found| found.load).fold(most, f64::max);
    }
    match args.at_most {
        Some(bound) if most > bound => {
            Err(CliError::Unverified(format!("a load of {most:.2}, where at most {bound} is asked for")))
        }
        _ => Ok(()),
    }
}

/// The yardstick, and how calls are measured by it.
struct Scale<'a> {
    clock: &'a mut dyn Clock,
    /// Nanoseconds of ecrecover, when it was last asked.
    ecrecover: f64,
    /// The least of them.
    least: f64,
}

impl<'a> Scale<'a> {
    fn new(clock: &'a mut dyn Clock) -> Result<Self, CliError> {
        let ecrecover = clock.ecrecover(SAMPLES[1])?;
        Ok(Self { clock, ecrecover, least: ecrecover })
    }

    fn refresh(&mut self) -> Result<(), CliError> {
        self.ecrecover = self.clock.ecrecover(SAMPLES[0])?;
        self.least = self.least.min(self.ecrecover);
        Ok(())
    }

    /// None where the case has no inputs.
    fn measure(&mut self, case: Case, seed: u64, samples: u32) -> Result<Option<Found>, CliError> {
        let inputs = case.inputs(seed);
        let Some(input) = inputs.first() else { return Ok(None) };
        let gas = papilio_precompile::gas(case.operation, input);
        let nanoseconds = self.clock.call(case.operation, &inputs, samples)?;
        let unit = self.ecrecover / papilio_evm::ECRECOVER_GAS as f64;
        Ok(Some(Found { case, input: input.clone(), gas, nanoseconds, load: nanoseconds / gas as f64 / unit }))
    }
}

fn search(clock: &mut dyn Clock, args: &PrecompileBench) -> Result<Report, CliError> {
    let (name, start) = (clock.name(), Instant::now());
    let mut scale = Scale::new(clock)?;
    let mut rng = ChaCha12Rng::seed_from_u64(args.seed);
    let mut first = Case::first().into_iter();
    let mut dearest: HashMap<Class, Found> = HashMap::new();
    let mut calls = 0;
    let progress = Progress::new("searching", args.calls.unwrap_or(args.seconds));
    let mut shown = 0;
    loop {
        check()?;
        let done = args.calls.map_or(start.elapsed().as_secs(), |_| calls);
        progress.advance((done - shown) as usize);
        shown = done;
        if done >= args.calls.unwrap_or(args.seconds) {
            break;
        }
        if calls % BETWEEN == 0 {
            scale.refresh()?;
        }
        let case = first.next().unwrap_or_else(|| next(&dearest, &mut rng));
        let Some(found) = scale.measure(case, rng.next_u64(), SAMPLES[0])? else { continue };
        calls += 1;
        let class = (case.operation, case.shape.kind, case.shape.width, case.outcome);
        if dearest.get(&class).is_none_or(|known| known.load < found.load) {
            dearest.insert(class, found);
        }
    }
    drop(progress);
    // Again, and longer: many of those that took longest were interrupted.
    let mut worst = sorted(dearest.into_values().collect());
    worst.truncate(AGAIN);
    let mut again: Vec<Vec<Found>> = worst.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for (found, rounds) in worst.iter().zip(&mut again) {
            check()?;
            scale.refresh()?;
            rounds.extend(scale.measure(found.case, args.seed, SAMPLES[1])?);
        }
    }
    let medians = again.into_iter().filter_map(|rounds| sorted(rounds).into_iter().nth(ROUNDS / 2));
    let mut worst = sorted(medians.collect());
    worst.truncate(REPORTED);
    let ecrecover = scale.least;
    Ok(Report { implementation: name, seed: args.seed, seconds: start.elapsed().as_secs_f64(), calls, ecrecover, worst })
}

/// Any case, or one near to one of the dearest.
fn next(dearest: &HashMap<Class, Found>, rng: &mut ChaCha12Rng) -> Case {
    let mut loads: Vec<&Found> = dearest.values().collect();
    loads.sort_by(|a, b| b.load.total_cmp(&a.load));
    loads.truncate(REPORTED);
    match loads.get(rng.next_u32() as usize % (2 * REPORTED)) {
        Some(found) => found.case.neighbor(rng),
        None => Case::random(rng),
    }
}

fn sorted(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by(|a, b| b.load.total_cmp(&a.load));
    found
}
