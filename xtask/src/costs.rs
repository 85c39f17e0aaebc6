//! `cargo xtask costs`: whether the built-in costs of every kernel are near what is measured.

use crate::cargo::cargo;
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Predictions are meant to be within a factor of 1.5 on a quiet machine; a machine that does other
/// work, or of another generation, is allowed more.
const MOST: f64 = 4.0;

/// A transform of many stages, and one of wide ones.
const PLANS: [&str; 2] =
    ["--size 2250280 --recipe 8,8,8,8 --packing slots --ring-degree 16384", "--size 22280 --recipe 16,16 --packing slots"];

/// Plans with the costs that are built in and with those that `plan --measure` finds, on each of
/// the kernels; with none, the program is built and no more.
///
/// # Errors
/// A prediction that is off by more than [`MOST`]; a plan that fails.
pub(crate) fn costs(root: &Path, kernels: &[&str]) -> Result<(), Box<dyn Error>> {
    let (program, mut far) = (program(root)?, Vec::new());
    for kernel in kernels {
        for plan in PLANS {
            let [built_in, measured] = [&[][..], &["--measure"]].map(|options| seconds(&program, kernel, plan, options));
            let ratio = measured? / built_in?;
            println!("{kernel}, {plan}: {ratio:.2} of the prediction");
            if !(1.0 / MOST..=MOST).contains(&ratio) {
                far.push(format!("{kernel}, {plan}: {ratio:.2}"));
            }
        }
    }
    if far.is_empty() { Ok(()) } else { Err(format!("measured over predicted, beyond {MOST}: {}", far.join("; ")).into()) }
}

/// The program, optimized and without assertions: built-in costs are of such a one. Chosen with
/// `papilio-secrets`, so that the check of secrets shares its packages.
fn program(root: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let mut command = cargo(root);
    command.args([
        "build",
        "--release",
        "-p",
        "papilio-secrets",
        "-p",
        "papilio-cli",
        "--bin",
        "papilio",
        "--message-format",
        "json",
    ]);
    // Without plots, half of the packages; with what prices are measured with.
    command.args(["--no-default-features", "--features", "papilio-cli/ethereum"]);
    // The crates below have what is timed, and no program of this one is for figures.
    command.args(["--config", "profile.release.package.papilio-cli.opt-level=0"]);
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("cargo build failed ({})", output.status).into());
    }
    let messages = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let messages: Vec<Value> = messages.map(serde_json::from_slice).collect::<Result<_, _>>()?;
    let found = messages.iter().find_map(|message| message["executable"].as_str());
    found.map(PathBuf::from).ok_or_else(|| "cargo build made no program".into())
}

/// The predicted seconds of one core.
fn seconds(program: &Path, kernel: &str, plan: &str, options: &[&str]) -> Result<f64, Box<dyn Error>> {
    let mut command = Command::new(program);
    command.args(["plan", "--json"]).args(plan.split_whitespace()).args(options);
    // Costs that were measured before are not read, nor are those of the user replaced.
    let remembered = std::env::temp_dir().join(format!("papilio-costs-{}", std::process::id()));
    command.env("XDG_CACHE_HOME", &remembered).env("PAPILIO_KERNEL", kernel);
    let output = command.stderr(Stdio::inherit()).output()?;
    if remembered.exists() {
        fs::remove_dir_all(&remembered)?;
    }
    if !output.status.success() {
        return Err(format!("papilio plan failed ({})", output.status).into());
    }
    let report: Value = serde_json::from_slice(&output.stdout)?;
    report["predicted"]["transform_core_seconds"].as_f64().ok_or_else(|| "a plan without predicted seconds".into())
}
