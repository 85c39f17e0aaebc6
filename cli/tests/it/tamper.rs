//! Files that are damaged, exchanged or made by an adversary.

use crate::common::{Files, HASH, Outcome, PREFIX, WITNESS, finish, folder, limited, names, papilio, payload, program, seal};
use papilio_field::Field;
use papilio_field::fields::{Bn254, P32};
use papilio_ligero::circom::{write_r1cs, write_wtns};
use papilio_ligero::semaphore;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every reading of a file: the file, and the command that reads it with `FILE` and `OUT` to be
/// filled in.
const READINGS: [(&str, &str); 6] = [
    ("secret.key", "encrypt --key FILE WITNESS -o OUT"),
    ("secret.key", "decrypt --key FILE GOOD/transformed -o OUT"),
    ("public.key", "encrypt --key FILE WITNESS -o OUT"),
    ("columns", "transform FILE -o OUT"),
    ("transformed", "decrypt --key GOOD/secret.key FILE -o OUT"),
    ("values", "verify WITNESS FILE"),
];

/// A folder in which a file is read that is not what it should be.
struct Bench<'f> {
    files: &'f Files,
    folder: tempfile::TempDir,
}

impl<'f> Bench<'f> {
    fn new(files: &'f Files) -> Self {
        Self { files, folder: folder() }
    }

    fn victim(&self) -> PathBuf {
        self.folder.path().join("victim")
    }

    fn read_by(&self, mut command: Command, reading: &str) -> Outcome {
        let text = |path: &Path| path.display().to_string();
        let line = reading.replace("FILE", &text(&self.victim())).replace("GOOD", &text(&self.files.path("")));
        let line = line.replace("WITNESS", WITNESS).replace("OUT", &text(&self.folder.path().join("out")));
        finish(command.args(line.split_whitespace()))
    }

    /// Reads these bytes, which must be refused by name, leaving nothing.
    fn refuses(&self, bytes: &[u8], reading: &str, words: &[&str]) {
        fs::write(self.victim(), bytes).expect("written");
        let outcome = self.read_by(program(), reading);
        self.refused(&outcome, words);
        assert_eq!(names(self.folder.path()), ["victim"], "{reading} left files: {outcome:?}");
    }

    fn refused(&self, outcome: &Outcome, words: &[&str]) {
        let name = self.victim().display().to_string();
        outcome.refused(&[3, 5], &[&[name.as_str()], words].concat());
    }

    /// Reads these bytes within two GiB of addresses: any end will do but an uncontrolled one.
    fn controls(&self, bytes: &[u8], reading: &str, what: &str) -> Outcome {
        fs::write(self.victim(), bytes).expect("written");
        let outcome = self.read_by(limited("ulimit -v 2097152"), reading);
        outcome.controlled(what);
        let left = names(self.folder.path());
        let expected: &[&str] =
            if outcome.code == Some(0) && reading.contains("OUT") { &["out", "victim"] } else { &["victim"] };
        assert_eq!(left, expected, "{what}: {outcome:?}");
        if outcome.code == Some(0) && reading.contains("OUT") {
            fs::remove_file(self.folder.path().join("out")).expect("removed");
        }
        outcome
    }
}

/// A copy with one change.
fn changed(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    change(&mut copy);
    copy
}

#[test]
fn readings_succeed_when_nothing_is_wrong() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        assert_eq!(bench.controls(&files.bytes(name), reading, name).code, Some(0), "{reading}");
    }
}

#[test]
fn another_magic_kind_or_version_is_named() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        let good = files.bytes(name);
        bench.refuses(&changed(&good, |b| b[0] ^= 1), reading, &["magic"]);
        for (position, value, words) in [(8, 99, "kind 99"), (10, 1, "version 1"), (11, 1, "version 2")] {
            let bad = changed(&good, |b| b[position] = value);
            bench.refuses(&bad, reading, &["damaged", "checksum"]);
            bench.refuses(&changed(&bad, |b| seal(b)), reading, &[words]);
        }
    }
}

#[test]
fn a_file_of_another_kind_is_refused_by_every_command() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        for (other, _) in READINGS {
            let both_encrypt = name.ends_with(".key") && other.ends_with(".key") && reading.starts_with("encrypt");
            if other != name && !both_encrypt {
                bench.refuses(&files.bytes(other), reading, &["this is", "is wanted"]);
            }
        }
    }
}

