//! Arguments of `papilio man`.

use crate::args::Force;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// Folder for a page of each command [default: the first page on standard output]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: Force,
}
