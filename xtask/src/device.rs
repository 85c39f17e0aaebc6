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
/// The script that runs there; the kernels, for tools that look at them; and what loads some of
/// these where no program starts.
const FILES: [&str; 3] = ["crates/cuda/device.sh", "crates/cuda/kernels/papilio.ptx", "crates/cuda/load.py"];

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
    let script = fs::read_to_string(root.join(FILES[0]))?;
    let absent = absent_tests(&script, &listed(&folder.join("conformance"))?);
    if !absent.is_empty() {
        return Err(format!("{} names tests that the suite has not: {}", FILES[0], absent.join(", ")).into());
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

/// The tests of a program of tests, one a line.
fn listed(program: &Path) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).arg("--list").output()?;
    if !output.status.success() {
        return Err(format!("{} --list: {}", program.display(), output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The tests that a script names and a list has not.
fn absent_tests<'a>(script: &'a str, list: &str) -> Vec<&'a str> {
    let commands = script.lines().filter_map(|line| line.split_once(" --exact "));
    let named = commands.flat_map(|(_, names)| names.split_whitespace());
    named.filter(|name| !list.lines().any(|line| line.strip_suffix(": test") == Some(*name))).collect()
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
    fn the_folder_is_ignored_and_its_files_exist() {
        let root = root();
        let ignored = fs::read_to_string(root.join(".gitignore")).expect("a file");
        assert!(ignored.lines().any(|line| line == format!("/{FOLDER}")), "{ignored}");
        FILES.iter().for_each(|file| assert!(root.join(file).is_file(), "{file}"));
    }

    #[test]
    fn names_of_tests_are_those_of_the_list() {
        let list = "a::b: test\na::bc: test\na::d: benchmark\n";
        assert_eq!(absent_tests("x --exact a::b a::bc\n", list), [""; 0]);
        assert_eq!(absent_tests("x --exact a::b a::c\ny --exact a::d a::b\n", list), ["a::c", "a::d"]);
        let script = fs::read_to_string(root().join(FILES[0])).expect("a file");
        assert!(absent_tests(&script, "").len() >= 2, "{script}");
    }

    /// The script's answers over stand-ins for `timeout`, which prints limits and fails for one
    /// command, and for the tools of a device.
    #[cfg(unix)]
    struct Told {
        success: bool,
        /// A limit for each step.
        seconds: Vec<u64>,
        /// The commands, each after its limit.
        commands: String,
        record: Value,
    }

    #[cfg(unix)]
    fn told(name: &str, fails: &str) -> Told {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("papilio-device-{}-{name}", std::process::id()));
        let (tools, out) = (folder.join("tools"), folder.join("out"));
        fs::create_dir_all(&tools).expect("a folder");
        let timeout = r#"echo "$2 $*" >>"$LIMITS"; case "$*" in *"$FAILS"*) exit 1;; *bench*|*load.py*) echo '{"operation":"x"}'; echo 'no row';; *--json*) echo '{}';; esac"#;
        for (name, text) in
            [("timeout", timeout), ("nvidia-smi", "echo a device"), ("compute-sanitizer", "exit 0"), ("python3", "")]
        {
            let path = tools.join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file");
        }
        fs::copy(root().join(FILES[0]), folder.join("device.sh")).expect("a file");
        fs::write(folder.join("commit.txt"), "0123").expect("a file");
        let path = format!("{}:{}", tools.display(), std::env::var("PATH").expect("a path"));
        let mut script = Command::new("bash");
        script.arg(folder.join("device.sh")).arg(&out).env("PATH", path).env("LIMITS", folder.join("limits"));
        let output = script.env("PAPILIO_SEED", "77").env("FAILS", fails).output().expect("bash");
        let commands = fs::read_to_string(folder.join("limits")).expect("limits");
        let seconds: Vec<u64> = commands.lines().filter_map(|line| line.split(' ').next()?.parse().ok()).collect();
        assert_eq!(seconds.len(), commands.lines().count(), "{commands}");
        // A program may take a second more to end.
        let most = seconds.iter().map(|limit| limit + 1).sum::<u64>();
        assert!(most <= 595, "{most} seconds: {commands}");
        let record = fs::read_to_string(out.join("record.json")).expect("a record");
        let record: Value = serde_json::from_str(&record).expect("JSON");
        assert_eq!((&record["commit"], &record["seed"]), (&Value::from("0123"), &Value::from("77")));
        assert_eq!(record["steps"].as_array().map(Vec::len), Some(seconds.len()), "{record}");
        fs::remove_dir_all(&folder).expect("a folder");
        Told { success: output.status.success(), seconds, commands, record }
    }

    /// Limits leave room for what is between steps, and the record can be read.
    #[test]
    #[cfg(unix)]
    fn the_script_ends_in_time_and_leaves_a_record() {
        let Told { success, seconds, commands, record } = told("all", "no such command");
        assert!(success && seconds.len() > 20 && !commands.contains("load.py"), "{commands}");
        assert_eq!(record["ceilings"].as_array().map(Vec::len), Some(1), "{record}");
        assert!(record["rows"].as_array().is_some_and(|rows| rows.len() > 10), "{record}");
    }

    /// Where no program starts, Python has the rows, and the check has failed all the same.
    #[test]
    #[cfg(unix)]
    fn the_script_loads_kernels_by_python_where_no_program_starts() {
        let Told { success, commands, record, .. } = told("python", "papilio --version");
        let steps: Vec<_> =
            record["steps"].as_array().into_iter().flatten().map(|step| [&step["step"], &step["status"]]).collect();
        let expected =
            [("machine", 0), ("start", 1), ("kernels by Python", 0)].map(|(name, status)| [name.into(), status.into()]);
        assert!(!success && steps == expected.each_ref().map(|[name, status]: &[Value; 2]| [name, status]), "{record}");
        assert!(commands.ends_with("/load.py\n") && record["rows"].as_array().map(Vec::len) == Some(1), "{commands}{record}");
    }

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
    }
}
