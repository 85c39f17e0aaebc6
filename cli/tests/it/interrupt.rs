//! An interrupt ends the work soon, with its own exit code and no files left.
#![cfg(unix)]

use crate::common::{Outcome, folder, names, outcome, papilio, program};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(line: &str) -> Child {
    program().args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started")
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
}

/// Waits until a file appears in a folder, which is when the work is under way.
fn wait_for_files(watched: &Path, child: &mut Child) {
    let start = Instant::now();
    while names(watched).is_empty() {
        assert!(child.try_wait().expect("a status").is_none(), "over before it could be interrupted");
        assert!(start.elapsed() < Duration::from_secs(30), "nothing was begun");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Interrupts a command once it has begun to write to a folder.
fn interrupted(line: &str, watched: &Path, name: &str) -> Outcome {
    let mut child = start(line);
    wait_for_files(watched, &mut child);
    signal(&child, name);
    let sent = Instant::now();
    let outcome = outcome(child);
    assert!(sent.elapsed() < Duration::from_secs(5), "{:?} until it ended", sent.elapsed());
    outcome.refused(&[130], &["interrupted"]);
    assert!(names(watched).is_empty(), "left: {:?}", names(watched));
    outcome
}

#[test]
fn an_interrupted_encryption_leaves_nothing() {
    let (keys, out) = (folder(), folder());
    papilio(&format!("keygen --size 2250280 --layout columns --ring-degree 16384 -o {}", keys.path().display())).succeeded();
    for name in ["INT", "TERM", "HUP"] {
        let key = keys.path().join("secret.key");
        interrupted(
            &format!("encrypt --key {} --random 2250280 -o {}/out", key.display(), out.path().display()),
            out.path(),
            name,
        );
    }
}

#[test]
fn an_interrupted_run_through_files_leaves_nothing() {
    let work = folder();
    let shape = "--random 300000 --layout columns --ring-degree 16384 --memory-limit 200M";
    interrupted(&format!("run {shape} --json --work-dir {}", work.path().display()), work.path(), "INT");
}

#[test]
fn an_interrupted_transform_leaves_nothing() {
    let (client, out) = (folder(), folder());
    let at = |name: &str| client.path().join(name).display().to_string();
    papilio(&format!("keygen --size 80000 --layout columns --ring-degree 16384 --public-key -o {}", at(""))).succeeded();
    papilio(&format!("encrypt --key {} --random 80000 -o {}", at("secret.key"), at("columns"))).succeeded();
    let line = format!("transform {} -o {}/out --threads 1 --memory-limit 60M", at("columns"), out.path().display());
    interrupted(&line, out.path(), "INT");
    assert_eq!(names(client.path()), ["columns", "public.key", "secret.key"], "inputs stay");
}

#[test]
fn an_interrupted_run_in_memory_ends_without_a_result() {
    let child = start("run --random 300000 --layout columns --ring-degree 16384 --json");
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    outcome(child).refused(&[130], &["interrupted"]);
}

#[test]
fn interrupted_rotation_keys_leave_nothing() {
    let out = folder();
    let line = format!("keygen --layout slots --size 4096 --field bn254 --threads 1 -o {}", out.path().display());
    let mut child = start(&line);
    wait_for_files(out.path(), &mut child);
    signal(&child, "INT");
    // The plan and the bytes of the keys are printed before these are made.
    let outcome = outcome(child);
    assert!(outcome.code == Some(130) && outcome.stderr.contains("interrupted"), "{outcome:?}");
    assert!(names(out.path()).is_empty(), "{:?}", names(out.path()));
}

#[test]
fn an_interrupted_transform_in_slots_leaves_nothing() {
    let (client, out) = (folder(), folder());
    let at = |name: &str| client.path().join(name).display().to_string();
    papilio(&format!("keygen --layout slots --size 1024 --field bn254 -o {}", at(""))).succeeded();
    papilio(&format!("encrypt --key {} --random 1024 -o {}", at("secret.key"), at("vector"))).succeeded();
    let line = format!("transform {} --keys {} -o {}/out --threads 1", at("vector"), at("rotation.keys"), out.path().display());
    let child = start(&line);
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    outcome(child).refused(&[130], &["interrupted"]);
    assert!(names(out.path()).is_empty());
}

/// A pipe that nobody opens at its other end, read or written.
#[test]
fn a_pipe_without_another_end_is_interrupted() {
    let at = folder();
    let name = |file: &str| at.path().join(file).display().to_string();
    assert!(Command::new("mkfifo").arg(name("pipe")).status().expect("mkfifo").success());
    for line in [format!("inspect {}", name("pipe")), format!("precompile vectors -o {}", name("pipe"))] {
        let child = start(&line);
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "INT");
        outcome(child).refused(&[130], &["interrupted"]);
    }
    assert_eq!(names(at.path()), ["pipe"]);
}
