//! Calls with the parameters of the signature standards, one after the other.

use super::super::args::{OpName, PrecompileBench};
use super::go;
use crate::commands::rows::{aligned, nanoseconds, object};
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::{Format, print};
use crate::stopwatch::median;
use papilio_precompile::Operation;
use serde::Serialize;
use std::hint::black_box;
use std::time::Instant;

/// The parameters of the EIP's table: name, modulus, bytes of an element and elements of a vector.
const SETS: [(&str, u32, usize, u32); 3] =
    [("falcon-512", 12289, 2, 512), ("falcon-1024", 12289, 2, 1024), ("ml-dsa", 8_380_417, 4, 256)];

/// The least duration of a sample: long against reading the clock.
const SAMPLE_NS: f64 = 1e6;

#[derive(Serialize)]
struct Row {
    implementation: &'static str,
    set: &'static str,
    op: &'static str,
    ns: f64,
    gas: u64,
    mgas_per_s: f64,
    /// The gas at which the call would run at the speed of ecrecover in this run.
    parity_gas: f64,
}

/// A call to time: an input of a precompile, or none for ecrecover.
struct Job {
    set: &'static str,
    op: &'static str,
    gas: u64,
    call: Box<dyn Fn()>,
    /// Calls a sample.
    calls: u32,
    samples: Vec<f64>,
}

impl Job {
    fn new(set: &'static str, op: &'static str, gas: u64, call: Box<dyn Fn()>) -> Self {
        let mut job = Self { set, op, gas, call, calls: 1, samples: Vec::new() };
        while job.sample() * f64::from(job.calls) < SAMPLE_NS {
            job.calls *= 2;
        }
        job
    }

    /// Nanoseconds of a call.
    fn sample(&self) -> f64 {
        let start = Instant::now();
        (0..self.calls).for_each(|_| (self.call)());
        start.elapsed().as_nanos() as f64 / f64::from(self.calls)
    }
}

pub(super) fn bench(args: &PrecompileBench, format: Format) -> Result<(), CliError> {
    let mut jobs = jobs()?;
    // In turns, so that a change of the processor's clock meets all rows alike.
    for _ in 0..args.samples {
        check()?;
        for job in &mut jobs {
            job.samples.push(job.sample());
        }
    }
    let medians: Vec<f64> = jobs.iter_mut().map(|job| median(&mut job.samples)).collect();
    let per_gas = medians[0] / jobs[0].gas as f64;
    if format == Format::Text {
        print(&heading())?;
    }
    for (job, ns) in jobs.iter().zip(medians) {
        let parity_gas = ns / per_gas;
        let mgas_per_s = job.gas as f64 * 1e3 / ns;
        let row = Row { implementation: "rust", set: job.set, op: job.op, ns, gas: job.gas, mgas_per_s, parity_gas };
        print(&if format == Format::Json { object(&row)? } else { line(&row) })?;
    }
    args.go.as_deref().map_or(Ok(()), |folder| go::rows(folder, format))
}

/// ecrecover, and every operation on every set, each checked.
fn jobs() -> Result<Vec<Job>, CliError> {
    if !papilio_evm::ecrecover() {
        return Err(CliError::Unverified("ecrecover recovers another address".to_owned()));
    }
    let recover = || assert!(black_box(papilio_evm::ecrecover()));
    let mut jobs = vec![Job::new("secp256k1", "ecrecover", papilio_evm::ECRECOVER_GAS, Box::new(recover))];
    papilio_precompile::prepare();
    for operation in Operation::ALL {
        for (set, q, width, n) in SETS {
            let input = input(operation, q, width, n);
            if !is_inverted(&input, n as usize * width, operation) {
                return Err(CliError::Unverified(format!("{set}: the inverse of a transform is another polynomial")));
            }
            let gas = papilio_precompile::gas(operation, &input);
            let call = move || assert!(black_box(papilio_precompile::run(operation, black_box(&input))).is_ok());
            jobs.push(Job::new(set, OpName::of(operation), gas, Box::new(call)));
        }
    }
    Ok(jobs)
}

/// Elements that run through the residues.
fn input(operation: Operation, q: u32, width: usize, n: u32) -> Vec<u8> {
    let header = [&n.to_be_bytes()[..], &u64::from(q).to_be_bytes()].concat();
    let elements = (1..=operation.vectors() as u32 * n).map(|i| i.wrapping_mul(0x9e37_79b1) % q);
    header.into_iter().chain(elements.flat_map(|x| x.to_be_bytes().into_iter().skip(4 - width))).collect()
}

/// Whether the inverse of the transform of the first vector is that vector.
fn is_inverted(input: &[u8], vector: usize, operation: Operation) -> bool {
    let (header, elements) = (&input[..12], &input[12..12 + vector]);
    let call =
        |operation, elements: &[u8]| papilio_precompile::run(operation, &[header, elements].concat()).unwrap_or_default();
    let forth = if operation == Operation::Inverse {
        [Operation::Inverse, Operation::Forward]
    } else {
        [Operation::Forward, Operation::Inverse]
    };
    call(forth[1], &call(forth[0], elements)) == elements
}

/// Width of each column.
const WIDTHS: [usize; 7] = [6, 11, 9, 10, 6, 8, 8];

fn heading() -> String {
    aligned(WIDTHS, ["", "set", "op", "time", "gas", "Mgas/s", "parity"].map(str::to_owned)) + "\n"
}

fn line(row: &Row) -> String {
    let fields = [
        row.implementation.to_owned(),
        row.set.to_owned(),
        row.op.to_owned(),
        nanoseconds(row.ns),
        row.gas.to_string(),
        format!("{:.1}", row.mgas_per_s),
        format!("{:.0}", row.parity_gas),
    ];
    aligned(WIDTHS, fields) + "\n"
}
