//! `papilio selftest kernels`: every kernel row of this processor against the definition.

mod primes;
mod stages;
mod transforms;
mod vectors;

use super::args::SelftestKernels;
use crate::error::CliError;
use crate::progress;
use crate::stdout::{Format, print_json, print_lines};
use chacha20::ChaCha20Rng;
use papilio_ntt::{Kernel, KernelWord};
use rand_core::{Rng, SeedableRng};
use serde::Serialize;
use serde_json::json;
use std::time::Instant;

/// Mismatches of a row that are told apart; the others are counted.
const NAMED: usize = 8;

/// Comparisons of one row.
#[derive(Debug, Serialize)]
struct Row {
    kernel: &'static str,
    word_bits: u32,
    transforms: usize,
    vectors: usize,
    stages: usize,
    /// Primes and lengths beyond the row, which it has to refuse.
    refusals: usize,
    mismatches: usize,
    /// The first mismatches, in words.
    mismatched: Vec<String>,
    #[serde(skip)]
    random: Random,
}

impl Row {
    fn new(kernel: &'static str, word_bits: u32, seed: u64) -> Self {
        let random = Random(ChaCha20Rng::seed_from_u64(seed));
        Self {
            kernel,
            word_bits,
            transforms: 0,
            vectors: 0,
            stages: 0,
            refusals: 0,
            mismatches: 0,
            mismatched: Vec::new(),
            random,
        }
    }

    /// Records a comparison that does not hold.
    fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.mismatches += 1;
            if self.mismatched.len() < NAMED {
                self.mismatched.push(what());
            }
        }
    }
}

/// Random inputs, with the ends of their intervals among them.
#[derive(Debug)]
struct Random(ChaCha20Rng);

impl Random {
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Words below `bound`, the greatest of them first.
    fn below(&mut self, bound: u64, n: usize) -> Vec<u64> {
        (0..n).map(|i| if i == 0 { bound - 1 } else { self.word() % bound }).collect()
    }
}

fn words<W: KernelWord>(numbers: &[u64]) -> Vec<W> {
    numbers.iter().map(|&x| W::truncate(x)).collect()
}

fn numbers<W: KernelWord>(words: &[W]) -> Vec<u64> {
    words.iter().map(|x| x.extend()).collect()
}

pub(crate) fn kernels(args: &SelftestKernels, format: Format) -> Result<(), CliError> {
    let start = Instant::now();
    let mut rows = Vec::new();
    for kernel in Kernel::<u64>::all() {
        let mut row = row(kernel, args.seed)?;
        vectors::conversions(kernel, &mut row);
        stages::stages(kernel, &mut row);
        rows.push(row);
    }
    for kernel in Kernel::<u32>::all() {
        rows.push(row(kernel, args.seed)?);
    }
    report(&rows, start.elapsed().as_secs_f64(), format)?;
    let wrong: Vec<&str> = rows.iter().flat_map(|row| row.mismatched.iter().map(String::as_str)).collect();
    if wrong.is_empty() { Ok(()) } else { Err(CliError::Unverified(wrong.join("; "))) }
}

/// What rows of both widths of words have.
fn row<W: KernelWord>(kernel: &'static Kernel<W>, seed: u64) -> Result<Row, CliError> {
    let mut row = Row::new(kernel.name(), W::BITS, seed);
    for log in 0..=transforms::MAX_LOG {
        progress::check()?;
        transforms::transforms(kernel, 1 << log, &mut row);
    }
    vectors::vectors(kernel, &mut row);
    progress::check()?;
    Ok(row)
}

fn report(rows: &[Row], seconds: f64, format: Format) -> Result<(), CliError> {
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>();
    if format == Format::Json {
        return print_json(&json!({
            "rows": rows, "transforms": sum(|r| r.transforms), "vectors": sum(|r| r.vectors), "stages": sum(|r| r.stages),
            "refusals": sum(|r| r.refusals), "mismatches": sum(|r| r.mismatches), "seconds": seconds,
        }));
    }
    let line = |row: &Row| {
        let Row { kernel, word_bits, transforms, vectors, stages, refusals, mismatches, .. } = row;
        let text = format!("{transforms} transforms, {vectors} vector operations, {stages} stages, {refusals} refusals");
        ("kernel", format!("{kernel}, {word_bits}-bit words: {text}, {mismatches} mismatches"))
    };
    let mut lines: Vec<_> = rows.iter().map(line).collect();
    lines.push(("mismatches", sum(|r| r.mismatches).to_string()));
    lines.push(("time", crate::numbers::seconds(seconds)));
    print_lines(&lines)
}
