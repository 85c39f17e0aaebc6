//! Semaphore v4 as its authors publish it, compiled by circom: real constraint systems and
//! witnesses to read and to measure with.
//!
//! The sources and the compiler are other people's, under their licenses: they are installed from
//! the npm registry into a build folder, and nothing of them enters the repository.

use serde_json::{Value, json};
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// Where the circuits are made unless told otherwise; ignored by git.
pub(crate) const DEFAULT_FOLDER: &str = "build/circuits";

/// Packages, each at one version: the compiler as WebAssembly, then the circuits and what they
/// include.
const PACKAGES: [(&str, &str); 4] = [
    ("circom2", "0.2.23"),
    ("@semaphore-protocol/circuits", "4.14.2"),
    ("@zk-kit/binary-merkle-root.circom", "2.0.0"),
    ("circomlib", "2.0.5"),
];

/// Folders that the compiler searches for included files.
const LIBRARIES: [&str; 3] = [
    "node_modules/@semaphore-protocol/circuits/src",
    "node_modules/@zk-kit/binary-merkle-root.circom/src",
    "node_modules/circomlib/circuits",
];

const COMPILER: &str = "node_modules/circom2/cli.js";

/// Levels of the tree.
const LEVELS: usize = 20;

/// Optimization levels of the compiler, and the wires that they leave: other numbers mean another
/// circuit.
const BUILDS: [(&str, u64); 2] = [("o1", 15_918), ("o2", 6_454)];

/// Makes `semaphore-o1.r1cs`, `semaphore-o1.wtns` and the same for `o2` in `folder`, over BN254,
/// and prints what it made.
///
/// # Errors
/// When node or npm is missing, a step fails, or a circuit has another number of wires than
/// expected.
pub(crate) fn circuits(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    fs::write(folder.join("package.json"), manifest().to_string())?;
    fs::write(folder.join("membership.circom"), main_component())?;
    fs::write(folder.join("input.json"), made_up_inputs().to_string())?;
    run(folder, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])?;
    BUILDS.into_iter().try_for_each(|(level, wires)| build(folder, level, wires))
}

/// One circuit and its witness.
fn build(folder: &Path, level: &str, expected: u64) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder.join(level))?;
    let wires = compile(folder, level)?;
    if wires != expected {
        return Err(format!("Semaphore({LEVELS}) at -{level} has {wires} wires, expected {expected}").into());
    }
    let (system, witness) = (format!("semaphore-{level}.r1cs"), format!("semaphore-{level}.wtns"));
    fs::rename(folder.join(level).join("membership.r1cs"), folder.join(&system))?;
    let generated = format!("{level}/membership_js");
    let (script, wasm) = (format!("{generated}/generate_witness.js"), format!("{generated}/membership.wasm"));
    run(folder, "node", [script.as_str(), &wasm, "input.json", &witness])?;
    println!("Semaphore({LEVELS}) at -{level}: {wires} wires over BN254");
    [system, witness].iter().try_for_each(|name| report(&folder.join(name)))
}

fn report(file: &Path) -> Result<(), Box<dyn Error>> {
    println!("  {} ({} bytes)", file.display(), fs::metadata(file)?.len());
    Ok(())
}

/// Compiles into the folder `level`; returns the number of wires that the compiler reports.
fn compile(folder: &Path, level: &str) -> Result<u64, Box<dyn Error>> {
    let optimization = format!("--{}", level.to_uppercase());
    let arguments = [COMPILER, "membership.circom", &optimization, "--r1cs", "--wasm", "-o", level];
    let output = run(folder, "node", arguments.into_iter().chain(LIBRARIES.into_iter().flat_map(|path| ["-l", path])))?;
    let wires = output.lines().find_map(|line| line.strip_prefix("wires: ")?.trim().parse().ok());
    wires.ok_or_else(|| format!("the compiler did not say how many wires there are; it said:\n{output}").into())
}

/// Runs a program in `folder`; returns what it printed.
fn run(folder: &Path, program: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).args(arguments).current_dir(folder).output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("`{program}` is not installed; the circuits need Node.js with npm"),
        _ => format!("`{program}` did not start: {error}"),
    })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("`{program}` failed ({}):\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

fn manifest() -> Value {
    let dependencies: Value = PACKAGES.into_iter().map(|(name, version)| (name.to_owned(), json!(version))).collect();
    json!({ "name": "circuits", "version": "0.0.0", "private": true, "dependencies": dependencies })
}

fn main_component() -> String {
    let include = "include \"semaphore.circom\";";
    format!("pragma circom 2.1.5;\n{include}\ncomponent main {{public [message, scope]}} = Semaphore({LEVELS});\n")
}

/// Inputs that satisfy the circuit. The root is an output, so any siblings do; the secret is far
/// below the order of the Baby Jubjub subgroup, and the path is full. Field elements are decimal
/// strings.
fn made_up_inputs() -> Value {
    let siblings: Vec<String> = (1..=LEVELS as u64).map(|level| (level * 1_000_003).to_string()).collect();
    json!({
        "secret": "1234567890123456789012345678901234567890",
        "merkleProofLength": LEVELS,
        "merkleProofIndex": 0b1010_0101_1100_0011_0101,
        "merkleProofSiblings": siblings,
        "message": "32",
        "scope": "2024",
    })
}