#[test]
fn a_file_that_calls_itself_another_kind_is_refused() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        for (other, _) in READINGS.iter().filter(|(other, _)| *other != name) {
            let kind = files.bytes(name)[8];
            bench.refuses(&changed(&files.bytes(other), |b| (b[8] = kind, seal(b)).1), reading, &[]);
        }
    }
}

#[test]
fn a_truncated_file_is_refused_wherever_it_ends() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        let good = files.bytes(name);
        let (start, end) = (payload(&good), good.len());
        for length in
            [0, 1, 7, PREFIX - 1, PREFIX, PREFIX + 5, start, start + 1, PREFIX + HASH, (start + end) / 2, end - HASH, end - 1]
        {
            let words: &[&str] = if length < 8 { &["magic"] } else { &["damaged"] };
            bench.refuses(&good[..length.min(end - 1)], reading, words);
        }
    }
}

#[test]
fn a_file_with_more_at_its_end_is_refused() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        bench.refuses(&changed(&files.bytes(name), |b| b.push(0)), reading, &["damaged", "checksum"]);
        bench.refuses(&changed(&files.bytes(name), |b| (b.push(0), seal(b)).1), reading, &["payload"]);
    }
}

#[test]
fn any_single_changed_bit_is_found() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        let good = files.bytes(name);
        // A fixed sequence that visits the whole file, its ends first.
        let positions = [0, good.len() - 1, payload(&good), good.len() - HASH].into_iter();
        let spread = (1..=36usize).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) % good.len());
        for (i, position) in positions.chain(spread).enumerate() {
            let words: &[&str] = if position < 8 { &["magic"] } else { &["damaged", "checksum"] };
            bench.refuses(&changed(&good, |b| b[position] ^= 1 << (i % 8)), reading, words);
        }
    }
}

#[test]
fn a_missing_file_or_a_folder_is_named() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (_, reading) in READINGS {
        bench.refused(&bench.read_by(program(), reading), &["open"]);
        assert!(names(bench.folder.path()).is_empty(), "{reading}");
    }
    fs::create_dir(bench.victim()).expect("a folder");
    for (_, reading) in READINGS {
        bench.refused(&bench.read_by(program(), reading), &[]);
        assert_eq!(names(bench.folder.path()), ["victim"], "{reading}");
    }
}

#[test]
fn a_residue_not_below_its_prime_is_named_even_under_a_right_checksum() {
    let files = Files::make();
    let bench = Bench::new(&files);
    // The seed of the uniform part comes first where there is one.
    for (name, seed) in [("public.key", 32), ("columns", 32), ("transformed", 0)] {
        for (_, reading) in READINGS.iter().filter(|(file, _)| *file == name) {
            let good = files.bytes(name);
            let last = good.len() - HASH;
            for range in [payload(&good) + seed..payload(&good) + seed + 8, last - 8..last] {
                bench.refuses(
                    &changed(&good, |b| (b[range].fill(0xff), seal(b)).1),
                    reading,
                    &["residue", "not below the prime"],
                );
            }
        }
    }
    let good = files.bytes("values");
    let start = payload(&good);
    bench.refuses(
        &changed(&good, |b| (b[start..start + 4].fill(0xff), seal(b)).1),
        READINGS[5].1,
        &["value 0 is not below the modulus"],
    );
}

#[test]
fn changed_values_under_a_right_checksum_are_not_verified() {
    let files = Files::make();
    let bench = Bench::new(&files);
    let good = files.bytes("values");
    let bad = changed(&good, |b| (b[payload(&good)] ^= 1, seal(b)).1);
    let outcome = bench.controls(&bad, "verify WITNESS FILE --json", "a changed value");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stdout.contains("\"verified\": false"), "{outcome:?}");
}

#[test]
fn values_that_claim_more_entries_than_they_cover_are_refused() {
    let files = Files::make();
    let bench = Bench::new(&files);
    // The number of entries ends the header of values; the witness of seventeen begins with that of
    // sixteen.
    let good = files.bytes("values");
    let bad = changed(&good, |b| (b[payload(&good) - 1] = 17, seal(b)).1);
    bench.refuses(&bad, "verify --random 17 --seed 3 FILE", &["17 entries"]);
    let none = changed(&good, |b| (b[payload(&good) - 1] = 0, seal(b)).1);
    bench.refuses(&none, READINGS[5].1, &["0 entries"]);
}

