//! The dearest calls that a search has found.

use super::super::super::args::{OpName, kind_name};
use super::case::Case;
use crate::commands::rows::{aligned, nanoseconds, object};
use crate::error::CliError;
use crate::stdout::Format;
use papilio_evm::hex;
use serde::Serialize;

/// A call and its time.
pub(super) struct Found {
    pub(super) case: Case,
    /// One of its inputs.
    pub(super) input: Vec<u8>,
    pub(super) gas: u64,
    pub(super) nanoseconds: f64,
    /// The time for a unit of gas, in that of ecrecover.
    pub(super) load: f64,
}

/// The result of a search.
pub(super) struct Report {
    pub(super) implementation: &'static str,
    pub(super) seed: u64,
    pub(super) seconds: f64,
    pub(super) calls: u64,
    /// Nanoseconds of ecrecover, the least.
    pub(super) ecrecover: f64,
    /// The dearest first.
    pub(super) worst: Vec<Found>,
}

#[derive(Serialize)]
struct Object<'a> {
    implementation: &'static str,
    seed: u64,
    seconds: f64,
    calls: u64,
    ecrecover_nanoseconds: f64,
    worst: Vec<Call<'a>>,
}

#[derive(Serialize)]
struct Call<'a> {
    operation: &'static str,
    kind: &'static str,
    modulus_bytes: usize,
    n: u32,
    elements: &'static str,
    outcome: String,
    gas: u64,
    nanoseconds: f64,
    load: f64,
    #[serde(skip)]
    bytes: &'a [u8],
    input: String,
}

impl<'a> Call<'a> {
    fn of(found: &'a Found) -> Self {
        let Found { case, input, gas, nanoseconds, load } = found;
        let outcome = match papilio_precompile::run(case.operation, input) {
            Ok(_) => "success".to_owned(),
            Err(error) => error.to_string(),
        };
        Self {
            operation: OpName::of(case.operation),
            kind: case.shape.kind.map_or("short", kind_name),
            modulus_bytes: case.shape.width,
            n: 1 << case.shape.log,
            elements: case.elements.name(),
            outcome,
            gas: *gas,
            nanoseconds: *nanoseconds,
            load: *load,
            bytes: input,
            input: hex::encode(input),
        }
    }
}

/// Width of each column.
const WIDTHS: [usize; 5] = [6, 10, 8, 5, 12];
/// Most bytes of an input that are printed for people.
const SHOWN: usize = 132;

impl Report {
    pub(super) fn rendered(&self, format: Format) -> Result<String, CliError> {
        let calls: Vec<Call<'_>> = self.worst.iter().map(Call::of).collect();
        if format == Format::Json {
            let Self { implementation, seed, seconds, calls: count, ecrecover, .. } = *self;
            return object(&Object {
                implementation,
                seed,
                seconds,
                calls: count,
                ecrecover_nanoseconds: ecrecover,
                worst: calls,
            });
        }
        let head = format!(
            "{}: the dearest of {} calls in {:.0} s, seed {}; ecrecover {}\n",
            self.implementation,
            self.calls,
            self.seconds,
            self.seed,
            nanoseconds(self.ecrecover)
        );
        let columns = aligned(WIDTHS, ["load", "time", "gas", "op", "kind"].map(str::to_owned)) + "  call\n";
        Ok(head + &columns + &calls.iter().map(line).collect::<String>())
    }
}

fn line(call: &Call<'_>) -> String {
    let fields = [
        format!("{:.2}", call.load),
        nanoseconds(call.nanoseconds),
        call.gas.to_string(),
        call.operation.to_owned(),
        call.kind.to_owned(),
    ];
    let shown = &call.bytes[..call.bytes.len().min(SHOWN)];
    let more = if shown.len() < call.bytes.len() { "..." } else { "" };
    format!(
        "{}  n = {}, {} bytes, {}: {}\n       {}{more}\n",
        aligned(WIDTHS, fields),
        call.n,
        call.modulus_bytes,
        call.elements,
        call.outcome,
        hex::encode(shown)
    )
}
