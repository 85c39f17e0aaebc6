//! `papilio bench bfv` promises a row for each comparison, and no comparison with a wrong result.

#[cfg(unix)]
use crate::common::fake_peer;
use crate::common::{self, Outcome, folder, papilio};
use serde_json::Value;
use std::path::Path;

/// The first fields of a row, in order.
const FIELDS: [&str; 7] = ["set", "operation", "milliseconds", "peer", "peer_milliseconds", "ratio", "correct"];

fn bench(options: &str, peers: &Path) -> Outcome {
    common::bench(&format!("bfv --set n8192-l3 {options}"), peers)
}

fn rows(options: &str, peers: &Path) -> Vec<Value> {
    common::bench_rows(&format!("bfv --set n8192-l3 {options}"), peers)
}

#[test]
fn without_peers_every_operation_is_a_row() {
    let empty = folder();
    let rows = rows("", empty.path());
    assert_eq!(rows.len(), 21);
    for row in rows {
        assert!(row["set"] == "n8192-l3" && row["correct"] == true, "{row}");
        assert!(row["milliseconds"].as_f64().is_some_and(|ms| ms > 0.0), "{row}");
        let absent = ["peer", "peer_milliseconds", "ratio", "peer_correct", "note"];
        assert!(absent.iter().all(|field| row[field].is_null()), "{row}");
        let numbers = ["degree", "primes", "special_primes", "security_bits"].map(|field| row[field].as_u64());
        assert_eq!(numbers, [Some(8192), Some(3), Some(1), Some(192)], "{row}");
    }
}

#[test]
fn the_fields_of_a_row_come_in_the_promised_order() {
    let empty = folder();
    let outcome = bench("--operation add --json", empty.path());
    let line = outcome.stdout.lines().next().expect("a row");
    common::begins_with_fields(line, &FIELDS, "peer_correct");
}

#[test]
fn the_table_has_a_heading_for_the_set_and_a_line_for_each_row() {
    let empty = folder();
    let outcome = bench("--operation negate", empty.path());
    let lines: Vec<_> = outcome.succeeded().stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{outcome:?}");
    assert!(lines[0].contains("ratio") && lines[0].contains("no peers are built"), "{outcome:?}");
    let heading = ["n8192-l3", "N = 8192", "2 primes of 49 bits and 1 special", "log2 PQ = 147.0", "192-bit security"];
    assert!(heading.iter().all(|part| lines[2].contains(part)), "{outcome:?}");
    assert!(lines[3].contains("operation") && lines[4].contains("negate") && lines[4].contains("yes"), "{outcome:?}");
}

#[test]
fn parameters_below_128_bits_are_marked() {
    let empty = folder();
    let outcome = common::bench("bfv --set n16384-l12 --operation add", empty.path());
    assert!(outcome.succeeded().stdout.contains("BELOW 128-bit security"), "{outcome:?}");
}

#[test]
fn names_that_do_not_exist_are_refused_with_those_that_do() {
    let refused = |options: &str, names: &[&str]| {
        let outcome = papilio(&format!("bench bfv {options}"));
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(names.iter().all(|name| outcome.stderr.contains(name)) && outcome.stdout.is_empty(), "{outcome:?}");
    };
    refused("--set nonsense", &["nonsense", "n8192-l3", "n16384-l7", "n16384-l12", "n32768-l12"]);
    refused("--operation nonsense", &["nonsense", "secret_key", "multiply", "switch_down"]);
    assert_eq!(papilio("bench bfv --samples 0").code, Some(2));
    let empty = folder();
    bench("", &empty.path().join("absent")).refused(&[2], &["absent"]);
}

#[cfg(unix)]
#[test]
fn every_peer_that_is_built_has_a_row() {
    let peers = folder();
    for name in ["seal", "lattigo"] {
        let answer =
            format!(r#"{{"peer":"{name} 1.0","operation":"add","milliseconds":1000.0,"correct":true,"note":"by hand"}}"#);
        fake_peer(peers.path(), name, &format!("echo '{answer}'"));
    }
    let rows = rows("--operation add", peers.path());
    assert_eq!(rows.iter().map(|row| row["peer"].as_str()).collect::<Vec<_>>(), [Some("seal 1.0"), Some("lattigo 1.0")]);
    for row in rows {
        let ratio = row["peer_milliseconds"].as_f64().zip(row["milliseconds"].as_f64()).map(|(their, own)| their / own);
        // The ratio is exact up to the decimal digits of the numbers.
        let close = |(a, b): (f64, f64)| (a - b).abs() <= 1e-12 * b;
        assert!(row["ratio"].as_f64().zip(ratio).is_some_and(close), "{row}");
        assert!(row["peer_correct"] == true && row["note"] == "by hand", "{row}");
    }
}

#[cfg(unix)]
#[test]
fn a_wrong_peer_is_named_and_not_compared() {
    let peers = folder();
    let liar = r#"{"peer":"liar 1.0","operation":"add","milliseconds":1.0,"correct":false,"note":null}"#;
    fake_peer(peers.path(), "fhe-rs", &format!("echo '{liar}'"));
    for row in rows("--operation add", peers.path()) {
        assert_eq!((row["correct"].as_bool(), row["peer_correct"].as_bool()), (Some(true), Some(false)), "{row}");
        assert!(row["ratio"].is_null() && row["peer"] == "liar 1.0" && row["peer_milliseconds"] == 1.0, "{row}");
        assert!(row["note"].as_str().is_some_and(|note| note.contains("wrong")), "{row}");
    }
}

#[cfg(unix)]
#[test]
fn a_peer_that_cannot_or_dies_or_confuses_leaves_our_row() {
    let confused = r#"echo '{"peer":"x","operation":"negate","milliseconds":1.0,"correct":true}'"#;
    let answers = [(r#"echo '{"error":"too hard"}'"#, "seal: too hard"), ("exit 1", "seal failed"), (confused, "negate")];
    for (answer, words) in answers {
        let peers = folder();
        fake_peer(peers.path(), "seal", answer);
        for row in rows("--operation add", peers.path()) {
            assert!(row["correct"] == true && row["peer"].is_null() && row["ratio"].is_null(), "{row}");
            assert!(row["note"].as_str().is_some_and(|note| note.contains(words)), "{row}");
        }
    }
}
