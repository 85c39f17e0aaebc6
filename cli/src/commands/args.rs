//! The grammar of the command line: options of every command, and the commands with the arguments
//! of each.

use super::absent::with_absent;
use super::completions::args::Completions;
use super::decrypt::args::Decrypt;
use super::encrypt::args::Encrypt;
use super::gates::args::Gates;
use super::info::args::Info;
use super::inspect::args::Inspect;
use super::join::args::Join;
use super::keygen::args::Keygen;
use super::manual::args::Manual;
use super::plan::args::Plan;
use super::run::args::Run;
use super::selftest::args::Selftest;
use super::transform::args::Transform;
use super::verify::args::Verify;
use crate::args::EngineArg;
use crate::stdout::Format;
use clap::{Args, Parser, Subcommand};

/// The end of the help, after the commands.
const AFTER: &str = "\
A client encrypts a witness, a server that holds no secret transforms it, the
client decrypts and verifies:
  papilio keygen    --size 5570 -o keys/
  papilio encrypt   --key keys/secret.key --random 5570 -o witness.columns
  papilio transform witness.columns -o result.transformed  (the server: no key)
  papilio decrypt   --key keys/secret.key result.transformed -o result.values
  papilio verify    --random 5570 result.values
A vector in the slots of one ciphertext, for which the server needs keys, takes
`keygen --layout slots` and `transform --keys keys/rotation.keys`; the other
commands are the same.
`papilio demo` does all of it at once, `papilio run` with your choices.

Exit codes: 0 success, 1 verification failed, 2 wrong arguments, 3 unusable
input or file, 4 no plan within noise, security or memory, 5 the operating
system refused, 130 interrupted, 141 nobody reads the output any more.
With --json an error is an object on standard output, too: error {kind,
message, exit_code, ...}.
PAPILIO_KERNEL=scalar (or another name from `papilio info`) restricts the
arithmetic kernels. PAPILIO_ENGINE=cpu, cuda or auto chooses the engine of
commands that have --engine.";

/// The NTT under encryption: an untrusted server transforms an encrypted zk-SNARK witness at
/// constant depth.
#[derive(Debug, Parser)]
#[command(
    name = "papilio",
    version,
    max_term_width = 80,
    after_help = with_absent(AFTER)
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Global {
    /// Print one JSON object on standard output instead of text (bench: one for each row)
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Global {
    /// The form in which the command answers.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { Format::Text }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The whole story in seconds: built-in witness, encryption, transform, decryption, verdict
    Demo(EngineArg),
    /// Plan a transform and make keys for it: secret.key, and public.key where the plan has room
    Keygen(Keygen),
    /// Encrypt a witness under a secret key (half the bytes) or a public key
    Encrypt(Encrypt),
    /// Transform encrypted columns, without any key, or a vector in slots with its rotation keys
    #[command(after_help = "\
On many machines that share a folder, a part each, in any order:
  papilio transform witness.columns --part 1/4 -o 1.part
  papilio join 1.part 2.part 3.part 4.part -o result.transformed")]
    Transform(Transform),
    /// Join the parts that `transform --part` wrote, as one machine would have written them
    Join(Join),
    /// Decrypt transformed columns
    Decrypt(Decrypt),
    /// Compare a decrypted result with the transform in the clear
    Verify(Verify),
    /// All of it in one process, measured
    Run(Run),
    /// Circuits of gates on encrypted bits: keys, encryption, evaluation, decryption
    #[command(after_help = super::gates::args::AFTER)]
    Gates(Gates),
    /// Show the recipe that would run, what it costs, and why it won
    Plan(Plan),
    #[cfg(feature = "measure")]
    #[command(flatten)]
    Measure(super::measure::args::Measure),
    #[cfg(feature = "ethereum")]
    #[command(flatten)]
    Ethereum(super::ethereum::args::Ethereum),
    /// Show the kind of a file and its contents; never a secret
    Inspect(Inspect),
    /// Check this installation on this machine
    Selftest(Selftest),
    /// The processor, the kernels of this build, the GPU, and which of them are chosen
    #[command(after_help = super::info::args::AFTER)]
    Info(Info),
    /// A script that completes commands and options in a shell
    #[command(after_help = "\
  papilio completions bash > ~/.local/share/bash-completion/completions/papilio
  papilio completions zsh > ~/.zfunc/_papilio
  papilio completions fish > ~/.config/fish/completions/papilio.fish")]
    Completions(Completions),
    /// The manual as a page for man
    #[command(
        name = "man",
        after_help = "\
  papilio man | man -l -                    read it
  papilio man -o ~/.local/share/man/man1    a page of each command"
    )]
    Manual(Manual),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_grammar_is_consistent() {
        Cli::command().debug_assert();
    }
}
