//! Arguments of `papilio transform`.

use crate::args::{EngineArg, Force, MemoryArgs, SLOTS};
use crate::files::parts::Share;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Transform {
    /// Encrypted columns; - is standard input
    pub(crate) input: PathBuf,
    /// Transformed columns; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Compute one of N parts alone, such as 1/4, for `papilio join`
    #[arg(long, value_name = "I/N", value_parser = Share::parse)]
    pub(crate) part: Option<Share>,
    /// rotation.keys, for a vector in slots
    #[arg(long, value_name = "FILE", help_heading = SLOTS)]
    pub(crate) keys: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArg,
    #[command(flatten)]
    pub(crate) replace: Force,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}
