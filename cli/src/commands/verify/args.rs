//! Arguments of `papilio verify`.

use crate::args::WitnessArgs;
use clap::{ArgGroup, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("entries").required(true).args(["witness", "random", "levels"]))]
#[command(override_usage = "papilio verify [OPTIONS]
         <--witness <FILE.wtns>|--random <COUNT>|--levels <LEVELS>> <INPUT>")]
pub(crate) struct Verify {
    /// Field values, as `papilio decrypt` writes them without --format; - is standard input
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) witness: WitnessArgs,
}
