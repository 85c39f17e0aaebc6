//! Arguments of `papilio gates`.

use crate::args::Force;
use clap::{Args, Subcommand, ValueEnum};
use papilio_gates::Parameters;
use std::path::PathBuf;

/// The end of the help.
pub(crate) const AFTER: &str = "\
A client makes keys and encrypts, a server that holds no secret evaluates a
circuit, the client decrypts:
  papilio gates keygen  -o keys/
  papilio gates encrypt --key keys/secret.key --netlist adder.json \\
                        --inputs a=5,b=7 -o in.bits
  papilio gates run     --netlist adder.json --key keys/evaluation.key \\
                        in.bits -o out.bits
  papilio gates decrypt --key keys/secret.key --netlist adder.json out.bits
or all of it in one process, compared with the circuit in the clear:
  papilio gates run     --netlist adder.json --inputs a=5,b=7

Netlists: JSON of Papilio (`papilio_netlist`), BLIF (.names), and JSON of Yosys
(`abc -g gates; write_json`). The bits a[0], a[1], ... are one number, a, lowest
bit first. Numbers are decimal, or hexadecimal after 0x.";

#[derive(Debug, Args)]
pub(crate) struct Gates {
    #[command(subcommand)]
    pub(crate) command: GatesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GatesCommand {
    /// Make secret.key and evaluation.key
    Keygen(Keygen),
    /// Encrypt the inputs of a circuit, four bytes a bit
    #[command(override_usage = "papilio gates encrypt --key <FILE> --netlist <FILE> --inputs .. -o <FILE>")]
    Encrypt(Encrypt),
    /// Evaluate a circuit on encrypted bits, or do everything in one process
    Run(Run),
    /// Decrypt the outputs of a circuit
    Decrypt(Decrypt),
}

/// Sets of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetName {
    /// 128 bits of security, at most one wrong gate in 2^64
    #[value(name = "default_128")]
    Default128,
    /// 128 bits of security, at most one wrong gate in 2^128
    #[value(name = "failure_128")]
    Failure128,
    /// The default of TFHE-rs 1.8.2, with half products
    #[value(name = "tfhe_rs_default")]
    TfheRsDefault,
    /// The set of the library TFHE, about 119 bits of security today: needs --insecure
    #[value(name = "tfhe_lib")]
    TfheLib,
}

impl SetName {
    pub(crate) fn parameters(self) -> Parameters {
        match self {
            Self::Default128 => Parameters::default_128(),
            Self::Failure128 => Parameters::failure_128(),
            Self::TfheRsDefault => Parameters::tfhe_rs_default(),
            Self::TfheLib => Parameters::tfhe_lib(),
        }
    }
}

/// Which parameters.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SetArgs {
    /// Set of parameters
    #[arg(long, value_enum, default_value = "default_128")]
    pub(crate) set: SetName,
    /// A set below 128 bits of security is wanted
    #[arg(long)]
    pub(crate) insecure: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Keygen {
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Folder for secret.key and evaluation.key; existing keys are never replaced
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Encrypt {
    /// The secret key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// The circuit
    #[arg(long, value_name = "FILE")]
    pub(crate) netlist: PathBuf,
    /// Values of all inputs
    #[arg(long, value_name = "NAME=NUMBER,...", value_delimiter = ',', required = true)]
    pub(crate) inputs: Vec<String>,
    /// File for the encrypted bits
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) replace: Force,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The circuit
    #[arg(long, value_name = "FILE")]
    pub(crate) netlist: PathBuf,
    /// Values of all inputs: everything is done here, under keys that are forgotten
    #[arg(long, value_name = "NAME=NUMBER,...", value_delimiter = ',', conflicts_with_all = ["key", "bits", "output"])]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// The evaluation key
    #[arg(long, value_name = "FILE", required_unless_present = "inputs", conflicts_with_all = ["set", "insecure"])]
    pub(crate) key: Option<PathBuf>,
    /// The encrypted bits
    #[arg(value_name = "BITS", required_unless_present = "inputs")]
    pub(crate) bits: Option<PathBuf>,
    /// File for the encrypted outputs
    #[arg(short, long, value_name = "FILE", required_unless_present = "inputs")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: Force,
}

#[derive(Debug, Args)]
pub(crate) struct Decrypt {
    /// The secret key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// The circuit
    #[arg(long, value_name = "FILE")]
    pub(crate) netlist: PathBuf,
    /// The encrypted outputs
    #[arg(value_name = "BITS")]
    pub(crate) bits: PathBuf,
}
