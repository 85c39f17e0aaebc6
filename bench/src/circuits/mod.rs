//! Random and directed circuits under encryption beside the same circuits in the clear: whether a
//! plaintext is ever wrong, or a prediction of noise too good.
//!
//! A circuit is some steps over a pool of ciphertexts, of BFV, BGV or CKKS, through the public
//! interface alone. Every result is decrypted: what is returned has to be the plaintext of the
//! circuit in the clear, and the budget that is measured, or the precision of CKKS, not below the
//! one that is predicted.

mod approximate;
mod crafted;
mod directed;
mod foreign;
mod messages;
mod random;
mod scheme;

use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Bls12_381, Bn254, Goldilocks, P32, Stark252};
use papilio_ring::RnsBasis;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// The schemes that circuits are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schemes {
    /// BFV and BGV.
    Exact,
    /// CKKS.
    Approximate,
    /// One session in four of CKKS.
    All,
}

/// Circuits that share their keys.
const SESSION: u64 = 4;

/// The counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Circuits.
    pub circuits: u64,
    /// Operations on ciphertexts.
    pub operations: u64,
    /// Results that were decrypted to a plaintext.
    pub decryptions: u64,
    /// Results that decryption refused for want of a predicted budget.
    pub refused: u64,
    /// Refused results that would have been right: the price of predictions that hold for every
    /// key.
    pub refused_intact: u64,
    /// Plaintexts that are not those of the circuit in the clear, and foreign operands that were
    /// taken.
    pub wrong: u64,
    /// Results whose measured budget or precision is below the predicted one.
    pub optimistic: u64,
    /// Sums over all slots.
    pub inner_sums: u64,
    /// Operands of another scheme, key, field, degree or level, each of which has to be refused.
    pub foreign_operands: u64,
    /// The slack of predictions, by scheme and operation.
    pub slack: BTreeMap<String, Slack>,
    /// Seconds that all of it took.
    pub seconds: f64,
    /// The first few failures, in words: seed, circuit and operation.
    pub failures: Vec<String>,
}

impl Counts {
    /// Failures that are told in words.
    const TOLD: usize = 10;

    fn joined(mut self, other: Self) -> Self {
        self.circuits += other.circuits;
        self.operations += other.operations;
        self.decryptions += other.decryptions;
        self.refused += other.refused;
        self.refused_intact += other.refused_intact;
        self.wrong += other.wrong;
        self.optimistic += other.optimistic;
        self.inner_sums += other.inner_sums;
        self.foreign_operands += other.foreign_operands;
        other.slack.into_iter().for_each(|(name, slack)| self.slack.entry(name).or_default().join(slack));
        self.failures.extend(other.failures);
        self.failures.truncate(Self::TOLD);
        self
    }

    fn fail(&mut self, text: String) {
        if self.failures.len() < Self::TOLD {
            self.failures.push(text);
        }
    }

    /// Whether no plaintext was wrong and no prediction too good.
    #[must_use]
    pub fn sound(&self) -> bool {
        self.wrong == 0 && self.optimistic == 0
    }

    /// The slack over all operations.
    #[must_use]
    pub fn all_slack(&self) -> Slack {
        self.slack.values().fold(Slack::default(), |mut all, &slack| {
            all.join(slack);
            all
        })
    }
}

/// The slack of predictions: measured budgets, or precisions, less predicted ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Slack {
    /// Results.
    pub results: u64,
    /// The sum over them, in bits.
    pub sum_bits: f64,
    /// The greatest, in bits.
    pub most_bits: f64,
    /// Results of more than [`Self::NEAR_BITS`].
    pub far: u64,
}

impl Slack {
    /// Predictions so many bits below the measurement are near.
    pub const NEAR_BITS: f64 = 3.0;

    fn add(&mut self, bits: f64) {
        self.join(Self { results: 1, sum_bits: bits, most_bits: bits, far: u64::from(bits > Self::NEAR_BITS) });
    }

    fn join(&mut self, other: Self) {
        self.results += other.results;
        self.sum_bits += other.sum_bits;
        self.most_bits = self.most_bits.max(other.most_bits);
        self.far += other.far;
    }

