//! Errors as scripts see them, and the exit codes of wrong arguments.

use crate::common::{Files, WITNESS, finish, folder, papilio, program};
use std::io::Read;
use std::process::Stdio;

#[test]
fn errors_are_objects_for_scripts() {
    let files = Files::make();
    let at = |name: &str| files.path(name).display().to_string();
    let error = |line: &str, code: i32, kind: &str| {
        let outcome = papilio(&format!("{line} --json"));
        assert_eq!(outcome.code, Some(code), "{outcome:?}");
        let error = outcome.error();
        assert_eq!((&error["kind"], &error["exit_code"]), (&kind.into(), &code.into()), "{outcome:?}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty() && !message.contains('\n')), "{outcome:?}");
        error
    };
    for line in
        ["run --nonsense", "nonsense", "run --random x", "encrypt", "run --rate 3", "run --random 0", "--threads 0 info"]
    {
        error(line, 2, "usage");
    }
    error("run --random 5570 --layout columns --recipe 3,5", 2, "usage");
    error("run --random 5570 --layout columns --recipe 2,2,2,2,2,2,2 --ring-degree 4096", 4, "plan");
    let missing = error("inspect /no/such/file", 5, "io");
    assert_eq!((&missing["path"], &missing["action"]), (&"/no/such/file".into(), &"open".into()));
    let wrong = error(&format!("transform {} -o {}", at("values"), at("out")), 3, "wrong_kind");
    assert_eq!((&wrong["found"], &wrong["path"]), (&"a file of field values".into(), &at("values").into()));
    assert_eq!(wrong["wanted"], "a file of encrypted columns");
    error(&format!("transform {} -o {}", at("columns"), at("values")), 3, "exists");
    let mut bytes = files.bytes("columns");
    bytes[100] ^= 1;
    std::fs::write(files.path("damaged"), bytes).expect("written");
    let damaged = error(&format!("transform {} -o {}", at("damaged"), at("out")), 3, "damaged");
    assert_eq!(damaged["path"], at("damaged"));
}

#[test]
fn a_verdict_is_the_only_object() {
    let files = Files::make();
    let outcome = papilio(&format!("verify --random 16 --seed 4 {} --json", files.path("values").display()));
    let object: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("one object");
    assert_eq!((outcome.code, &object["verified"]), (Some(1), &false.into()));
}

#[test]
fn a_witness_has_to_be_named() {
    let (files, work) = (Files::make(), folder());
    let at = |name: &str| files.path(name).display().to_string();
    for line in [
        format!("encrypt --key {} -o {}/out", at("secret.key"), work.path().display()),
        format!("encrypt --key {} --seed 3 -o {}/out", at("secret.key"), work.path().display()),
        format!("verify {}", at("values")),
        format!("keygen -o {}", work.path().display()),
        format!("keygen --size 16 --witness x -o {}", work.path().display()),
    ] {
        let outcome = papilio(&line);
        assert_eq!(outcome.code, Some(2), "{line}: {outcome:?}");
        assert!(outcome.stderr.contains("--witness"), "{line}: {outcome:?}");
    }
    assert!(crate::common::names(work.path()).is_empty());
    papilio(&format!("verify {WITNESS} {}", at("values"))).succeeded();
}

#[test]
fn files_of_another_kind_are_named() {
    let (files, work) = (Files::make(), folder());
    let circom = |name: &str| format!("{}/../crates/ligero/tests/circom/{name}", env!("CARGO_MANIFEST_DIR"));
    let at = |name: &str| files.path(name).display().to_string();
    let out = work.path().join("out").display().to_string();
    let refused = |line: String, words: &[&str]| papilio(&line).refused(&[3], words);
    refused(
        format!("encrypt --key {} --witness {} -o {out}", at("secret.key"), circom("unused-o1.r1cs")),
        &["this is an r1cs file", "a witness (.wtns) is wanted"],
    );
    refused(format!("keygen --witness {} -o {out}", at("columns")), &["this is a file of encrypted columns", "a witness"]);
    refused(
        format!("transform {} -o {out}", circom("unused-o1.wtns")),
        &["this is a wtns file", "encrypted columns is wanted"],
    );
    refused(
        format!("decrypt --key {} {} -o {out}", at("public.key"), at("transformed")),
        &["a public key", "a secret key is wanted"],
    );
    std::fs::write(work.path().join("object"), b"PPLO\x03\0\x01\0 and more than sixteen bytes").expect("written");
    refused(format!("transform {}/object -o {out}", work.path().display()), &["a public key of the library"]);
    std::fs::write(work.path().join("text"), "hello").expect("written");
    refused(format!("run --witness {}/text", work.path().display()), &["no circom file", "a witness (.wtns) is wanted"]);
}

/// Runs a command whose output nobody reads from the first byte on.
fn unread(line: &str) -> (Option<i32>, String) {
    let mut child =
        program().args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    (child.wait().expect("a status").code(), stderr)
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    for line in ["info", "info --json", "--help", "precompile vectors", "man", "plan --size 100"] {
        let (code, stderr) = unread(line);
        assert!(matches!(code, Some(0 | 141)) && stderr.is_empty(), "{line}: {code:?} {stderr}");
    }
    // Long work stops at its next row.
    assert_eq!(unread("bench ntt --samples 1 --field p30 --peers /"), (Some(141), String::new()));
    // A wrong result that nobody reads is still an error.
    let files = Files::make();
    let (code, stderr) = unread(&format!("verify --random 16 --seed 4 {}", files.path("values").display()));
    assert!(code == Some(1) && stderr.contains("FAILED"), "{code:?} {stderr}");
}

#[test]
fn completions_and_manuals_are_written() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = papilio(&format!("completions {shell}")).succeeded().stdout.clone();
        assert!(["keygen", "inspect", "memory-limit"].iter().all(|word| script.contains(word)), "{shell}");
    }
    assert_eq!(papilio("completions tcsh").code, Some(2));
    let page = papilio("man");
    assert!(page.succeeded().stdout.contains(".TH papilio 1") && page.stdout.contains("inspect"), "{page:?}");
    let work = folder();
    finish(program().args(["man", "-o"]).arg(work.path())).succeeded();
    let names = crate::common::names(work.path());
    for name in ["papilio.1", "papilio-keygen.1", "papilio-plan-params.1", "papilio-bench-ntt.1"] {
        assert!(names.iter().any(|n| n == name), "{name} in {names:?}");
    }
}

#[test]
fn numbers_that_are_none_are_refused_with_option_value_and_limit() {
    for line in ["run --random 1.5", "plan --size 99999999999999999999", "keygen --size many"] {
        let outcome = papilio(line);
        assert!(outcome.code == Some(2) && outcome.stderr.contains("at most 268435456"), "{line}: {outcome:?}");
    }
    papilio("plan --size 2250280 --layout slots").refused(&[2], &["2250280 entries", "65536"]);
    for (line, option) in [
        ("run --random -5", "--random"),
        ("plan --size -1", "--size"),
        ("run --random 8 --seed -1", "--seed"),
        ("run --random 8 --plain-modulus -7", "--plain-modulus"),
        ("run --random 8 --memory-limit -1", "--memory-limit"),
        ("demo --threads -2", "--threads"),
    ] {
        let value = line.split(' ').next_back().expect("a value");
        let outcome = papilio(line);
        let told = [option, value].iter().all(|word| outcome.stderr.contains(word));
        assert!(outcome.code == Some(2) && told && !outcome.stderr.contains("unexpected"), "{line}: {outcome:?}");
    }
}
