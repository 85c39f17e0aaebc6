//! The entries to transform, and the memory to do it in.

use super::bytes::bytes;
use super::entries::entries;
use clap::Args;
use std::path::{Path, PathBuf};

/// Where field elements come from.
#[derive(Clone, Debug, Args)]
pub(crate) struct WitnessArgs {
    /// A circom witness; - is standard input
    #[arg(long, value_name = "FILE.wtns", conflicts_with_all = ["random", "levels"])]
    pub(crate) witness: Option<PathBuf>,
    /// The circom constraint system that the witness must satisfy
    #[arg(long, value_name = "FILE.r1cs", requires = "witness")]
    pub(crate) r1cs: Option<PathBuf>,
    /// This many random elements
    #[arg(long, value_name = "COUNT", conflicts_with = "levels", value_parser = entries)]
    pub(crate) random: Option<usize>,
    /// The built-in Semaphore circuit over the field, with a Merkle tree of this many levels [`run`
    /// without a witness: 20]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) levels: Option<u32>,
    /// Seed of random elements and of the built-in circuit's inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl WitnessArgs {
    /// The files that are read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.witness.iter().chain(&self.r1cs).map(PathBuf::as_path)
    }
}

/// Limits of the work.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Memory")]
pub(crate) struct MemoryArgs {
    /// Keep ciphertexts in files and the peak of memory below this many bytes (suffixes K, M, G)
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// Folder for those files [default: that of the output, else the system's]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work_dir: Option<PathBuf>,
}