    /// The mean in bits.
    #[must_use]
    pub fn mean_bits(&self) -> f64 {
        self.sum_bits / self.results.max(1) as f64
    }
}

/// Runs random circuits, the same ones for the same seed, after those of BFV and BGV that are
/// always run.
/// `progress` is told of circuits that are done; when it answers false, the rest is left out.
///
/// # Panics
/// If the parameters of a session are none.
pub fn run(schemes: Schemes, count: u64, seed: u64, progress: &(dyn Fn(u64) -> bool + Sync)) -> Counts {
    let start = Instant::now();
    let session = |first: u64| {
        let circuits = SESSION.min(count - first);
        if !progress(0) {
            return Counts::default();
        }
        let counts = session(schemes, Place { seed, session: first / SESSION, circuits });
        progress(circuits);
        counts
    };
    let firsts: Vec<u64> = (0..count).step_by(SESSION as usize).collect();
    let directed = || {
        if schemes == Schemes::Approximate || !progress(0) {
            return Counts::default();
        }
        let (directed, crafted) = rayon::join(|| directed::run(seed), || crafted::run(seed));
        directed.joined(crafted)
    };
    let random = || firsts.into_par_iter().map(session).reduce(Counts::default, Counts::joined);
    let (directed, random) = rayon::join(directed, random);
    let counts = random.joined(directed);
    Counts { seconds: start.elapsed().as_secs_f64(), ..counts }
}

/// Circuits over one set of keys: fields and parameters take turns.
fn session(schemes: Schemes, place: Place) -> Counts {
    // Each kind of scheme counts its own sessions, so that it meets all of its parameters.
    let number = match schemes {
        Schemes::Approximate => return approximate::run(place, place.session),
        Schemes::All if place.session % 4 == 3 => return approximate::run(place, place.session / 4),
        Schemes::All => place.session - place.session / 4,
        Schemes::Exact => place.session,
    };
    match number % 17 {
        0 => random::run::<P32>(&[50; 5], 1, place),
        1 => random::run::<P32>(&[40, 45, 50, 50, 50, 50], 2, place),
        2 => random::run::<P32>(&[36; 8], 2, place),
        3 => random::run::<P32>(&[45, 61, 30, 31, 61, 61], 1, place),
        4 => random::run::<P32>(&[40, 41], 1, place),
        5 => random::run::<P32>(&[50; 9], 2, place),
        6 => random::run::<P32>(&[50, 50, 50, 30], 1, place),
        7 => random::run::<P32>(&[58, 59], 1, place),
        8 => random::run::<BabyBear>(&[45; 5], 1, place),
        9 => random::run::<BabyBear>(&[39, 40], 1, place),
        10 => random::run::<BabyBear>(&[50; 7], 3, place),
        11 => random::run::<Goldilocks>(&[50, 61, 47, 45, 50, 61], 2, place),
        12 => random::run::<Goldilocks>(&[50; 8], 1, place),
        13 => random::run::<Goldilocks>(&[40, 40, 41], 1, place),
        14 => random::run::<Bn254>(&[50; 17], 3, place),
        15 => random::run::<Bls12_381>(&[60; 11], 2, place),
        _ => random::run::<Stark252>(&[50; 9], 2, place),
    }
}

/// Which circuits of a run.
#[derive(Clone, Copy, Debug)]
struct Place {
    seed: u64,
    session: u64,
    circuits: u64,
}

/// The parameters of primes of these bit lengths at degree 4096, which are not secure; the last
/// primes are special.
fn parameters(bits: &[u32], special: usize) -> Parameters {
    let mut moduli = RnsBasis::choose_moduli(DEGREE, bits, 0).expect("primes of these sizes");
    let special = moduli.split_off(bits.len() - special);
    Parameters::new(ParametersLiteral {
        log_degree: DEGREE.ilog2(),
        moduli,
        special,
        insecure: true,
        ..ParametersLiteral::default()
    })
    .expect("parameters of a session")
}

const DEGREE: usize = 1 << 12;

/// Place by place.
fn zip<F: Field>(a: &[F], b: &[F], f: impl Fn(F, F) -> F) -> Vec<F> {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}
