//! Arguments of `papilio transform`.

use crate::args::{Force, MemoryArgs, SLOTS};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Transform {
    /// Encrypted columns; - is standard input
    pub(crate) input: PathBuf,
    /// Transformed columns; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// rotation.keys, for a vector in slots
    #[arg(long, value_name = "FILE", help_heading = SLOTS)]
    pub(crate) keys: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: Force,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}
