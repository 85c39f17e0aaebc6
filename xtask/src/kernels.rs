//! `cargo xtask kernels`: tests of the arithmetic again, on one kernel at a time.

use crate::cargo::cargo;
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders of the crates whose results come from kernels.
const CRATES: [&str; 6] = ["crates/ntt", "crates/ring", "crates/fhe", "crates/hntt", "crates/ckks", "crates/gates"];

/// The crate that computes with complex numbers alone, and the kernels that have their own. Any
/// other kernel leaves complex numbers to one of these.
const COMPLEX: (&str, [&str; 4]) = ("crates/gates", ["scalar", "neon", "avx2fma", "avx512"]);

/// Kernels that no processor chooses first. A kernel that is chosen leaves greater primes and other
/// words to one of these, so that tests on it are tests of both.
const COMPANIONS: [&str; 3] = ["neon", "avx2", "avx512dq"];

/// The crates whose words are compared on [`COMPANIONS`] alone, with the primes that they never
/// get from another kernel.
const RESIDUES: [&str; 2] = ["crates/ntt", "crates/ring"];

/// Tests that go over all kernels by themselves, take long, are about noise, or compute with no
/// kernel.
const SKIPPED: [&str; 35] = [
    "conformance::threads",
    "conformance::transforms",
    "conformance::columns",
    "conformance::stages",
    "conformance::pointwise",
    "long_transforms",
    "cyclic_transforms",
    "every_domain",
    "every_call",
    "portable_lanes",
    "cases_of_the_fuzzer",
    "kernel::tests",
    "kernel::goldilocks",
    "bigfield",
    "advice::tests",
    "advised",
    "noise::tests::circuits",
    "noise::tests::compositions",
    "factors_of_their_noise",
    "are_predicted",
    "normal_integers_are_normal",
    "costs_are_measured",
    "requests_beyond_what_is_considered",
    "designs_are_within_their_limits",
    "are_met_by_fewer_baby_steps",
    "a_public_key_is_planned_for",
    "search::tests",
    "parameters_choose_the_rows_of_their_keys",
    "wrong_values",
    "every_set_has_the_truth_tables",
    "of_32_bits_at_128_bits_of_security",
    "every_term_of_the_formula_is_measured",
    "gates_fail_as_often_as_the_formula_says",
    "errors_of_a_key_switch_have_no_mean",
    "lookups_fail_on_both_sides_alike",
];

/// Random cases of a property, a tenth of the usual ones.
const CASES: &str = "25";

/// A program of tests, and the folder that it is run in.
struct Program {
    path: PathBuf,
    folder: PathBuf,
}

/// The first choice of a machine hides its other kernels from the usual run of the tests.
///
/// # Errors
/// A test that fails; tests that do not compile.
pub(crate) fn kernels(root: &Path, kernels: &[&str]) -> Result<(), Box<dyn Error>> {
    let programs = programs(root)?;
    for kernel in kernels {
        let is_tried = |folder: &Path| {
            let is = |name: &str| folder == root.join(name);
            if is(COMPLEX.0) {
                COMPLEX.1.contains(kernel)
            } else {
                !COMPANIONS.contains(kernel) || RESIDUES.into_iter().any(is)
            }
        };
        for Program { path, folder } in programs.iter().filter(|one| is_tried(&one.folder)) {
            println!("\n{kernel}: {}", path.display());
            let mut command = Command::new(path);
            command.current_dir(folder).env("PAPILIO_KERNEL", kernel).env("PROPTEST_CASES", CASES);
            command.arg("--quiet").args(SKIPPED.iter().flat_map(|name| ["--skip", name]));
            let status = command.status()?;
            if !status.success() {
                return Err(format!("{} failed on {kernel} ({status})", path.display()).into());
            }
        }
    }
    Ok(())
}

/// Programs of the whole workspace, because Cargo compiles packages that are chosen alone with
/// other features, and then all of them again.
fn programs(root: &Path) -> Result<Vec<Program>, Box<dyn Error>> {
    let mut command = cargo(root);
    command.args(["test", "--workspace", "--no-run", "--message-format", "json"]);
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("cargo test --no-run failed ({})", output.status).into());
    }
    let text = String::from_utf8(output.stdout)?;
    let messages: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let found: Vec<_> = messages.iter().filter_map(|message| program(root, message)).collect();
    // Each crate has one of its units and one of its interface.
    let least = 2 * CRATES.len();
    if found.len() < least { Err(format!("{} programs of tests, of at least {least}", found.len()).into()) } else { Ok(found) }
}

/// The program of a message of Cargo, where it has the tests of one of [`CRATES`].
fn program(root: &Path, message: &Value) -> Option<Program> {
    let path = message["executable"].as_str()?;
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let chosen = CRATES.iter().any(|name| folder == root.join(name));
    (chosen && message["profile"]["test"] == true).then(|| Program { path: path.into(), folder: folder.into() })
}
