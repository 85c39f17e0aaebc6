//! A transform in parts: joined, they are the file that one machine writes.

use crate::common::{Files, HASH, folder, json, names, number, papilio, seal};
use std::fs;
use std::path::Path;

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The parts `I/N` of the columns of some files, by their paths.
fn parts(files: &Files, folder: &Path, count: usize) -> Vec<String> {
    let make = |index: usize| {
        let part = text(&folder.join(format!("{index}-of-{count}.part")));
        let report = json(&format!("transform {} --part {index}/{count} -o {part} --force", text(&files.path("columns"))));
        assert_eq!(report["part"], format!("{index}/{count}"));
        part
    };
    (1..=count).map(make).collect()
}

#[test]
fn joined_parts_are_what_one_machine_writes() {
    let (files, work) = (Files::make(), folder());
    let output = text(&work.path().join("joined"));
    // The ring degree 4096 has 16 chunks: 3 parts are unequal, 16 the most.
    for count in [1, 2, 3, 16] {
        let mut parts = parts(&files, work.path(), count);
        parts.reverse();
        let report = json(&format!("join {} -o {output} --force", parts.join(" ")));
        assert_eq!(number(&report, "/windows"), count as f64);
        assert_eq!(fs::read(&output).expect("output"), files.bytes("transformed"), "{count} parts");
    }
    // Parts of two divisions that fit each other.
    let [half, quarters] = [parts(&files, work.path(), 2), parts(&files, work.path(), 4)];
    papilio(&format!("join {} {} {} -o {output} --force", quarters[3], half[0], quarters[2])).succeeded();
    assert_eq!(fs::read(&output).expect("output"), files.bytes("transformed"));
}

#[test]
fn a_part_does_not_depend_on_memory_or_threads() {
    let work = folder();
    let at = |name: &str| text(&work.path().join(name));
    papilio(&format!("keygen --size 20000 --layout columns --ring-degree 16384 -o {}", at("keys"))).succeeded();
    papilio(&format!("encrypt --key {} --random 20000 -o {}", at("keys/secret.key"), at("columns"))).succeeded();
    let part = |options: &str| {
        let report = json(&format!("transform {} --part 2/3 -o {} --force {options}", at("columns"), at("out")));
        (report, blake3::hash(&fs::read(at("out")).expect("output")))
    };
    let (whole, expected) = part("");
    // 64 chunks: 21, 21 and 22 of them.
    assert_eq!(number(&whole, "/window"), f64::from(21 * 256));
    let limit = 120 << 20;
    let (small, output) = part(&format!("--threads 1 --memory-limit {limit}"));
    assert_eq!(output, expected);
    assert!(number(&small, "/window") < number(&whole, "/window"), "{small}");
    assert!(number(&small, "/peak_memory_bytes") <= f64::from(limit), "{small}");
}

#[test]
fn parts_that_do_not_make_one_file_are_refused() {
    let (files, others, work) = (Files::make(), Files::make(), folder());
    let output = text(&work.path().join("joined"));
    let theirs = folder();
    let [ours, theirs] = [parts(&files, work.path(), 4), parts(&others, theirs.path(), 4)];
    let join = |parts: &[&String], words: &[&str]| {
        let parts: Vec<&str> = parts.iter().map(|part| part.as_str()).collect();
        papilio(&format!("join {} -o {output}", parts.join(" "))).refused(&[2, 3], words);
        assert!(!Path::new(&output).exists());
    };
    join(&[&ours[0], &ours[1], &ours[3]], &["no part has the coefficients 2048 to 3072 of 4096"]);
    join(&[&ours[1], &ours[2], &ours[3]], &["no part has the coefficients 0 to 1024 of 4096"]);
    join(&[&ours[2], &ours[1], &ours[0]], &["no part has the coefficients 3072 to 4096 of 4096"]);
    join(&[&ours[0], &ours[1], &ours[1], &ours[2], &ours[3]], &[&ours[1], "coefficients 1024 to 2048 are those of", "as well"]);
    join(&[&ours[0], &ours[1], &theirs[2], &ours[3]], &[&theirs[2], "another plan, key or number of entries"]);

    // The same key, other ciphertexts.
    let again = text(&work.path().join("again.columns"));
    papilio(&format!("encrypt --key {} --random 16 --seed 3 -o {again}", text(&files.path("secret.key")))).succeeded();
    let foreign = text(&work.path().join("foreign.part"));
    papilio(&format!("transform {again} --part 3/4 -o {foreign}")).succeeded();
    join(&[&ours[0], &ours[1], &foreign, &ours[3]], &[&foreign, "other encrypted columns"]);

    // Other kinds of files.
    let transformed = text(&files.path("transformed"));
    papilio(&format!("join {} {transformed} -o {output}", ours[0]))
        .refused(&[3], &[&transformed, "a file of transformed columns"]);
    papilio(&format!("decrypt --key {} {} -o {output}", text(&files.path("secret.key")), ours[0]))
        .refused(&[3], &[&ours[0], "a part of transformed columns"]);
    papilio(&format!("join {} -o {}", ours.join(" "), ours[0])).refused(&[3], &["input"]);
    assert_eq!(papilio(&format!("join -o {output}")).code, Some(2));
}

#[test]
fn damaged_parts_are_refused() {
    let (files, work) = (Files::make(), folder());
    let output = text(&work.path().join("joined"));
    let [first, second] = parts(&files, work.path(), 2).try_into().expect("two parts");
    let sound = fs::read(&second).expect("a part");
    let join = |bytes: &[u8]| {
        fs::write(&second, bytes).expect("written");
        papilio(&format!("join {first} {second} -o {output}"))
    };
    for place in [0, 9, 12, 40, sound.len() / 2, sound.len() - 1] {
        let mut bytes = sound.clone();
        bytes[place] ^= 1;
        join(&bytes).refused(&[3], &[&second]);
    }
    for length in [0, 15, sound.len() / 2, sound.len() - 1] {
        join(&sound[..length]).refused(&[3], &[&second]);
    }
    // The last residue of the payload is no residue: the checksum is right, and decryption looks.
    let mut bytes = sound.clone();
    let end = bytes.len() - HASH;
    bytes[end - 6..end].fill(0xFF);
    seal(&mut bytes);
    join(&bytes).succeeded();
    let values = text(&work.path().join("values"));
    papilio(&format!("decrypt --key {} {output} -o {values}", text(&files.path("secret.key")))).refused(&[3], &[&output]);
    assert!(!names(work.path()).contains(&"values".to_owned()));
}

#[test]
fn wrong_parts_are_refused() {
    let (files, work) = (Files::make(), folder());
    let transform = |part: &str| {
        papilio(&format!("transform {} --part={part} -o {}", text(&files.path("columns")), text(&work.path().join("out"))))
    };
    for part in ["0/4", "5/4", "1", "1/0", "0/0", "-1/4", "1/4/4", "a/b", "1.5/2", "99999999999999999999/4"] {
        let outcome = transform(part);
        assert!(outcome.code == Some(2) && outcome.stderr.contains("--part"), "{part}: {outcome:?}");
    }
    transform("1/17").refused(&[2], &["17 parts", "16 parts at most"]);
    assert!(names(work.path()).is_empty());
}
