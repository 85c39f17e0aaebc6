//! Arguments of the checks over random samples.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub(crate) enum Samples {
    /// Run random and directed circuits of BFV, BGV and CKKS against the same in the clear; exit
    /// code 1 for a wrong plaintext, or a prediction of noise or precision that is too good
    Circuits(SelftestCircuits),
    /// Measure whether the times of operations on secrets tell secrets apart (Welch's t); a report,
    /// not a verdict
    Timing(SelftestTiming),
}

#[derive(Debug, Args)]
pub(crate) struct SelftestCircuits {
    /// Random circuits, each of up to ten steps; some twenty run in a second
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) count: u64,
    /// Schemes of the circuits: of all, every fourth session of keys is of CKKS
    #[arg(long, value_enum, default_value_t = SchemesArg::All)]
    pub(crate) schemes: SchemesArg,
    /// Seed of the circuits, their keys and messages
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SchemesArg {
    /// BFV, BGV and CKKS
    All,
    /// BFV and BGV
    Exact,
    /// CKKS
    Ckks,
}

#[derive(Debug, Args)]
pub(crate) struct SelftestTiming {
    /// Times taken for one value of t
    #[arg(long, default_value_t = 1500, value_parser = clap::value_parser!(u32).range(200..=1_000_000))]
    pub(crate) samples: u32,
    /// Values of t taken of an operation, while all of them are beyond the threshold
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) series: u32,
}
