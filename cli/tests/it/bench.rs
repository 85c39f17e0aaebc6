//! `papilio bench ntt` promises a row for each comparison, and no comparison with a wrong answer.

#[cfg(unix)]
use crate::common::fake_peer;
use crate::common::{self, Outcome, folder, papilio};
use serde_json::Value;
use std::path::Path;

/// The first fields of a row, in order.
const FIELDS: [&str; 10] =
    ["field", "n", "direction", "kernel", "nanoseconds", "bound_nanoseconds", "peer", "peer_nanoseconds", "ratio", "correct"];

fn bench(options: &str, peers: &Path) -> Outcome {
    common::bench(&format!("ntt {options}"), peers)
}

fn rows(options: &str, peers: &Path) -> Vec<Value> {
    common::bench_rows(&format!("ntt {options}"), peers)
}

#[test]
fn without_peers_every_direction_is_a_row() {
    let empty = folder();
    let rows = rows("--field falcon", empty.path());
    let named: Vec<_> = rows.iter().map(|row| (row["n"].as_u64(), row["direction"].as_str())).collect();
    let expected = [512, 1024].map(|n| [(Some(n), Some("forward")), (Some(n), Some("inverse"))]);
    assert_eq!(named, expected.as_flattened());
    for row in rows {
        assert_eq!(row["correct"], true, "{row}");
        assert!(row["nanoseconds"].as_f64().is_some_and(|ns| ns > 0.0) && row["kernel"].is_string(), "{row}");
        assert!(["peer", "peer_nanoseconds", "ratio", "peer_correct"].iter().all(|field| row[field].is_null()), "{row}");
    }
}

#[test]
fn the_fields_of_a_row_come_in_the_promised_order() {
    let empty = folder();
    let outcome = bench("--field ml-dsa --json", empty.path());
    let line = outcome.stdout.lines().next().expect("a row");
    common::begins_with_fields(line, &FIELDS, "modulus");
}

#[test]
fn every_transform_of_small_size_is_correct() {
    let empty = folder();
    for field in ["p30", "p50", "p60", "p61"] {
        assert!(rows(&format!("--field {field} --n 1024"), empty.path()).iter().all(|row| row["correct"] == true));
    }
    for field in ["p51", "ml-dsa", "ml-kem"] {
        assert!(rows(&format!("--field {field}"), empty.path()).iter().all(|row| row["correct"] == true));
    }
}

#[test]
fn the_table_has_a_line_for_each_row() {
    let empty = folder();
    let outcome = bench("--field ml-kem", empty.path());
    let lines: Vec<_> = outcome.succeeded().stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{outcome:?}");
    assert!(lines[0].contains("GHz") && lines[1].contains("ratio") && lines[2].contains("forward"), "{outcome:?}");
}

#[test]
fn filters_that_nothing_passes_are_refused() {
    let empty = folder();
    bench("--field nonsense", empty.path()).refused(&[2], &["nonsense", "p50", "bn254"]);
    bench("--field falcon --n 7", empty.path()).refused(&[2], &["length 7", "512, 1024"]);
    bench("", &empty.path().join("absent")).refused(&[2], &["absent"]);
    assert_eq!(papilio("bench ntt --samples 0").code, Some(2));
}

#[cfg(unix)]
#[test]
fn a_wrong_peer_is_named_and_not_compared() {
    let peers = folder();
    let liar = r#"{"peer":"liar 1.0","nanoseconds":1.0,"digest":"00","round_trip":false}"#;
    fake_peer(peers.path(), "pqclean", &format!("echo '{liar}'"));
    for row in rows("--field ml-kem", peers.path()) {
        assert_eq!((row["correct"].as_bool(), row["peer_correct"].as_bool()), (Some(true), Some(false)), "{row}");
        assert!(row["ratio"].is_null() && row["peer"] == "liar 1.0", "{row}");
        assert!(row["note"].as_str().is_some_and(|note| note.contains("wrong")), "{row}");
    }
}

/// Who of the two is wrong cannot be told, so that the row is not to be trusted.
#[cfg(unix)]
#[test]
fn an_invertible_peer_with_other_values_is_a_failure() {
    let peers = folder();
    let other = r#"{"peer":"other 1.0","nanoseconds":1.0,"digest":"00","round_trip":true}"#;
    fake_peer(peers.path(), "pqclean", &format!("echo '{other}'"));
    let outcome = bench("--field ml-kem --json", peers.path());
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains("ml-kem at 256"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn a_peer_that_cannot_or_dies_leaves_our_row() {
    for (answer, word) in [(r#"echo '{"unsupported":"too hard"}'"#, "too hard"), ("exit 1", "pqclean failed")] {
        let peers = folder();
        fake_peer(peers.path(), "pqclean", answer);
        for row in rows("--field ml-kem", peers.path()) {
            assert!(row["correct"] == true && row["peer"].is_null() && row["ratio"].is_null(), "{row}");
            assert!(row["note"].as_str().is_some_and(|note| note.contains(word)), "{row}");
        }
    }
}
