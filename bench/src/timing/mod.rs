//! Times of operations on secrets, by the test of O. Reparaz, J. Balasch and I. Verbauwhede, "Dude,
//! is my code constant time?" (DATE 2017): inputs of two classes in random order, and Welch's t of
//! their times. It depends on the machine and on what else runs there, so it reports and decides
//! nothing; what is decided is in `docs/constant-time.md`.

mod operations;

use crate::rng;
use chacha20::ChaCha20Rng;
use core::hint::black_box;
use rand_core::Rng;
use serde::Serialize;
use std::time::Instant;

/// Without a leak t is a normal deviate; 4.5 is the usual threshold of leakage tests, and 10 that
/// of the authors' program.
pub const THRESHOLD: f64 = 10.0;
/// Fewest times of a series that are statistics.
pub const MIN_SAMPLES: usize = 200;
/// Shares of the times that are kept, the shortest: the long ones are those of interrupts and of
/// other programs.
const KEPT: [f64; 4] = [0.5, 0.75, 0.9, 1.0];
/// Fewer times of a class are no statistics.
const LEAST: usize = 50;

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Times taken for one value of t.
    pub samples: usize,
    /// Values of t of an operation, while all are beyond the threshold on the same side: what
    /// disturbs a machine passes.
    pub series: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { samples: 1500, series: 5 }
    }
}

/// Values of t of one operation.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The operation, with its field.
    pub operation: String,
    /// Whether it depends on its secrets by construction, so that a sound measurement differs.
    pub control: bool,
    /// One value for each series, positive when random secrets take longer.
    pub t: Vec<f64>,
    /// Whether the times differ by class in every series.
    pub differs: bool,
}

/// Measures every operation, and hands on each row as it is done until `row` says stop.
pub fn measure(settings: Settings, row: &mut dyn FnMut(Row) -> bool) {
    operations::all(&mut |operation, control, sample| {
        let t = series(settings, sample);
        row(Row { operation, control, differs: differs(&t, settings.series), t })
    });
}

/// The secrets of a measurement: always the same ones, or drawn anew.
#[derive(Clone, Copy, PartialEq)]
pub enum Class {
    /// The same in every measurement.
    Fixed,
    /// Others in each.
    Random,
}

impl Class {
    /// One of two values that both have been made, so that what precedes a measurement does not
    /// tell classes apart.
    #[must_use]
    pub fn choose<T>(self, fixed: T, random: T) -> T {
        match self {
            Self::Fixed => fixed,
            Self::Random => random,
        }
    }

    /// Chooses as [`Self::choose`] does, in the memory of the random ones and word by word: other
    /// memory, or a fill of it, has other times.
    fn choose_all<T: Copy>(self, fixed: T, random: &mut [T]) {
        random.iter_mut().for_each(|x| *x = black_box(self).choose(fixed, *x));
    }
}

/// Prepares secrets of a class and returns the seconds that an operation on them takes.
pub type Sample<'a> = &'a mut dyn FnMut(Class, &mut ChaCha20Rng) -> f64;

/// Seconds that an operation takes.
fn time<T>(operation: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = black_box(operation());
    let time = start.elapsed().as_secs_f64();
    drop(result);
    time
}

/// Values of t, as many as there are series, or fewer when one is within the threshold.
pub fn series(settings: Settings, sample: Sample<'_>) -> Vec<f64> {
    let mut rng = rng(1);
    let mut found = Vec::new();
    while found.len() < settings.series.max(1) && differs(&found, found.len()) {
        let times = (0..settings.samples.max(MIN_SAMPLES)).map(|_| {
            let class = if rng.next_u32() & 1 == 0 { Class::Fixed } else { Class::Random };
            (class, sample(class, &mut rng))
        });
        found.push(greatest_t(times.collect()));
    }
    found
}

/// Whether all of so many series are beyond the threshold, on the same side.
#[must_use]
pub fn differs(t: &[f64], series: usize) -> bool {
    t.len() >= series && t.iter().all(|x| x.abs() > THRESHOLD && x * t[0] > 0.0)
}

/// Welch's t of the times of both classes: positive when random secrets take longer.
#[must_use]
pub fn welch(times: &[(Class, f64)]) -> Option<f64> {
    let moments = |class| {
        let times = || times.iter().filter(|x| x.0 == class).map(|x| x.1);
        let count = times().count() as f64;
        let mean = times().sum::<f64>() / count;
        let variance = times().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (count >= LEAST as f64).then_some((mean, variance / count))
    };
    let ((fixed, a), (random, b)) = moments(Class::Fixed).zip(moments(Class::Random))?;
    // Times are whole ticks of a clock.
    Some((random - fixed) / (a + b).sqrt().max(1e-12))
}

/// The greatest t over what is kept of the times; zero when they are too few of a class.
#[must_use]
pub fn greatest_t(mut times: Vec<(Class, f64)>) -> f64 {
    times.sort_by(|a, b| a.1.total_cmp(&b.1));
    let kept = KEPT.iter().filter_map(|share| welch(&times[..(share * times.len() as f64) as usize]));
    kept.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0)
}
