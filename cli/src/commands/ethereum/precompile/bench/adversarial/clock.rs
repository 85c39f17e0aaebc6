//! Implementations to time: the one of this program, and the one in Go.

use super::super::super::args::OpName;
use crate::error::CliError;
use papilio_evm::hex;
use papilio_precompile::Operation;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// The least duration of a sample: long against reading the clock.
const SAMPLE_NS: u128 = 20_000;

/// An implementation, and how long it takes for a call.
pub(super) trait Clock {
    fn name(&self) -> &'static str;
    /// Nanoseconds of a call, its price and its answer, with inputs in turn: the least of some
    /// samples.
    fn call(&mut self, operation: Operation, inputs: &[Vec<u8>], samples: u32) -> Result<f64, CliError>;
    /// Nanoseconds of a signature recovery.
    fn ecrecover(&mut self, samples: u32) -> Result<f64, CliError>;
}

/// The implementation of this program.
pub(super) struct Rust;

impl Clock for Rust {
    fn name(&self) -> &'static str {
        "rust"
    }

    fn call(&mut self, operation: Operation, inputs: &[Vec<u8>], samples: u32) -> Result<f64, CliError> {
        let turn = || {
            for input in inputs {
                black_box(papilio_precompile::gas(operation, black_box(input)));
                let _: Result<_, _> = black_box(papilio_precompile::run(operation, black_box(input)));
            }
        };
        Ok(least(samples, turn) / inputs.len() as f64)
    }

    fn ecrecover(&mut self, samples: u32) -> Result<f64, CliError> {
        if !papilio_evm::ecrecover() {
            return Err(CliError::Unverified("ecrecover recovers another address".to_owned()));
        }
        Ok(least(samples, || assert!(black_box(papilio_evm::ecrecover()))))
    }
}

/// Nanoseconds of a turn, the least of some samples.
fn least(samples: u32, turn: impl Fn()) -> f64 {
    let mut turns = 1;
    let mut sample = || loop {
        let start = Instant::now();
        (0..turns).for_each(|_| turn());
        let elapsed = start.elapsed().as_nanos();
        if elapsed >= SAMPLE_NS {
            return elapsed as f64 / f64::from(turns);
        }
        turns *= 2;
    };
    (0..samples).map(|_| sample()).fold(f64::MAX, f64::min)
}

/// The program `cmd/timecalls` of the Go packages, which reads a line of JSON for each call.
pub(super) struct Go {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Go {
    pub(super) fn start(folder: &Path) -> Result<Self, CliError> {
        let mut command = Command::new("go");
        command.args(["run", "./cmd/timecalls"]).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(CliError::io("run `go run` in", folder))?;
        let missing = || CliError::input("`go run` has no pipes");
        let (requests, answers) = (child.stdin.take().ok_or_else(missing)?, child.stdout.take().ok_or_else(missing)?);
        Ok(Self { child, requests: Some(requests), answers: BufReader::new(answers) })
    }

    fn ask(&mut self, request: &Value) -> Result<f64, CliError> {
        let ended = |_| CliError::input("the Go program `cmd/timecalls` ended: is `go` the folder of the Go packages?");
        let mut answer = String::new();
        if let Some(requests) = &mut self.requests {
            writeln!(requests, "{request}").map_err(ended)?;
        }
        self.answers.read_line(&mut answer).map_err(ended)?;
        let answer: Value = serde_json::from_str(&answer)
            .map_err(|_| CliError::input("the Go program `cmd/timecalls` gave no answer: its reason is above"))?;
        answer["nanoseconds"].as_f64().ok_or_else(|| CliError::input(format!("the Go program answered {answer}")))
    }
}

impl Clock for Go {
    fn name(&self) -> &'static str {
        "go"
    }

    fn call(&mut self, operation: Operation, inputs: &[Vec<u8>], samples: u32) -> Result<f64, CliError> {
        let inputs: Vec<String> = inputs.iter().map(hex::encode).collect();
        self.ask(&json!({ "op": OpName::of(operation), "inputs": inputs, "samples": samples }))
    }

    fn ecrecover(&mut self, samples: u32) -> Result<f64, CliError> {
        self.ask(&json!({ "op": "ecrecover", "inputs": [], "samples": samples }))
    }
}

impl Drop for Go {
    fn drop(&mut self) {
        // The end of its input ends it.
        self.requests = None;
        let _: std::io::Result<_> = self.child.wait();
    }
}
