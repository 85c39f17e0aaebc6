//! Driving the program as a process.
#![allow(dead_code, reason = "every test file uses a part of it")]

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing tested here takes longer; what does, hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// How a process ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// None when a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, with nothing inherited that would change what it does.
pub(crate) fn program() -> Command {
    clean(Command::new(env!("CARGO_BIN_EXE_papilio")))
}

/// The program under limits of the shell, such as `ulimit -v 2097152`.
pub(crate) fn limited(limits: &str) -> Command {
    let mut command = clean(Command::new("sh"));
    command.args(["-c", &format!("{limits}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_papilio")]);
    command
}

fn clean(mut command: Command) -> Command {
    command.env_remove("PAPILIO_KERNEL").env_remove("PAPILIO_ENGINE").env_remove("RAYON_NUM_THREADS");
    command.stdin(Stdio::null());
    // Costs that were measured on this machine would change plans.
    command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-cache"));
    command
}

/// Runs a command to its end, which must come.
pub(crate) fn finish(command: &mut Command) -> Outcome {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    outcome(child)
}

/// Waits for a process and collects what it printed.
pub(crate) fn outcome(mut child: Child) -> Outcome {
    fn reader<R: Read + Send + 'static>(pipe: Option<R>) -> std::thread::JoinHandle<String> {
        std::thread::spawn(move || {
            let mut text = String::new();
            if let Some(mut pipe) = pipe {
                pipe.read_to_string(&mut text).expect("text");
            }
            text
        })
    }
    let (stdout, stderr) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a status") {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("killed");
            panic!("still running after {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let (stdout, stderr) = (stdout.join().expect("stdout"), stderr.join().expect("stderr"));
    Outcome { code: status.code(), stdout, stderr }
}

/// Runs the program with arguments separated by spaces.
pub(crate) fn papilio(line: &str) -> Outcome {
    finish(program().args(line.split_whitespace()))
}

/// Runs the program with arguments of which some are paths.
pub(crate) fn papilio_args<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Outcome {
    finish(program().args(args))
}

/// The object that the program prints with `--json`, and nothing else.
pub(crate) fn json(line: &str) -> Value {
    papilio(&format!("{line} --json")).object(line)
}

impl Outcome {
    /// Success, with exactly one JSON object on standard output and nothing on standard error.
    pub(crate) fn object(&self, what: &str) -> Value {
        assert_eq!(self.code, Some(0), "{what}: {self:?}");
        assert_eq!(self.stderr, "", "{what}: standard error is for terminals and errors");
        let value: Value = serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{what}: {e} in {:?}", self.stdout));
        assert!(value.is_object(), "{what}: {value}");
        value
    }

    /// Success.
    pub(crate) fn succeeded(&self) -> &Self {
        assert!(self.code == Some(0) && self.stderr.is_empty(), "{self:?}");
        self
    }

    /// A refusal in one line, with one of these exit codes and all of these words.
    pub(crate) fn refused(&self, codes: &[i32], words: &[&str]) {
        assert!(self.code.is_some_and(|code| codes.contains(&code)), "expected {codes:?} and {words:?}: {self:?}");
        assert!(self.is_one_line(), "one line that begins with the program's name: {self:?}");
        assert!(words.iter().all(|word| self.stderr.contains(word)), "expected {words:?}: {self:?}");
        if !self.stdout.is_empty() {
            let error = self.error();
            assert_eq!(error["exit_code"].as_i64(), self.code.map(i64::from), "a refusal prints no result: {self:?}");
            assert_eq!(self.stderr, format!("papilio: {}\n", error["message"].as_str().unwrap_or_default()), "{self:?}");
        }
    }

    /// The error that `--json` prints on standard output, alone there.
    pub(crate) fn error(&self) -> Value {
        let value: Value = serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {self:?}"));
        let names: Vec<_> = value.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default();
        assert_eq!(names, ["error"], "{self:?}");
        value["error"].clone()
    }

    fn is_one_line(&self) -> bool {
        self.stderr.starts_with("papilio: ") && self.stderr.ends_with('\n') && self.stderr.lines().count() == 1
    }

    /// Success, or an error in one line: never a panic, an abort or a kill.
    pub(crate) fn controlled(&self, what: &str) {
        let known = matches!(self.code, Some(0 | 1 | 3 | 4 | 5));
        assert!(known && (self.code == Some(0) || self.is_one_line()), "{what}: {self:?}");
        assert!(!self.stderr.contains("panicked"), "{what}: {self:?}");
    }
}

/// The names in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A temporary folder.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The number at a path of keys.
pub(crate) fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number {pointer} in {value}"))
}

/// One file of each kind, made for the same small witness.
pub(crate) struct Files {
    folder: tempfile::TempDir,
}

/// The witness of [`Files`].
pub(crate) const WITNESS: &str = "--random 16 --seed 3";

impl Files {
    /// Makes them, with the smallest ring.
    pub(crate) fn make() -> Self {
        let files = Self { folder: folder() };
        let at = |name: &str| files.path(name).display().to_string();
        papilio(&format!("keygen --size 16 --ring-degree 4096 --public-key -o {}", at(""))).succeeded();
        papilio(&format!("encrypt --key {} {WITNESS} -o {}", at("secret.key"), at("columns"))).succeeded();
        papilio(&format!("transform {} -o {}", at("columns"), at("transformed"))).succeeded();
        papilio(&format!("decrypt --key {} {} -o {}", at("secret.key"), at("transformed"), at("values"))).succeeded();
        papilio(&format!("verify {WITNESS} {}", at("values"))).succeeded();
        files
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }
}

/// Length of magic, kind, version and length of the header.
pub(crate) const PREFIX: usize = 16;
/// Length of the checksum at the end.
pub(crate) const HASH: usize = 32;

/// Where the payload of a file begins.
pub(crate) fn payload(bytes: &[u8]) -> usize {
    PREFIX + u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize
}

/// Makes the checksum of a changed file right again.
pub(crate) fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - HASH;
    let hash = blake3::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(hash.as_bytes());
}

/// `papilio bench` with these words and the peers of a folder, one sample each.
pub(crate) fn bench(words: &str, peers: &Path) -> Outcome {
    let line = format!("bench {words} --samples 1 --peers");
    papilio_args(line.split_whitespace().map(str::to_owned).chain([peers.display().to_string()]))
}

/// The rows that it prints.
pub(crate) fn bench_rows(words: &str, peers: &Path) -> Vec<Value> {
    let outcome = bench(&format!("{words} --json"), peers);
    outcome.succeeded().stdout.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

/// Asserts that a line of JSON begins with these fields, in this order, and has another one later.
pub(crate) fn begins_with_fields(line: &str, fields: &[&str], later: &str) {
    let place = |field: &str| line.find(&format!("\"{field}\":"));
    let places: Vec<_> = fields.iter().map(|field| place(field)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted() && places.last() < Some(&place(later)), "{line}");
}

/// A peer of `papilio bench` that answers every request with the same command.
#[cfg(unix)]
pub(crate) fn fake_peer(peers: &Path, name: &str, answer: &str) {
    use std::os::unix::fs::PermissionsExt;
    let release = peers.join(name).join("target/release");
    std::fs::create_dir_all(&release).expect("a folder");
    let program = release.join(format!("papilio-peer-{name}"));
    std::fs::write(&program, format!("#!/bin/sh\nwhile read -r line; do {answer}; done\n")).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("executable");
}
