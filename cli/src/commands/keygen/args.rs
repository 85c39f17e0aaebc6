//! Arguments of `papilio keygen`.

use crate::args::{Force, SLOTS, Shape, SlotArgs, bytes, entries};
use clap::{ArgGroup, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("entries").required(true).args(["size", "witness"]))]
pub(crate) struct Keygen {
    /// Entries of the witnesses to be encrypted
    #[arg(long, value_name = "ENTRIES", value_parser = entries)]
    pub(crate) size: Option<usize>,
    /// A circom witness to take the size and the field from
    #[arg(long, value_name = "FILE.wtns")]
    pub(crate) witness: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Folder for secret.key, public.key where the plan has the noise budget for one, and
    /// rotation.keys with --layout slots; existing keys are never replaced
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) replace: Force,
    #[command(flatten)]
    pub(crate) slots: SlotArgs,
    /// Plan for a server with this much memory (suffixes K, M, G)
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = SLOTS)]
    pub(crate) memory_limit: Option<u64>,
}
