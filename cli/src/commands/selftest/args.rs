//! Arguments of `papilio selftest`.

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
    #[cfg(feature = "measure")]
    #[command(flatten)]
    Samples(super::samples::args::Samples),
}

#[derive(Debug, Args)]
pub(crate) struct SelftestKernels {
    /// Seed of the random inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}
