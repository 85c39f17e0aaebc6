//! What tells about files and about the program.

use super::Force;
use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// Any file of this program or its library, or a .r1cs or .wtns file; - is standard input
    pub(crate) input: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell to complete for
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// Folder for a page of each command [default: the first page on standard output]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: Force,
}