#[test]
fn ciphertexts_of_another_key_are_refused() {
    let (files, other) = (Files::make(), Files::make());
    let bench = Bench::new(&files);
    bench.refuses(&other.bytes("transformed"), READINGS[4].1, &["another key"]);
}

#[test]
fn ciphertexts_of_another_plan_are_refused() {
    let files = Files::make();
    let bench = Bench::new(&files);
    let good = files.bytes("transformed");
    // The header ends with the predicted seconds, the key (16 bytes), the entries (one) and a flag
    // (one).
    let seconds = payload(&good) - 18 - 8;
    bench.refuses(&changed(&good, |b| (b[seconds] ^= 1, seal(b)).1), READINGS[4].1, &["another plan"]);
}

#[test]
fn damage_to_the_header_of_a_public_key_is_told_as_such() {
    let files = Files::make();
    let bench = Bench::new(&files);
    let bad = changed(&files.bytes("public.key"), |b| (b[PREFIX] = 0xff, seal(b)).1);
    bench.refuses(&bad, READINGS[2].1, &["malformed header"]);
}

#[test]
fn an_unknown_field_is_told_with_the_file() {
    let files = Files::make();
    let bench = Bench::new(&files);
    for (name, reading) in READINGS {
        bench.refuses(&changed(&files.bytes(name), |b| (b[PREFIX + 1] = b'q', seal(b)).1), reading, &["field", "q32"]);
    }
}

/// Every byte of prefix and header takes several values, under a right checksum.
fn any_header_is_controlled(index: usize) {
    let files = Files::make();
    let bench = Bench::new(&files);
    let (name, reading) = READINGS[index];
    let good = files.bytes(name);
    for position in 8..payload(&good) {
        for value in [good[position] ^ 1, good[position] ^ 0x80, 0xff] {
            let bad = changed(&good, |b| (b[position] = value, seal(b)).1);
            bench.controls(&bad, reading, &format!("{reading}: byte {position} is {value}, was {}", good[position]));
        }
    }
}

#[test]
fn any_header_of_a_secret_key_is_controlled_when_encrypting() {
    any_header_is_controlled(0);
}

#[test]
fn any_header_of_a_secret_key_is_controlled_when_decrypting() {
    any_header_is_controlled(1);
}

#[test]
fn any_header_of_a_public_key_is_controlled() {
    any_header_is_controlled(2);
}

#[test]
fn any_header_of_columns_is_controlled() {
    any_header_is_controlled(3);
}

#[test]
fn any_header_of_transformed_columns_is_controlled() {
    any_header_is_controlled(4);
}

#[test]
fn any_header_of_values_is_controlled() {
    any_header_is_controlled(5);
}

#[test]
fn random_headers_and_payloads_are_controlled() {
    let files = Files::make();
    let bench = Bench::new(&files);
    let config = ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() };
    let strategy = (0..READINGS.len(), prop::collection::vec(any::<u8>(), 0..200), prop::collection::vec(any::<u8>(), 0..200));
    let outcome = proptest::test_runner::TestRunner::new(config).run(&strategy, |(index, header, rest)| {
        let (name, reading) = READINGS[index];
        let prefix = changed(&files.bytes(name)[..12], |b| b.extend((header.len() as u32).to_le_bytes()));
        let mut bytes = [prefix.as_slice(), &header, &rest, &[0; HASH]].concat();
        seal(&mut bytes);
        let outcome = bench.controls(&bytes, reading, reading);
        prop_assert!(outcome.code != Some(0), "{:?}", outcome);
        Ok(())
    });
    outcome.expect("controlled");
}

/// A witness and its constraint system in files.
fn circom() -> (tempfile::TempDir, Vec<P32>) {
    let folder = folder();
    let (system, witness) = semaphore::generate::<P32>(4, 1).expect("a witness");
    let create = |name: &str| fs::File::create(folder.path().join(name)).expect("created");
    write_r1cs(&system, std::io::BufWriter::new(create("good.r1cs"))).expect("written");
    write_wtns(&witness, std::io::BufWriter::new(create("good.wtns"))).expect("written");
    (folder, witness)
}

fn write_witness<F: Field>(path: &Path, witness: &[F]) {
    let mut bytes = Vec::new();
    write_wtns(witness, &mut bytes).expect("encoded");
    fs::write(path, bytes).expect("written");
}

