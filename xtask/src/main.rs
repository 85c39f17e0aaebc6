//! The workspace's own checks and chores: `cargo xtask`.
#![forbid(unsafe_code)]

mod arch;
mod cargo;
mod circles;
mod circuits;
mod comments;
mod costs;
mod device;
mod documents;
mod kernels;
mod layers;
mod package;
mod peers;
mod record;
mod sources;
mod tree;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask COMMAND

  arch                  Check that the tree is the architecture that docs/architecture.md describes:
                          - workspace crates depend on each other along the arrows only;
                          - files import one another in no new circle;
                          - `unsafe` stays in its places (docs/conventions.md), and every other crate forbids it;
                          - paths named in README.md and docs/ exist;
                          - no Rust file is longer than 600 lines;
                          - comments fit 100 columns, name their subject first, and are in American spelling.
                        One line for each failure; the exit status says whether there was one.

  circuits [--out DIR]  Make real R1CS circuits and witnesses to try the program on, in DIR (build/circuits unless
                        given). Needs Node.js with npm, and the network once.

  costs [KERNEL...]     Compare the built-in costs of each kernel with what `papilio plan --measure` finds: an error
                        beyond a factor of 4. Without kernels, build the program for it and no more.

  device                Build the check of a GPU into .device: tests of its engine over the device that there is, the
                        program with its benchmarks, and the script that runs both and writes a record, for a machine
                        that has a GPU and need not have Rust. Under ten minutes there.

  kernels KERNEL...     Run the tests of the arithmetic again on each of these kernels, as PAPILIO_KERNEL chooses it.

  package               Pack every library crate for a registry, without compiling it: each has its description,
                        licenses and readme, and includes no file from outside its folder.

  peers [NAME...]       Build the foreign programs of bench/peers, measure our transforms, BFV and CKKS against them,
                        and write ntt, bfv, fft, ckks, gates, keyswitch, each as .json and .md, to the folder of docs/results that is
                        named after this kind of processor. With names: build those, and no more. One that cannot be
                        built here is reported and left out. bench/peers/README.md says what each needs.

  peers --bench NAME    The same for one, and for its peers alone: ntt, bfv, fft, ckks, gates or keyswitch.

  ci                    Run .ci/run: formatting, lints, arch, packages, tests, every benchmark case once, examples,
                        documentation.
                        What passes here passes there; run it before pushing.

  help                  Show this.

Examples
  cargo xtask arch
  cargo xtask circuits --out build/circuits
  cargo xtask peers plonky3                so that `papilio bench ntt` finds it
  cargo xtask peers --bench bfv            after a change of the scheme
  PAPILIO_KERNEL=scalar cargo xtask ci     the same checks on the portable kernel
";

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[&str]) -> Outcome {
    match words {
        [] | ["help" | "--help" | "-h", ..] | [_, "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        ["arch"] => arch::check(&root()?),
        ["circuits"] => circuits::circuits(&root()?.join(circuits::DEFAULT_FOLDER)),
        ["circuits", "--out", folder] => circuits::circuits(Path::new(folder)),
        ["costs", kernels @ ..] => costs::costs(&root()?, kernels),
        ["device"] => device::device(&root()?),
        ["kernels", kernels @ ..] if !kernels.is_empty() => kernels::kernels(&root()?, kernels),
        ["package"] => package::package(&root()?, &arch::metadata(&root()?)?),
        ["peers", words @ ..] => peers::peers(&root()?, words),
        ["ci"] => ci(&root()?),
        _ => Err(format!("no command `{}`; `cargo xtask help` lists them", words.join(" ")).into()),
    }
}

/// The folder of the workspace: the parent of this package's, wherever the command was started.
fn root() -> Result<PathBuf, Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(package.parent().ok_or("xtask lies outside a workspace")?.to_path_buf())
}

/// The steps are written once, in the script that the server runs.
fn ci(root: &Path) -> Outcome {
    let status = Command::new("bash").arg(".ci/run").current_dir(root).status().map_err(|e| format!(".ci/run: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!(".ci/run failed ({status})").into()) }
}
