//! A transform inside one ciphertext by separate processes that exchange files.

use crate::common::{HASH, finish, folder, json, names, number, papilio, payload, program, seal};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Keys, an encrypted vector and its transform.
struct Made {
    folder: tempfile::TempDir,
    report: Value,
}

impl Made {
    /// The keys alone.
    fn keys(shape: &str) -> Self {
        let folder = folder();
        let report = json(&format!("keygen --layout slots {shape} -o {}", text(folder.path())));
        Self { folder, report }
    }

    fn all(shape: &str, witness: &str) -> Self {
        let made = Self::keys(shape);
        papilio(&format!("encrypt --key {} {witness} -o {}", made.at("secret.key"), made.at("vector"))).succeeded();
        made.transform("vector", "transformed");
        made
    }

    fn transform(&self, from: &str, to: &str) {
        papilio(&format!("transform --keys {} {} -o {}", self.at("rotation.keys"), self.at(from), self.at(to))).succeeded();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn at(&self, name: &str) -> String {
        text(&self.path(name))
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }
}

/// Keys in one folder, a server that sees rotation keys and a ciphertext in another.
fn round_trip(shape: &str, key: &str, witness: &str) -> Value {
    let (made, server) = (Made::keys(shape), folder());
    let report = &made.report;
    assert_eq!(report["design"]["recipe"]["problem"]["log_blowup"], 0, "{report}");
    assert!(number(report, "/galois_keys") >= 1.0);
    let stored = fs::metadata(made.path("rotation.keys")).expect("keys").len() as f64;
    assert_eq!(number(report, "/rotation_key_bytes"), stored);
    let (said, frames) = (number(report, "/galois_key_bytes"), 1024.0 + 64.0 * number(report, "/galois_keys"));
    assert!(said <= stored && stored <= said + frames, "{said} bytes said, {stored} written");

    let at = |name: &str| text(&server.path().join(name));
    let encrypted = json(&format!("encrypt --key {} {witness} -o {}", made.at(key), at("vector")));
    assert_eq!(encrypted["seeded"], key == "secret.key");
    fs::rename(made.path("rotation.keys"), server.path().join("rotation.keys")).expect("moved");
    let server_side = ["transform", "vector", "--keys", "rotation.keys", "-o", "result", "--json"];
    finish(program().current_dir(server.path()).args(server_side)).object("transform");
    assert_eq!(names(server.path()), ["result", "rotation.keys", "vector"]);

    let decrypted = json(&format!("decrypt --key {} {} -o {}", made.at("secret.key"), at("result"), made.at("values")));
    let (after, predicted) =
        (number(&decrypted, "/noise_budget_bits/after"), number(&decrypted, "/noise_budget_bits/predicted_after"));
    assert!(predicted <= after, "{shape}: {predicted} bits predicted, {after} measured");
    assert_eq!(json(&format!("verify {witness} {}", made.at("values")))["verified"], true, "{shape}");
    let other = witness.split(" --seed").next().unwrap_or(witness);
    let wrong = papilio(&format!("verify {other} --seed 99 {}", made.at("values")));
    assert_eq!(wrong.code, Some(1), "{shape}: {wrong:?}");
    made.report
}

#[test]
fn round_trips_of_every_kind() {
    round_trip("--size 64", "secret.key", "--random 60 --seed 5");
    round_trip("--size 64 --recipe 8,8 --coset", "secret.key", "--random 64");
    round_trip("--size 64 --method diagonal --inverse --coset", "secret.key", "--random 64");
    round_trip("--size 64 --interleaved --field goldilocks", "secret.key", "--random 500");
    let whole = round_trip("--size 4096 --ring-degree 4096 --method factored --insecure", "secret.key", "--random 4000");
    assert_eq!(whole["design"]["recipe"]["arrangement"], "whole");
}

#[test]
fn round_trips_over_a_circom_field() {
    round_trip("--size 16 --field bn254", "secret.key", "--random 16");
    round_trip("--size 32 --field bn254 --inverse --recipe 4,8", "secret.key", "--random 30");
}

#[test]
fn round_trips_under_the_public_key() {
    round_trip("--size 64 --public-key", "public.key", "--random 64");
    round_trip("--size 16 --field bn254 --coset --public-key", "public.key", "--random 16");
}

#[test]
fn the_keys_are_told_before_they_are_made() {
    let work = folder();
    let outcome = papilio(&format!("keygen --layout slots --size 256 -o {}", text(work.path())));
    let lines: Vec<&str> = outcome.succeeded().stdout.lines().collect();
    let at = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {lines:?}"));
    assert!(at("rotation keys, ") < at("rotation.keys") && lines[at("rotation keys, ")].contains("to be sent"), "{lines:?}");
    let refused = papilio(&format!("keygen --layout slots --size 256 --key-limit 100K -o {}/none", text(work.path())));
    refused.refused(&[4], &["102400", "bytes of keys"]);
    assert!(!work.path().join("none").exists());
}

#[test]
fn missing_rotation_keys_are_named() {
    let made = Made::keys("--size 16");
    papilio(&format!("encrypt --key {} --random 16 -o {}", made.at("secret.key"), made.at("vector"))).succeeded();
    let line = format!("transform {} -o {}", made.at("vector"), made.at("out"));
    papilio(&line).refused(&[2], &["--keys", "rotation.keys", "vector"]);
    papilio(&format!("{line} --keys {}", made.at("absent"))).refused(&[5], &["absent"]);
    papilio(&format!("{line} --keys {}", made.at("secret.key"))).refused(&[3], &["secret.key", "rotation keys"]);
    assert!(!made.path("out").exists());
}

#[test]
fn keys_of_another_pair_are_refused() {
    let [ours, theirs] = ["--size 16", "--size 16"].map(|shape| Made::all(shape, "--random 16"));
    let line =
        |keys: &Made| format!("transform {} --keys {} -o {}", ours.at("vector"), keys.at("rotation.keys"), ours.at("out"));
    papilio(&line(&theirs)).refused(&[3], &[&theirs.at("rotation.keys"), "another key"]);
    let line = |key: &Made| format!("decrypt --key {} {} -o {}", key.at("secret.key"), ours.at("transformed"), ours.at("out"));
    papilio(&line(&theirs)).refused(&[3], &[&ours.at("transformed"), "another key"]);
    let columns = crate::common::Files::make();
    let at = |name: &str| text(&columns.path(name));
    papilio(&format!("transform {} --keys {} -o {}", at("columns"), ours.at("rotation.keys"), ours.at("out")))
        .refused(&[2], &["--keys"]);
    let other = format!("decrypt --key {} {} -o {}", at("secret.key"), ours.at("transformed"), ours.at("out"));
    papilio(&other).refused(&[3], &[&ours.at("transformed"), "transformed vector in slots"]);
    assert!(!ours.path("out").exists());
}

/// Every reading of a file.
const READINGS: [(&str, &str); 6] = [
    ("secret.key", "encrypt --key FILE --random 16 -o OUT"),
    ("public.key", "encrypt --key FILE --random 16 -o OUT"),
    ("vector", "transform --keys GOOD/rotation.keys FILE -o OUT"),
    ("rotation.keys", "transform --keys FILE GOOD/vector -o OUT"),
    ("transformed", "decrypt --key GOOD/secret.key FILE -o OUT"),
    ("values", "verify --random 16 FILE"),
];

/// The smallest of each kind.
fn small() -> Made {
    let made = Made::all("--size 16 --public-key", "--random 16");
    papilio(&format!("decrypt --key {} {} -o {}", made.at("secret.key"), made.at("transformed"), made.at("values")))
        .succeeded();
    made
}

fn read(made: &Made, bytes: &[u8], reading: &str, limits: &str) -> crate::common::Outcome {
    let work = folder();
    let victim = work.path().join("victim");
    fs::write(&victim, bytes).expect("written");
    let line = reading.replace("FILE", &text(&victim)).replace("GOOD", &text(made.folder.path()));
    let line = line.replace("OUT", &text(&work.path().join("out")));
    let outcome = finish(crate::common::limited(limits).args(line.split_whitespace()));
    outcome.controlled(reading);
    assert_eq!(work.path().join("out").exists(), outcome.code == Some(0) && reading.contains("OUT"), "{reading}: {outcome:?}");
    outcome
}

#[test]
fn damage_is_found_in_every_file() {
    let made = small();
    for (name, reading) in READINGS {
        let good = made.bytes(name);
        assert_eq!(read(&made, &good, reading, ":").code, Some(0), "{reading}");
        for at in [0, 9, 10, 13, 20, payload(&good), payload(&good) + 40, good.len() - HASH - 1, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 4;
            read(&made, &bad, reading, ":").refused(&[3], &["victim"]);
        }
        for length in [0, 15, 40, payload(&good), good.len() - 1] {
            read(&made, &good[..length], reading, ":").refused(&[3], &["victim"]);
        }
    }
}

/// Whoever makes the checksum right again gets a refusal, a failed verification, or, where a secret
/// or a residue is another valid one, another result: never a crash or memory without bounds.
#[test]
fn files_of_an_adversary_are_controlled() {
    let made = small();
    // Kinds begin with the same design, whose bytes they share out.
    for (kind, (name, reading)) in READINGS.into_iter().enumerate() {
        let good = made.bytes(name);
        let header = 16 + kind % 3..payload(&good);
        for at in header.step_by(3).chain([payload(&good), payload(&good) + 5, payload(&good) + 30, good.len() - HASH - 1]) {
            for value in [0xff, 0x00, good[at] ^ 1] {
                let mut bad = good.clone();
                bad[at] = value;
                seal(&mut bad);
                read(&made, &bad, reading, "ulimit -v 2097152");
            }
        }
        let mut long = good.clone();
        long.splice(good.len() - HASH..good.len() - HASH, vec![0; 1 << 20]);
        seal(&mut long);
        read(&made, &long, reading, "ulimit -v 2097152").refused(&[3], &["victim"]);
    }
}

#[test]
fn rotation_keys_in_another_order_are_refused() {
    let made = small();
    let mut bad = made.bytes("rotation.keys");
    let count = number(&made.report, "/galois_keys") as usize;
    assert!(count >= 2, "{count} keys");
    let (start, end) = (payload(&bad), bad.len() - HASH);
    bad[start..end].rotate_left((end - start) / count);
    seal(&mut bad);
    read(&made, &bad, READINGS[3].1, ":").refused(&[3], &["victim", "key", "exponents"]);
}

#[test]
fn a_vector_longer_than_the_plan_is_refused() {
    let made = Made::keys("--size 16");
    let line = format!("encrypt --key {} --random 17 -o {}", made.at("secret.key"), made.at("out"));
    papilio(&line).refused(&[3], &["17 entries", "16"]);
}

#[test]
fn options_of_one_layout_are_refused_by_the_other() {
    let work = folder();
    let out = text(&work.path().join("keys"));
    papilio(&format!("keygen --size 16 --key-limit 1G -o {out}")).refused(&[2], &["--key-limit", "--layout slots"]);
    papilio(&format!("keygen --size 16 --memory-limit 1G -o {out}")).refused(&[2], &["--memory-limit", "--layout slots"]);
    papilio(&format!("keygen --layout slots --size 16 --rate 2 -o {out}")).refused(&[2], &["--rate"]);
    papilio(&format!("keygen --layout slots --size 16 --method encoded -o {out}")).refused(&[2], &["--method encoded"]);
    papilio(&format!("keygen --layout slots --size 16 --scheme bgv -o {out}")).refused(&[2], &["--scheme bgv"]);
    assert!(names(work.path()).is_empty());
}

#[test]
fn every_file_is_told_by_inspect() {
    let made = small();
    for (name, _) in READINGS {
        let facts = json(&format!("inspect {}", made.at(name)));
        assert_eq!((&facts["layout"], &facts["field"], &facts["checksum"]), (&"slots".into(), &"p32".into(), &"ok".into()));
        assert_eq!(facts["planned_for_public_key"], true, "{facts}");
        assert!(number(&facts, "/security_bits") >= 128.0, "{facts}");
    }
}

/// Files from before slots were in the order of the powers of 5 would be read as other vectors;
/// keys of encryption and values are what they were.
#[test]
fn files_with_another_order_of_slots_are_refused_by_their_version() {
    let made = small();
    for (name, reading) in READINGS {
        let mut old = made.bytes(name);
        let moved = ["vector", "transformed", "rotation.keys"].contains(&name);
        assert_eq!(old[10], if moved { 5 } else { 4 }, "{name}");
        old[10] = 4;
        seal(&mut old);
        let outcome = read(&made, &old, reading, ":");
        if moved {
            outcome.refused(&[3], &["victim", "version 4", "version 5", "make the file again"]);
        } else {
            assert_eq!(outcome.code, Some(0), "{name}: {outcome:?}");
        }
    }
}

#[test]
fn keys_are_never_replaced() {
    let made = Made::keys("--size 16");
    let before = made.bytes("rotation.keys");
    let again = format!("keygen --layout slots --size 16 --force -o {}", text(made.folder.path()));
    papilio(&again).refused(&[3], &["key", "never replaced"]);
    assert_eq!(made.bytes("rotation.keys"), before);
}