fn run_circom(folder: &Path, witness: &str, options: &str) -> Outcome {
    papilio(
        &format!("run --witness {}/{witness} {options} --json", folder.display()).replace("DIR", &folder.display().to_string()),
    )
}

#[test]
fn a_circom_witness_is_checked_and_transformed_in_its_own_field() {
    let (folder, witness) = circom();
    let report = run_circom(folder.path(), "good.wtns", "--r1cs DIR/good.r1cs").object("p32");
    assert_eq!(
        (&report["verified"], &report["field"], report["entries"].as_u64()),
        (&true.into(), &"p32".into(), Some(witness.len() as u64))
    );
    // Longer than any buffer that a look at the header alone would read.
    let long: Vec<Bn254> = (0..700).map(Bn254::from_u64).collect();
    write_witness(&folder.path().join("long.wtns"), &long);
    let report = run_circom(folder.path(), "long.wtns", "").object("bn254");
    assert_eq!((&report["verified"], &report["field"]), (&true.into(), &"bn254".into()));
}

#[test]
fn an_unsatisfied_constraint_system_is_refused() {
    let (folder, mut witness) = circom();
    let last = witness.len() - 1;
    witness[last] = witness[last] + P32::ONE;
    write_witness(&folder.path().join("bad.wtns"), &witness);
    run_circom(folder.path(), "bad.wtns", "--r1cs DIR/good.r1cs").refused(&[3], &["bad.wtns", "does not satisfy", "good.r1cs"]);
    write_witness(&folder.path().join("short.wtns"), &witness[..last]);
    run_circom(folder.path(), "short.wtns", "--r1cs DIR/good.r1cs").refused(&[3], &["short.wtns"]);
}

#[test]
fn a_damaged_circom_file_is_named() {
    let (folder, _) = circom();
    let at = |name: &str| folder.path().join(name);
    let (witness, system) = (fs::read(at("good.wtns")).expect("read"), fs::read(at("good.r1cs")).expect("read"));
    for length in [0, 3, 11, 23, 40, witness.len() / 2, witness.len() - 1] {
        fs::write(at("bad.wtns"), &witness[..length]).expect("written");
        for options in ["", "--field p32"] {
            run_circom(folder.path(), "bad.wtns", options).refused(&[3], &["bad.wtns"]);
        }
    }
    for length in [0, 3, 11, 23, 40, system.len() / 2, system.len() - 1] {
        fs::write(at("bad.r1cs"), &system[..length]).expect("written");
        run_circom(folder.path(), "good.wtns", "--r1cs DIR/bad.r1cs").refused(&[3], &["bad.r1cs"]);
    }
    fs::write(at("long.wtns"), [witness.as_slice(), &[0]].concat()).expect("written");
    run_circom(folder.path(), "long.wtns", "").refused(&[3], &["long.wtns"]);
    run_circom(folder.path(), "absent.wtns", "").refused(&[5], &["absent.wtns"]);
    run_circom(folder.path(), "good.r1cs", "")
        .refused(&[3], &["good.r1cs", "this is an r1cs file", "a witness (.wtns) is wanted"]);
    run_circom(folder.path(), "good.wtns", "--r1cs DIR/good.wtns")
        .refused(&[3], &["good.wtns", "this is a wtns file", "a constraint system (.r1cs) is wanted"]);
}

#[test]
fn a_witness_of_another_prime_is_refused() {
    let (folder, _) = circom();
    let at = |name: &str| folder.path().join(name);
    run_circom(folder.path(), "good.wtns", "--field goldilocks").refused(&[3], &["good.wtns", "goldilocks"]);
    // The prime follows magic, version, count, section header and size: an unknown one.
    let bad = changed(&fs::read(at("good.wtns")).expect("read"), |b| b[28] ^= 2);
    fs::write(at("bad.wtns"), bad).expect("written");
    run_circom(folder.path(), "bad.wtns", "").refused(&[3], &["bad.wtns", "prime"]);
    let files = Files::make();
    write_witness(&at("wide.wtns"), &[Bn254::ONE; 4]);
    let (key, witness, out) = (files.path("secret.key"), at("wide.wtns"), at("out"));
    let encrypt = format!("encrypt --key {} --witness {} -o {}", key.display(), witness.display(), out.display());
    papilio(&encrypt).refused(&[3], &["wide.wtns", "p32"]);
    assert!(!out.exists());
}
