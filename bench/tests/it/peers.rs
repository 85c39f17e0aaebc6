#![cfg(unix)]

use papilio_bench::bfv::protocol::Request;
use papilio_bench::peers::Peers;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A folder of peers with one that gives the same line for every question.
fn peer(name: &str, line: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
    let program = Peers::program(&folder, name);
    std::fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
    std::fs::write(&program, format!("#!/bin/sh\nwhile read -r question; do echo '{line}'; done\n")).expect("a program");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("a program");
    folder
}

#[test]
fn an_answer_to_another_question_is_refused() {
    let line = r#"{"peer":"A 1","operation":"add","milliseconds":1.0,"correct":true,"note":null}"#;
    let mut peers = Peers::of(&peer("repeats", line));
    let mut ask = |operation| {
        let prime_bits = vec![49; 3];
        let request = Request { set: "x", log_degree: 13, prime_bits, plain_modulus: 65_537, operation, samples: 1 };
        peers.ask("repeats", &request).map(|answer| answer.operation)
    };
    assert_eq!(ask("add"), Ok("add".to_owned()));
    assert_eq!(ask("multiply"), Err("repeats answers for add".to_owned()));
    assert_eq!(ask("add"), Ok("add".to_owned()), "it is asked again");
}
