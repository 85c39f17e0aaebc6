//! Arguments of `papilio precompile`.

use crate::args::Force;
use clap::{Args, Subcommand, ValueEnum};
use papilio_precompile::{Kind, Operation};
use std::path::PathBuf;

/// The precompiles of EIP-7885, as clients would call them.
#[derive(Debug, Args)]
pub(crate) struct Precompile {
    #[command(subcommand)]
    pub(crate) target: PrecompileTarget,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PrecompileTarget {
    /// Call one precompile: its output, its gas, or why it fails
    #[command(after_help = "\
An input is a header and one vector (fw, inv) or two (mul, add), everything
big-endian. The short header is n in four bytes and q in eight, for a prime q =
1 modulo 2n; elements of Falcon (q = 12289) take two bytes, of ML-DSA (q =
8380417) four. The extended header, 01 | kind | log2 n | m | q | root, states
the root of unity: kind 0 is modulo X^n + 1, 1 modulo X^n - 1, 2 has pairs
modulo X^2 - root (ML-KEM), 3 is over complex numbers (Mersenne 31).

  papilio precompile call --op fw --input 00000002000000000000000500010002
      n = 2, q = 5: 1 + 2X at 2 and 3
  papilio precompile call --op mul --input 000000020000000000000005 --explain
      what it lacks
  papilio precompile call --op inv --input @input.hex --explain
      from a file
  papilio precompile call --op add --input @input.hex --json | jq -r .output
      for a script

A failed call is an answer, with exit code 0, `ok` false and `error`; on chain
it takes all the gas that it was given.")]
    Call(PrecompileCall),
    /// Write test vectors for other implementations, the same at every run
    #[command(after_help = "\
A JSON list of {name, op, input, ok, output, gas, error}: all operations over
the signature standards and every field of interest, each kind of the extended
header, extreme residues, and inputs that must fail. Bytes are hexadecimal
without 0x. Which error an input has is for people; that it fails, and at which
gas, is consensus.

  papilio precompile vectors -o vectors.json
  papilio precompile vectors | jq '.[] | select(.ok | not) | .name, .error'")]
    Vectors(PrecompileVectors),
    /// Time whole calls against ecrecover: those of Falcon and ML-DSA, or the dearest there are
    #[command(after_help = "\
`parity` is the gas at which a call would take as long for each gas as ecrecover
(3000 gas, libsecp256k1) in the same run: a price below it is too low. Times are
medians over the samples of whole calls: decoding, checks, transform, encoding.

  papilio precompile bench
  papilio precompile bench --go go --json > rows
      also the benchmarks of the Go packages in the folder `go`, if Go is
      installed
The rows of the Go packages are those of `go test -bench`, and with
GOFLAGS=-tags=papilio_native those of the Rust core by cgo.

With --adversarial it searches for calls that take long for their price, over
all forms, kinds, widths, lengths and moduli, with extreme and uniform elements,
and with each thing that can be wrong. `load` is the time for a unit of gas, in
that of ecrecover: above 1 the call is cheaper than it should be. Inputs of a
call take turns. Prices promise a load of at most 1.5.

  papilio precompile bench --adversarial --seconds 600
  papilio precompile bench --adversarial --go go --json | jq '.worst[0]'
      and the implementation in Go, in a program of its own
  papilio precompile bench --adversarial --calls 500 --at-most 3
      for a script: fails when a load is greater")]
    Bench(PrecompileBench),
}

/// The four operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OpName {
    /// Forward transform: coefficients to values in bit-reversed order (NTT_FW)
    Fw,
    /// Its inverse (NTT_INV)
    Inv,
    /// Products, value by value (NTT_VECMULMOD)
    Mul,
    /// Sums (NTT_VECADDMOD)
    Add,
}

impl OpName {
    pub(super) fn operation(self) -> Operation {
        match self {
            Self::Fw => Operation::Forward,
            Self::Inv => Operation::Inverse,
            Self::Mul => Operation::Multiply,
            Self::Add => Operation::Add,
        }
    }

    /// The operation's name on the command line.
    pub(super) fn of(operation: Operation) -> &'static str {
        match operation {
            Operation::Forward => "fw",
            Operation::Inverse => "inv",
            Operation::Multiply => "mul",
            Operation::Add => "add",
        }
    }
}

/// A kind's name in what is printed.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Negacyclic => "negacyclic",
        Kind::Cyclic => "cyclic",
        Kind::Incomplete => "incomplete",
        Kind::Complex => "complex",
    }
}

#[derive(Debug, Args)]
pub(crate) struct PrecompileCall {
    /// Operation
    #[arg(long, value_enum)]
    pub(crate) op: OpName,
    /// Input of the call: hexadecimal, or @FILE with hexadecimal text or bytes
    #[arg(long, value_name = "HEX|@FILE", allow_hyphen_values = true)]
    pub(crate) input: String,
    /// Show the decoded header, the price, and the output as numbers
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PrecompileVectors {
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: Force,
}

#[derive(Debug, Args)]
pub(crate) struct PrecompileBench {
    /// Timed samples of each row; the median is reported
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
    /// Folder of Go packages to measure as well
    #[arg(long, value_name = "FOLDER")]
    pub(crate) go: Option<PathBuf>,
    /// Search for the calls that take longest for their price
    #[arg(long, conflicts_with = "samples")]
    pub(crate) adversarial: bool,
    /// Seconds to search
    #[arg(long, value_name = "N", default_value_t = 60, requires = "adversarial", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) seconds: u64,
    /// Calls to try, however long that takes
    #[arg(long, value_name = "N", requires = "adversarial", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) calls: Option<u64>,
    /// Seed of the search
    #[arg(long, value_name = "S", default_value_t = 1, requires = "adversarial")]
    pub(crate) seed: u64,
    /// The greatest load that is not an error
    #[arg(long, value_name = "LOAD", requires = "adversarial", value_parser = load)]
    pub(crate) at_most: Option<f64>,
}

/// A load that others can be compared with.
fn load(text: &str) -> Result<f64, String> {
    let finite = text.parse().ok().filter(|load: &f64| load.is_finite() && *load > 0.0);
    finite.ok_or_else(|| "a load is a number above 0".to_owned())
}
