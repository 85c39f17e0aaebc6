//! Commands on a GPU, which is an emulated one: `cargo test --features papilio-cli/emulate`.

#[path = "it/common/mod.rs"]
mod common;

use common::{Outcome, finish, folder, json, names, papilio, program};
use serde_json::Value;
use std::path::Path;

fn rows(outcome: &Outcome) -> Vec<Value> {
    outcome.succeeded().stdout.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

fn engine(report: &Value) -> &str {
    report["engine"]["engine"].as_str().unwrap_or_else(|| panic!("no engine in {report}"))
}

/// The program with a device of so many bytes of memory, or of so many launches until it is lost.
fn with(name: &str, value: u64, line: &str) -> Outcome {
    finish(program().env(name, value.to_string()).args(line.split_whitespace()))
}

/// Both ends by files, the server on each engine: the bytes of its results are the same. Returns
/// the folder of the files and the request to the server, without its output.
fn served_by_both(keygen: &str, encrypt: &str, transform: &str) -> (tempfile::TempDir, String) {
    let folder = folder();
    let fill = |line: &str| line.replace('@', &folder.path().display().to_string());
    papilio(&fill(&format!("keygen {keygen} -o @/keys"))).succeeded();
    papilio(&fill(&format!("encrypt --key @/keys/secret.key {encrypt} -o @/witness"))).succeeded();
    let request = fill(&format!("transform {transform} @/witness"));
    for name in ["cpu", "cuda"] {
        let report = json(&format!("{request} --engine {name} {}", fill(&format!("-o @/{name}"))));
        assert_eq!(engine(&report), name, "{report}");
    }
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    assert!(bytes("cpu") == bytes("cuda"), "results of {request}");
    papilio(&fill("decrypt --key @/keys/secret.key @/cuda -o @/values")).succeeded();
    papilio(&fill(&format!("verify {encrypt} @/values"))).succeeded();
    (folder, request)
}

/// A device that has no memory for the work, or is lost in it, is an error where it is asked for,
/// which leaves nothing.
fn refused_and_lost(folder: &Path, request: &str) {
    let before = names(folder);
    let output = folder.join("refused");
    let line = format!("{request} -o {} --engine cuda", output.display());
    with("PAPILIO_EMULATED_MEMORY", 1 << 16, &line).refused(&[3, 4, 5], &["65536 bytes of memory free"]);
    with("PAPILIO_EMULATED_LAUNCHES", 0, &line).refused(&[3, 4, 5], &["the emulated device was lost"]);
    assert_eq!(names(folder), before);
}

#[test]
fn columns_on_a_device_are_those_of_the_cpu() {
    let (folder, request) = served_by_both("--size 100 --ring-degree 4096 --packing coefficients", "--random 100", "");
    refused_and_lost(folder.path(), &request);
}

#[test]
fn slots_on_a_device_are_those_of_the_cpu() {
    let (folder, request) =
        served_by_both("--layout slots --size 16 --field p32", "--random 16", "--keys @/keys/rotation.keys");
    refused_and_lost(folder.path(), &request);
}

#[test]
fn both_ends_in_one_process() {
    for line in ["run --random 100 --ring-degree 4096", "run --layout slots --random 16 --field p32"] {
        let report = json(&format!("{line} --engine cuda"));
        assert_eq!((engine(&report), &report["verified"]), ("cuda", &Value::Bool(true)), "{report}");
    }
}

/// A device with half of the memory that all keys take, which is what they take in a file, is lent
/// one after the other.
#[test]
fn keys_in_memory_are_lent_one_by_one() {
    let line = "run --layout slots --random 256 --field p32 --threads 1 --json";
    let memory = papilio(line).object(line)["galois_key_bytes"].as_u64().expect("bytes");
    let report = with("PAPILIO_EMULATED_MEMORY", memory, &format!("{line} --engine cuda")).object(line);
    assert_eq!((engine(&report), &report["verified"]), ("cuda", &Value::Bool(true)), "{report}");
}

#[test]
fn tables_name_the_device() {
    let folder = folder();
    let at = folder.path().display();
    papilio(&format!("sweep --table slots --field p32 --sizes 16 --engine cuda --repeat 1 -o {at}/tables")).succeeded();
    let files = names(&folder.path().join("tables"));
    let table = files.iter().find(|name| name.ends_with(".csv")).expect("a table");
    let text = std::fs::read_to_string(folder.path().join("tables").join(table)).expect("text");
    let rows: Vec<_> = text.lines().skip(1).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.split(',').any(|field| field == "cuda")), "{text}");
}

