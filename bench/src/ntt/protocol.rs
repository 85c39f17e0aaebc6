//! The messages between a benchmark and a foreign program, and what both do the same way: inputs
//! from a seed, the digest of outputs, the clock.
//!
//! A peer reads one request a line and answers one line. This file is a module of every peer as
//! well (`#[path]`), so that none of it exists twice; it needs `serde` and `serde_json` only.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// A timed sample lasts at least this long, so that reading the clock and starting the loop do not
/// count.
const SAMPLE: Duration = Duration::from_micros(200);

/// After this long no further sample is begun, except to have [`LEAST_SAMPLES`].
const PATIENCE: Duration = Duration::from_millis(1500);

/// A median of fewer samples is a guess.
const LEAST_SAMPLES: usize = 3;

/// Which transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The values of a polynomial at the odd powers of a `2n`-th root of unity, left in
    /// bit-reversed order.
    Negacyclic,
    /// The negacyclic transform without its last level: the remainders modulo `n/2` polynomials
    /// `X^2 - c`, two words each.
    Incomplete,
    /// The values at the `n`-th roots of unity.
    Cyclic,
    /// The same for each of `width` columns of a matrix stored by rows.
    Columns,
    /// The values on the standard position coset of the circle over a Mersenne field, by the circle
    /// group's transform.
    Circle,
    /// The values at the `n`-th roots of unity of the complex extension of a Mersenne field.
    Complex,
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Coefficients to values.
    Forward,
    /// Values to coefficients, division by the length included.
    Inverse,
}

/// The order in which a cyclic transform has its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By exponent.
    Natural,
    /// However the algorithm leaves them: no pass is spent on the order.
    Any,
}

/// A measurement to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Name of the case's field.
    pub field: String,
    /// The prime, in decimal.
    pub modulus: String,
    /// Which transform.
    pub kind: Kind,
    /// Its length.
    pub n: usize,
    /// Columns transformed at once.
    pub width: usize,
    /// Threads that may be used.
    pub threads: usize,
    /// Which way is timed.
    pub direction: Direction,
    /// The order of the values.
    pub order: Order,
    /// Where the data comes from.
    pub seed: u64,
    /// Timed samples.
    pub samples: usize,
}

/// The result of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Who answers: a library and its version, or a kernel of ours.
    pub peer: String,
    /// Median time of one transform.
    pub nanoseconds: f64,
    /// [`digest`] of the forward transform of the data.
    pub digest: String,
    /// Whether the inverse transform of those values was the data again.
    pub round_trip: bool,
    /// Which of its algorithms the peer used, where it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A line from a peer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Reply<A = Answer> {
    /// It did what was asked.
    Answer(A),
    /// It cannot.
    Unsupported {
        /// Why not.
        unsupported: String,
    },
}

/// The finalizer of SplitMix64: a permutation of the words.
#[must_use]
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The words of SplitMix64 from a seed.
pub fn words(seed: u64) -> impl Iterator<Item = u64> {
    (1_u64..).map(move |i| mix(seed.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
}

/// Data below a modulus of one word: each word of the seed, reduced.
#[must_use]
pub fn residues(seed: u64, modulus: u64, count: usize) -> Vec<u64> {
    words(seed).take(count).map(|word| word % modulus).collect()
}

/// Data below a modulus of `bits` bits, at most 256: four words of the seed an element, little end
/// first, cut to one bit less than the modulus has.
#[must_use]
pub fn elements(seed: u64, bits: u32, count: usize) -> Vec<[u64; 4]> {
    let mut words = words(seed);
    let mut next = |place: u32| {
        let kept = (bits - 1).saturating_sub(64 * place).min(64);
        words.next().unwrap_or(0) & u64::MAX.checked_shr(64 - kept).unwrap_or(0)
    };
    (0..count).map(|_| [next(0), next(1), next(2), next(3)]).collect()
}

/// A hash of the values in ascending order: independent of their order, and so of the choice of the
/// root of unity. Values are canonical, of `W` words, little end first.
#[must_use]
pub fn digest<const W: usize>(mut values: Vec<[u64; W]>) -> String {
    values.sort_unstable();
    let hash = values.as_flattened().iter().fold(values.len() as u64, |hash, &word| mix(hash ^ word).wrapping_add(word));
    format!("{hash:016x}")
}

/// Transforms `data`, checks the round trip, takes the digest of the values, and times the
/// direction asked for.
///
/// `forward` and `inverse` work in place, on what the other left; repeated, each works on its own
/// result, which is valid data again. `values` lists the canonical words of the values, of column 0
/// where there are several.
pub fn measure<S: Clone + PartialEq, const W: usize>(
    request: &Request,
    name: &str,
    data: &S,
    mut forward: impl FnMut(&mut S),
    mut inverse: impl FnMut(&mut S),
    values: impl FnOnce(&S) -> Vec<[u64; W]>,
) -> Answer {
    let mut work = data.clone();
    forward(&mut work);
    let digest = digest(values(&work));
    inverse(&mut work);
    let round_trip = work == *data;
    let nanoseconds = match request.direction {
        Direction::Forward => median(request.samples, || forward(black_box(&mut work))),
        Direction::Inverse => median(request.samples, || inverse(black_box(&mut work))),
    };
    Answer { peer: name.to_owned(), nanoseconds, digest, round_trip, note: None }
}

/// Median nanoseconds of one call.
#[must_use]
pub fn median(samples: usize, mut call: impl FnMut()) -> f64 {
    median_of_batches(samples, u32::MAX, &mut (), |_| {}, |_| call())
}

/// Median nanoseconds of one call, where no more than `batch` of them follow one another: `prepare`
/// comes before each batch, and is not timed.
pub fn median_of_batches<S>(
    samples: usize,
    batch: u32,
    state: &mut S,
    mut prepare: impl FnMut(&mut S),
    mut call: impl FnMut(&mut S),
) -> f64 {
    let mut timed = |repeats: u32| {
        let (mut left, mut time) = (repeats, Duration::ZERO);
        while left > 0 {
            let count = left.min(batch);
            prepare(state);
            let start = Instant::now();
            (0..count).for_each(|_| call(state));
            time += start.elapsed();
            left -= count;
        }
        time
    };
    // Doubling until a sample is long enough also warms caches, tables and clock.
    let mut repeats = 1;
    while timed(repeats) < SAMPLE {
        repeats *= 2;
    }
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < LEAST_SAMPLES || (times.len() < samples && start.elapsed() < PATIENCE) {
        times.push(timed(repeats).as_nanos() as f64 / f64::from(repeats));
    }
    middle(&mut times)
}

/// The median.
#[must_use]
pub fn middle(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A peer's whole program: answers requests from standard input until it ends.
///
/// # Errors
/// When standard input or output fails.
pub fn serve<Q: DeserializeOwned, A: Serialize>(mut answer: impl FnMut(&Q) -> Result<A, String>) -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let answered = serde_json::from_str(&line?).map_err(|e| e.to_string()).and_then(|request| answer(&request));
        let reply = answered.map_or_else(|unsupported| Reply::Unsupported { unsupported }, Reply::Answer);
        let mut out = std::io::stdout().lock();
        serde_json::to_writer(&mut out, &reply)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}
