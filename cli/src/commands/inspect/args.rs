//! Arguments of `papilio inspect`.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// Any file of this program or its library, or a .r1cs or .wtns file; - is standard input
    pub(crate) input: PathBuf,
}