#[test]
fn information_and_the_benchmark_say_that_no_device_is_there() {
    let info = json("info --engine cuda");
    assert!(info["engine"]["device"]["name"].as_str().is_some_and(|name| name.contains("emulated")), "{info}");
    let outcome = papilio("bench engine --engine cuda --set 8192x3 --batch 1 --samples 1 --operation ntt_forward --json");
    let rows = rows(&outcome);
    // With operands on the device, and with their transfers.
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert!(row["engine"] == "emulated" && row["correct"] == true && row["microseconds"].is_null(), "{row}");
    }
}

#[test]
fn times_of_other_libraries_are_rows_beside_ours() {
    let folder = folder();
    let path = folder.path().join("times.json");
    let row = |operation: &str, batch: u32| {
        format!(
            r#"{{"operation":"{operation}","degree":8192,"limbs":3,"batch":{batch},"microseconds":2.5,"peer":"other 1.0"}}"#
        )
    };
    let line =
        format!("bench engine --engine cuda --set 8192x3 --batch 1 --samples 1 --operation add --peers {}", path.display());
    let with = |rows: &str| std::fs::write(&path, format!(r#"{{"version":1,"rows":[{rows}]}}"#)).expect("a file");
    with(&format!("{},{}", row("add", 1), row("add", 8)));
    let outcome = papilio(&format!("{line} --json"));
    assert_eq!(outcome.stderr, "papilio: no row beside add of 8192x3, batch of 8, by other 1.0\n");
    let found = rows(&Outcome { stderr: String::new(), ..outcome });
    let peers: Vec<_> = found.iter().map(|row| (&row["peer"], &row["transfers"])).collect();
    let [cpu, other] = ["cpu", "other 1.0"].map(Value::from);
    assert_eq!(peers, [(&cpu, &Value::Bool(false)), (&other, &Value::Bool(false)), (&cpu, &Value::Bool(true))]);
    assert!(found[1]["peer_microseconds"] == 2.5 && found[1]["ratio"].is_null() && found[1]["correct"] == true, "{}", found[1]);
    let text = papilio(&line).succeeded().stdout.clone();
    assert!(
        text.contains("; other 1.0 2.5") && text.contains("no row beside add of 8192x3, batch of 8, by other 1.0"),
        "{text}"
    );
    with(&row("bootstrap", 1));
    papilio(&line).refused(&[3], &["times.json: row 1: there is no operation \"bootstrap\", but ", "ntt_forward"]);
    std::fs::write(&path, vec![b' '; (1 << 20) + 1]).expect("a file");
    papilio(&line).refused(&[3], &["times.json: more than the limit of 1048576 bytes"]);
    papilio(&line.replace("times", "none")).refused(&[5], &["none.json"]);
    let cpu = papilio(&line.replace("--engine cuda", "--engine cpu"));
    cpu.refused(&[2], &["--peers has times on a GPU"]);
}

#[test]
fn ceilings_of_the_device_are_rows_of_their_own() {
    let outcome = papilio("bench engine --engine cuda --samples 1 --operation ceilings --json");
    let rows = rows(&outcome);
    assert_eq!(rows.len(), 17);
    for row in &rows {
        assert!(row["operation"] == "ceilings" && row["correct"] == true && row["billions_per_second"].is_null(), "{row}");
    }
    let text = papilio("bench engine --engine cuda --samples 1 --operation ceilings").succeeded().stdout.clone();
    assert!(text.contains("ceilings: what the device does at most") && !text.contains("transforms"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("yes")).count(), rows.len(), "{text}");
    let outcome = papilio("bench engine --engine cuda --batch 3 --operation ceilings");
    outcome.refused(&[2], &["--operation ceilings belongs to no set"]);
}
