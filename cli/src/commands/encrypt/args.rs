//! Arguments of `papilio encrypt`.

use crate::args::{Force, WitnessArgs};
use clap::{ArgGroup, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("entries").required(true).args(["witness", "random", "levels"]))]
#[command(override_usage = "papilio encrypt [OPTIONS] --key <FILE> --output <FILE>
         <--witness <FILE.wtns>|--random <COUNT>|--levels <LEVELS>>")]
pub(crate) struct Encrypt {
    /// secret.key or public.key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    #[command(flatten)]
    pub(crate) witness: WitnessArgs,
    /// Encrypted columns; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) replace: Force,
}
