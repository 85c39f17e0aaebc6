//! Arguments of `papilio selftest`.

use crate::commands::gates::args::SetName;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(crate) struct Selftest {
    #[command(subcommand)]
    pub(crate) what: SelftestWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SelftestWhat {
    /// Compare every kernel of this processor with the definition, at the limits of its primes and
    /// lengths
    Kernels(SelftestKernels),
    /// Write a file of every kind, read it back, and damage every part of it; exit code 1 for a
    /// result that is wrong or a damage that is not refused
    Files,
    /// Evaluate random gates of every kind on outputs of others, and compare their bits and their
    /// noise with the predicted ones
    Gates(SelftestGates),
    #[cfg(feature = "measure")]
    #[command(flatten)]
    Samples(super::samples::args::Samples),
}

#[derive(Debug, Args)]
pub(crate) struct SelftestGates {
    /// Set of parameters
    #[arg(long, value_enum, default_value = "default_128")]
    pub(crate) set: SetName,
    /// Gates of every kind
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) count: u64,
    /// Seed of the choice of gates and inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct SelftestKernels {
    /// Seed of the random inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}
