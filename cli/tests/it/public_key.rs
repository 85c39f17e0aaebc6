//! A public key is written where its noise leaves the result a budget, and nowhere else.

use crate::common::{folder, json, number, papilio};
use serde_json::Value;

/// Keys of a shape; whether there was a public one, and then whether what it encrypts decrypts and
/// is verified.
fn keys(shape: &str, entries: usize) -> bool {
    let work = folder();
    let at = |name: &str| work.path().join(name).display().to_string();
    let made = json(&format!("keygen {shape} -o {}", at("")));
    let written = work.path().join("public.key").exists();
    assert_eq!(!made["public_key"].is_null(), written, "{shape}: {made}");
    assert_eq!(made["public_key_bytes"].is_null(), !written, "{shape}: {made}");
    if !written {
        return false;
    }
    papilio(&format!("encrypt --key {} --random {entries} -o {}", at("public.key"), at("in"))).succeeded();
    let rotations = if made["rotation_keys"].is_null() { String::new() } else { format!("--keys {}", at("rotation.keys")) };
    papilio(&format!("transform {rotations} {} -o {}", at("in"), at("out"))).succeeded();
    let opened = json(&format!("decrypt --key {} {} -o {}", at("secret.key"), at("out"), at("values")));
    assert!(number(&opened, "/noise_budget_bits/after") > 0.0, "{shape}");
    assert_eq!(json(&format!("verify --random {entries} {}", at("values")))["verified"], Value::Bool(true), "{shape}");
    true
}

#[test]
fn what_a_public_key_encrypts_decrypts() {
    let shapes = [
        ("", 16),
        ("", 300),
        ("", 5570),
        ("--layout columns", 300),
        ("--layout columns --recipe 8,8", 1000),
        ("--layout columns --rate 4", 300),
        ("--layout blocked --packing slots", 1500),
        ("--field goldilocks", 700),
        ("--field bn254 --inverse", 100),
        ("--full-modulus", 600),
        ("--layout slots", 64),
        ("--layout slots --method factored", 256),
        ("--layout slots --interleaved --field goldilocks", 32),
        ("--layout slots --field bn254", 16),
    ];
    let (mut with, mut without) = (0, 0);
    for (shape, entries) in shapes {
        if keys(&format!("--size {entries} {shape}"), entries) {
            with += 1;
        } else {
            without += 1;
            assert!(keys(&format!("--size {entries} {shape} --public-key"), entries), "{shape}: planned for a public key");
        }
    }
    assert!(with > 0 && without > 0, "{with} plans took a public key, {without} did not: one side was not put to the test");
}

#[test]
fn a_plan_without_a_public_key_says_what_to_do() {
    for shape in ["--size 1000 --layout columns --recipe 8,8", "--layout slots --size 64"] {
        let work = folder();
        let outcome = papilio(&format!("keygen {shape} -o {}", work.path().display()));
        if !work.path().join("public.key").exists() {
            assert!(outcome.succeeded().stdout.contains("keygen --public-key"), "{outcome:?}");
        }
    }
}
