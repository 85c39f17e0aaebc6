//! Which kernels run, and what says so.

use crate::common::{finish, folder, papilio, program};
use serde_json::{Value, json as object};

const KINDS: [&str; 3] = ["transform", "stage", "conversion"];

/// The object that a command prints with `--json` on one kernel.
fn on(kernel: &str, line: &str) -> Value {
    finish(program().env("PAPILIO_KERNEL", kernel).args(line.split_whitespace()).arg("--json")).object(line)
}

/// The rows of 64-bit words that this processor has.
fn available() -> Vec<String> {
    let info = crate::common::json("info");
    let rows = info["registry"].as_array().expect("rows");
    let here = rows.iter().filter(|row| row["word_bits"] == 64 && row["available"] == true);
    here.map(|row| row["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn information_names_the_kernel_of_each_kind_of_work() {
    let names = available();
    for name in &names {
        let info = on(name, "info");
        assert_eq!((&info["restricted_by"], &info["kernel"]), (&object!(name), &object!(name)));
        let kernels = &info["kernels"];
        let here = |kind: &str| kernels[kind].as_str().is_some_and(|row| row == name || row == "scalar");
        assert!(KINDS.iter().all(|kind| here(kind)), "{name}: {kernels}");
        assert_eq!(kernels["transform"], **name, "the row forced takes primes of 47 bits");
        // Stages and conversions are sums of 52-bit products or of doubles; words of 64 bits have
        // none.
        let vector = if ["avx512ifma", "avx512", "avx2fma"].contains(&&**name) { name } else { "scalar" };
        assert_eq!((&kernels["stage"], &kernels["conversion"]), (&object!(vector), &object!(vector)), "{name}");
        // Greater primes have the words of the same processor.
        let of_words = match name.as_str() {
            "avx512ifma" | "avx512" => "avx512dq",
            "avx2fma" => "avx2",
            "neonfma" => "neon",
            itself => itself,
        };
        let chosen = info["chosen"].as_array().expect("primes").last().expect("a prime");
        assert_eq!((&chosen["prime_bits"], &chosen["kernel"]), (&object!(61), &object!(of_words)), "{name}");
    }
    let text = papilio("info").succeeded().stdout.clone();
    assert!(text.contains("stages across ciphertexts by") && text.contains("base conversions by"), "{text}");
}

#[test]
fn every_report_names_them() {
    for name in available() {
        let kernels = &on(&name, "info")["kernels"];
        for line in ["plan --size 300", "run --random 300"] {
            assert_eq!(&on(&name, line)["kernels"], kernels, "{name}: {line}");
        }
    }
}

#[test]
fn a_kernel_that_is_not_here_is_an_error_of_every_command() {
    let at = folder();
    let path = at.path().display();
    let lines = [
        "info".to_owned(),
        "demo".to_owned(),
        "run --random 50".to_owned(),
        "plan --size 50".to_owned(),
        "plan params --field p32 --depth 1".to_owned(),
        format!("keygen --size 50 -o {path}/keys"),
        format!("encrypt --key {path}/none --random 50 -o {path}/out"),
        format!("transform {path}/none -o {path}/out"),
        format!("decrypt --key {path}/none {path}/none -o {path}/out"),
        format!("verify --random 50 {path}/none"),
        format!("sweep --sizes 50 -o {path}/sweep"),
        "bench ntt --field p50 --n 64".to_owned(),
        "bench fft --n 128".to_owned(),
        "selftest kernels".to_owned(),
        format!("inspect {path}/none"),
        "completions bash".to_owned(),
        "man".to_owned(),
    ];
    for line in &lines {
        for value in ["nonsense", "scalar,nonsense", "SCALAR"] {
            let outcome = finish(program().env("PAPILIO_KERNEL", value).args(line.split_whitespace()));
            let named = format!("PAPILIO_KERNEL={value}");
            outcome.refused(&[2], &[named.as_str(), "there is no kernel", "scalar"]);
            assert!(outcome.stdout.is_empty(), "{line}");
        }
    }
    assert!(crate::common::names(at.path()).is_empty());
    let outcome = finish(program().env("PAPILIO_KERNEL", "nonsense").args(["info", "--json"]));
    outcome.refused(&[2], &["nonsense"]);
    assert_eq!(outcome.error()["kind"], "usage");
}

#[test]
fn the_kernels_of_another_processor_are_not_here() {
    let info = crate::common::json("info");
    let absent = |row: &&Value| row["available"] == false;
    let rows: Vec<&str> =
        info["registry"].as_array().expect("rows").iter().filter(absent).filter_map(|row| row["name"].as_str()).collect();
    println!("absent here: {rows:?}");
    for name in rows {
        finish(program().env("PAPILIO_KERNEL", name).arg("info")).refused(&[2], &["this processor has no", name]);
    }
    // Nothing restricts where nothing is said.
    let info = finish(program().env("PAPILIO_KERNEL", "").args(["info", "--json"])).object("info");
    assert!(info["restricted_by"].is_null(), "{info}");
}
