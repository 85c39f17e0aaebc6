//! The two ends as separate processes that exchange files.

use crate::common::{finish, folder, json, names, number, papilio, papilio_args, program};
use std::fs;
use std::path::Path;

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Keys made in one folder, a server that sees only ciphertexts in another.
fn round_trip(shape: &str, key: &str, witness: &str) {
    let (client, server) = (folder(), folder());
    let at = |name: &str| text(&client.path().join(name));
    let made = json(&format!("keygen {shape} -o {}", at("keys")));
    let both: &[&str] = if made["public_key"].is_null() { &["secret.key"] } else { &["public.key", "secret.key"] };
    assert_eq!(names(&client.path().join("keys")), both);
    let columns = server.path().join("witness.columns");
    let encrypted = json(&format!("encrypt --key {} {witness} -o {}", at(&format!("keys/{key}.key")), text(&columns)));
    assert_eq!(encrypted["seeded"], key == "secret");
    assert_eq!(number(&encrypted, "/bytes"), fs::metadata(&columns).expect("columns").len() as f64);

    // The keys are elsewhere while the server works, and it is given relative names.
    fs::rename(client.path().join("keys"), client.path().join("away")).expect("moved");
    let server_side = ["transform", "witness.columns", "-o", "result.transformed", "--json"];
    finish(program().current_dir(server.path()).args(server_side)).object("transform");
    assert_eq!(names(server.path()), ["result.transformed", "witness.columns"]);
    fs::rename(client.path().join("away"), client.path().join("keys")).expect("moved back");

    let result = text(&server.path().join("result.transformed"));
    let decrypted = json(&format!("decrypt --key {} {result} -o {}", at("keys/secret.key"), at("values")));
    let (after, predicted) =
        (number(&decrypted, "/noise_budget_bits/after"), number(&decrypted, "/noise_budget_bits/predicted_after"));
    assert!(predicted <= after, "{shape}: {predicted} bits predicted, {after} measured");
    assert_eq!(json(&format!("verify {witness} {}", at("values")))["verified"], true, "{shape}");
    assert_eq!(names(client.path()), ["keys", "values"]);
}

#[test]
fn a_round_trip_under_the_secret_key() {
    round_trip("--size 1500", "secret", "--random 1500 --seed 8");
    round_trip("--size 1500 --layout columns --rate 2 --coset", "secret", "--random 1500 --seed 8");
}

#[test]
fn a_round_trip_under_the_public_key() {
    round_trip("--size 1500 --public-key", "public", "--random 1500 --seed 8");
    round_trip("--size 400 --field goldilocks --public-key --packing slots", "public", "--random 400");
}

#[test]
fn a_round_trip_over_a_circom_field() {
    round_trip("--size 300 --field bn254 --inverse", "secret", "--random 300");
}

#[test]
fn a_witness_shorter_than_the_plan_is_padded() {
    round_trip("--size 1500", "secret", "--random 1000 --seed 8");
}

#[test]
#[cfg(unix)]
fn secrets_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let files = crate::common::Files::make();
    let mode = |name: &str| fs::metadata(files.path(name)).expect("a file").permissions().mode() & 0o777;
    assert_eq!((mode("secret.key"), mode("values")), (0o600, 0o600));
    assert_eq!((mode("public.key"), mode("columns"), mode("transformed")), (0o644, 0o644, 0o644));
}

#[test]
fn a_wrong_witness_is_not_verified() {
    let files = crate::common::Files::make();
    let verify = |witness: &str| papilio(&format!("verify {witness} {} --json", text(&files.path("values"))));
    for witness in ["--random 16 --seed 4", "--random 15 --seed 3", "--levels 1"] {
        let outcome = verify(witness);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.stderr.starts_with("papilio: verification FAILED"), "{outcome:?}");
        assert!(!outcome.stdout.contains("\"verified\": true"), "{outcome:?}");
    }
}

#[test]
fn existing_outputs_are_replaced_whole() {
    let (files, work) = (crate::common::Files::make(), folder());
    let output = work.path().join("out");
    fs::write(&output, vec![7; 1 << 20]).expect("written");
    papilio_args([
        "transform".as_ref(),
        files.path("columns").as_os_str(),
        "-o".as_ref(),
        output.as_os_str(),
        "--force".as_ref(),
    ])
    .succeeded();
    assert_eq!(fs::read(&output).expect("output"), files.bytes("transformed"));
    assert_eq!(names(work.path()), ["out"]);
}

/// A shape whose 256 ciphertexts take 200 MB.
const LARGE: &str = "--layout columns --ring-degree 16384";
const LARGE_ENTRIES: usize = 20_000;
const LIMIT: u64 = 120 << 20;

#[test]
fn a_transform_does_not_depend_on_memory_or_threads() {
    let work = folder();
    let at = |name: &str| text(&work.path().join(name));
    papilio(&format!("keygen --size {LARGE_ENTRIES} {LARGE} -o {}", at("keys"))).succeeded();
    papilio(&format!("encrypt --key {} --random {LARGE_ENTRIES} -o {}", at("keys/secret.key"), at("columns"))).succeeded();
    let transform = |options: &str| {
        let report = json(&format!("transform {} -o {} --force {options}", at("columns"), at("out")));
        (report, blake3::hash(&fs::read(at("out")).expect("output")))
    };
    let (whole, expected) = transform("");
    assert_eq!(whole["window"], whole["ring_degree"]);
    for options in ["--threads 1", "--threads 2 --engine cpu", "--threads 3 --engine auto"] {
        assert_eq!(transform(options).1, expected, "{options}");
    }
    let (small, output) = transform(&format!("--threads 2 --memory-limit {LIMIT}"));
    assert_eq!(output, expected, "another output under a memory limit");
    assert!(number(&small, "/window") < number(&small, "/ring_degree"));
    assert!(number(&small, "/peak_memory_bytes") <= LIMIT as f64, "{small}");
    assert!(number(&whole, "/peak_memory_bytes") > 150e6, "the limit was not put to the test: {whole}");
    assert_eq!(names(work.path()), ["columns", "keys", "out"]);
}

#[test]
fn a_run_stays_below_its_memory_limit_and_leaves_no_files() {
    let work = folder();
    let line =
        format!("run --threads 2 --random {LARGE_ENTRIES} {LARGE} --memory-limit {LIMIT} --work-dir {}", text(work.path()));
    let report = json(&line);
    assert_eq!(report["verified"], true);
    assert!(number(&report, "/ciphertext_bytes") >= 200e6, "{report}");
    assert!(number(&report, "/peak_memory_bytes") <= LIMIT as f64, "{report}");
    assert!(names(work.path()).is_empty());
}

#[test]
fn without_a_limit_memory_is_little_more_than_the_ciphertexts() {
    // 400 MB, so that what every process and thread takes is small beside it.
    let report = json(&format!("run --threads 2 --random 50000 {LARGE}"));
    let (peak, ciphertexts) = (number(&report, "/peak_memory_bytes"), number(&report, "/ciphertext_bytes"));
    assert!(ciphertexts >= 400e6 && peak <= 1.3 * ciphertexts, "{peak} bytes for {ciphertexts} of ciphertexts");
}
