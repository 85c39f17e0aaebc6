//! `cargo xtask device`: the check of a GPU, for a machine that has one and need not have Rust.

use crate::cargo::cargo;
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder that travels, which Git ignores.
pub(crate) const FOLDER: &str = ".device";
/// Bytes that the folder has at most.
const MOST_BYTES: u64 = 60 << 20;
/// The script that runs there, and the kernels, for tools that look at them.
const FILES: [&str; 2] = ["crates/cuda/device.sh", "crates/cuda/kernels/papilio.ptx"];

/// Builds the tests of the GPU engine over a real device, and the program with its benchmarks, and
/// puts them beside the script that runs both.
///
/// # Errors
/// Programs that do not compile; a folder that is too large.
pub(crate) fn device(root: &Path) -> Result<(), Box<dyn Error>> {
    let tests = ["test", "-p", "papilio-cuda", "--features", "device", "--test", "conformance", "--no-run"];
    let program = ["build", "-p", "papilio-cli", "--features", "measure"];
    let folder = root.join(FOLDER);
    fs::create_dir_all(&folder)?;
    for (arguments, name) in [(&tests[..], "conformance"), (&program[..], "papilio")] {
        let built = built(root, arguments, name)?;
        let copy = folder.join(name);
        fs::copy(&built, &copy)?;
        // Symbols are most of it.
        let status = Command::new("strip").arg(&copy).status().map_err(|error| format!("strip: {error}"))?;
        if !status.success() {
            return Err(format!("strip {}: {status}", copy.display()).into());
        }
    }
    for file in FILES.map(|file| root.join(file)) {
        fs::copy(&file, folder.join(file.file_name().ok_or("a file without a name")?))?;
    }
    fs::write(folder.join("commit.txt"), commit(root)?)?;
    let bytes = fs::read_dir(&folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum::<Result<u64, std::io::Error>>()?;
    if bytes > MOST_BYTES {
        return Err(format!("{bytes} bytes in {FOLDER}, of at most {MOST_BYTES}").into());
    }
    println!("{FOLDER}: {} MiB; on the machine with the device: bash {FOLDER}/device.sh OUTPUT-FOLDER", bytes >> 20);
    Ok(())
}

/// The commit of the checkout, and whether files differ from it.
fn commit(root: &Path) -> Result<String, Box<dyn Error>> {
    let output = Command::new("git").args(["describe", "--always", "--abbrev=40", "--dirty"]).current_dir(root).output()?;
    if !output.status.success() {
        return Err(format!("git describe: {}", String::from_utf8_lossy(&output.stderr).trim()).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// The program of this name that Cargo builds, optimized.
fn built(root: &Path, arguments: &[&str], name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let mut command = cargo(root);
    command.args(arguments).args(["--release", "--message-format", "json-render-diagnostics"]);
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("cargo {} failed ({})", arguments.join(" "), output.status).into());
    }
    let text = String::from_utf8(output.stdout)?;
    let found = text.lines().filter_map(|line| executable(line, name)).next_back();
    found.ok_or_else(|| format!("cargo {} built no {name}", arguments.join(" ")).into())
}

/// The program of a message of Cargo, where it has this name.
fn executable(message: &str, name: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    (message["target"]["name"] == name).then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_their_name() {
        let message = r#"{"reason":"compiler-artifact","target":{"name":"papilio"},"executable":"/x/papilio"}"#;
        assert_eq!(executable(message, "papilio"), Some("/x/papilio".into()));
        assert_eq!(executable(message, "conformance"), None);
        assert_eq!(executable(r#"{"target":{"name":"papilio"},"executable":null}"#, "papilio"), None);
        assert_eq!(executable("warning: x", "papilio"), None);
    }

    #[test]
    fn tests_that_the_script_names_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let script = fs::read_to_string(root.join(FILES[0])).expect("a file");
        let names: Vec<_> =
            script.split("--exact ").skip(1).flat_map(|rest| rest.lines().next().expect("a line").split(' ')).collect();
        assert!(names.len() > 3, "{names:?}");
        for name in names {
            let (module, test) = name.rsplit_once("::").unwrap_or(("main", name));
            let file = root.join(format!("crates/cuda/tests/conformance/{module}.rs"));
            let text = fs::read_to_string(&file).expect("a file of the tests");
            assert!(text.contains(&format!("#[test]\nfn {test}()")), "{name}");
        }
    }

    #[test]
    fn the_folder_is_ignored_and_its_files_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let ignored = fs::read_to_string(root.join(".gitignore")).expect("a file");
        assert!(ignored.lines().any(|line| line == format!("/{FOLDER}")), "{ignored}");
        FILES.iter().for_each(|file| assert!(root.join(file).is_file(), "{file}"));
    }
}
