//! Arguments of `papilio decrypt`.

use crate::args::Force;
use crate::files::formats::ValuesFormat;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Decrypt {
    /// secret.key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// Transformed columns; - is standard input
    pub(crate) input: PathBuf,
    /// Field values, in natural order, column after column; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Format of the values
    #[arg(long, value_enum, default_value = "values")]
    pub(crate) format: ValuesFormat,
    #[command(flatten)]
    pub(crate) replace: Force,
}
