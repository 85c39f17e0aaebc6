//! The two ends as commands over files.

use super::bytes::bytes;
use super::slots::SLOTS;
use super::{MemoryArgs, Shape, SlotArgs, WitnessArgs};
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;

/// Whether outputs may replace what is there.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Force {
    /// Replace an existing file, unless it is a key or an input
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("entries").required(true).args(["size", "witness"]))]
pub(crate) struct Keygen {
    /// Entries of the witnesses to be encrypted
    #[arg(long, value_name = "ENTRIES")]
    pub(crate) size: Option<usize>,
    /// A circom witness to take the size and the field from
    #[arg(long, value_name = "FILE.wtns")]
    pub(crate) witness: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Folder for secret.key, public.key where the plan has the noise budget for one, and rotation.keys with --layout slots; existing
    /// keys are never replaced
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

/// How field values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValuesFormat {
    /// The program's own, which `papilio verify` reads
    Values,
    /// One object: field, modulus, and the values as decimal strings
    Json,
    /// Lines of index and decimal value, under a heading
    Csv,
    /// A value a line: big-endian, as many digits as the modulus
    Hex,
    /// A circom witness (.wtns), as snarkjs reads it
    Wtns,
    /// Bare bytes: little-endian, each value as many as the modulus
    Raw,
}

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
