//! Arguments of `papilio sweep`.

use crate::args::{EngineArg, EvaluatorName, FieldName, Force, PackingName};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Published tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableName {
    /// Witness sizes at depths 1 to 5
    Columns,
    /// Sizes 256 to 32768 over BN254, by diagonals and factored
    Slots,
}

#[derive(Debug, Args)]
pub(crate) struct Sweep {
    /// Which published table: columns (the constant-depth transform across ciphertexts) or slots
    /// (inside one)
    #[arg(long, value_enum, default_value = "columns")]
    pub(crate) table: TableName,
    /// Witness sizes, or with `--table slots` elements of a transform [default: those of the
    /// published table]
    #[arg(long, value_delimiter = ',')]
    pub(crate) sizes: Option<Vec<usize>>,
    /// Greatest depth measured; 1 at 2,250,280 entries is 16.7 million products
    #[arg(long, value_delimiter = ',', default_value = "1,2,3,4,5", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depths: Vec<u32>,
    /// Plaintext field [default: that of the published table, p32 or bn254]
    #[arg(long, value_enum)]
    pub(crate) field: Option<FieldName>,
    /// Encrypt under the public key, with `--table slots`
    #[arg(long)]
    pub(crate) public_key: bool,
    /// Ring degree of the fixed-depth rows
    #[arg(long, default_value_t = 16384)]
    pub(crate) ring_degree: usize,
    /// How butterflies are evaluated in the fixed-depth rows
    #[arg(long, value_enum, default_value = "shared")]
    pub(crate) evaluator: EvaluatorName,
    /// Where values sit in a plaintext in the fixed-depth rows (the published tables use slots)
    #[arg(long, value_enum, default_value = "slots")]
    pub(crate) packing: PackingName,
    /// Transforms timed per row; the median is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    #[command(flatten)]
    pub(crate) engine: EngineArg,
    /// Folder for sweep.csv, sweep.svg and sweep.png
    #[arg(short, long, default_value = ".")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) replace: Force,
}
