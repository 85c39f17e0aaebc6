//! `papilio bench fft` promises a row for each comparison, and no comparison with a wrong answer.

#[cfg(unix)]
use crate::common::fake_peer;
use crate::common::{self, finish, folder, program};
use serde_json::Value;
use std::path::Path;

/// The first fields of a row, in order.
const FIELDS: [&str; 9] =
    ["n", "direction", "kernel", "nanoseconds", "bound_nanoseconds", "peer", "peer_nanoseconds", "ratio", "correct"];

fn rows(options: &str, peers: &Path) -> Vec<Value> {
    common::bench_rows(&format!("fft {options}"), peers)
}

#[test]
fn without_peers_every_order_and_direction_is_a_row() {
    let empty = folder();
    let rows = rows("", empty.path());
    let named: Vec<_> = rows.iter().map(|row| [&row["n"], &row["order"], &row["direction"]].map(Value::to_string)).collect();
    let orders = ["\"any\"", "\"natural\""].into_iter();
    let ways = orders.flat_map(|order| ["\"forward\"", "\"inverse\""].map(|direction| (order, direction)));
    let lengths = (7..=16).map(|log| (1 << log).to_string());
    let expected = lengths.flat_map(|n| ways.clone().map(move |(order, way)| [n.clone(), order.to_owned(), way.to_owned()]));
    assert_eq!(named, expected.collect::<Vec<_>>());
    for row in rows {
        assert_eq!(row["correct"], true, "{row}");
        assert!(row["nanoseconds"].as_f64().is_some_and(|ns| ns > 0.0) && row["kernel"].is_string(), "{row}");
        assert!(["value_error", "inverse_error"].iter().all(|error| row[error].as_f64().is_some_and(|x| x > 0.0)), "{row}");
        let theirs = ["peer", "peer_nanoseconds", "ratio", "peer_value_error", "peer_inverse_error", "peer_correct", "note"];
        assert!(theirs.iter().all(|field| row[field].is_null()), "{row}");
    }
}

#[test]
fn the_fields_of_a_row_come_in_the_promised_order() {
    let empty = folder();
    let outcome = common::bench("fft --n 128 --json", empty.path());
    common::begins_with_fields(outcome.stdout.lines().next().expect("a row"), &FIELDS, "value_error");
}

#[test]
fn the_table_has_a_line_for_each_row() {
    let empty = folder();
    let outcome = common::bench("fft --n 128", empty.path());
    let lines: Vec<_> = outcome.succeeded().stdout.lines().collect();
    assert_eq!(lines.len(), 6, "{outcome:?}");
    assert!(lines[0].contains("GHz") && lines[0].contains("no peers are built"), "{outcome:?}");
    assert!(lines[1].contains("error") && lines[2].contains("forward") && lines[5].contains("natural"), "{outcome:?}");
}

#[test]
fn a_kernel_can_be_forced() {
    let empty = folder();
    let peers = empty.path().display().to_string();
    let words = ["bench", "fft", "--n", "512", "--samples", "1", "--json", "--peers", &peers];
    let outcome = finish(program().env("PAPILIO_KERNEL", "scalar").args(words));
    for line in outcome.succeeded().stdout.lines() {
        let row: Value = serde_json::from_str(line).expect("an object");
        assert!(row["kernel"] == "scalar" && row["correct"] == true, "{row}");
    }
}

#[test]
fn lengths_without_a_row_are_refused() {
    let empty = folder();
    for n in ["1000", "64", "131072", "0"] {
        let outcome = common::bench(&format!("fft --n {n}"), empty.path());
        outcome.refused(&[2], &[&format!("length {n}"), "128, 256,", "32768, 65536"]);
    }
    common::bench("fft", &empty.path().join("absent")).refused(&[2], &["absent"]);
    assert_eq!(common::papilio("bench fft --samples 0").code, Some(2));
    assert_eq!(common::papilio("bench fft --n many").code, Some(2));
}

#[cfg(unix)]
#[test]
fn every_peer_that_is_built_has_a_row() {
    let peers = folder();
    for name in ["tfhe-fft", "rustfft"] {
        let answer =
            format!(r#"{{"peer":"{name} 1.0","nanoseconds":1e6,"value_error":1.0,"inverse_error":1.0,"note":"no twist"}}"#);
        fake_peer(peers.path(), name, &format!("echo '{answer}'"));
    }
    let named = |n: &str| {
        let rows = rows(&format!("--n {n}"), peers.path());
        for row in &rows {
            assert!(row["correct"] == true && row["peer_correct"] == true && row["note"] == "no twist", "{row}");
            let ratio = row["peer_nanoseconds"].as_f64().zip(row["nanoseconds"].as_f64()).map(|(their, own)| their / own);
            // The ratio is exact up to the decimal digits of the numbers.
            let close = |(a, b): (f64, f64)| (a - b).abs() <= 1e-12 * b;
            assert!(row["ratio"].as_f64().zip(ratio).is_some_and(close), "{row}");
        }
        rows.iter().map(|row| row["peer"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let both = ["tfhe-fft 1.0", "tfhe-fft 1.0", "rustfft 1.0", "rustfft 1.0"];
    assert_eq!(named("1024"), [both, both].as_flattened());
    // Longer ones of tfhe-fft have no natural order.
    assert_eq!(named("2048"), [&both[..], &both[2..]].concat());
}

#[cfg(unix)]
#[test]
fn a_wrong_peer_is_named_and_not_compared() {
    for (value, inverse, fault) in [("1e12", "1.0", "values are wrong"), ("1.0", "1e12", "inverse does not")] {
        let peers = folder();
        let liar =
            format!(r#"{{"peer":"liar 1.0","nanoseconds":1.0,"value_error":{value},"inverse_error":{inverse},"note":"fast"}}"#);
        fake_peer(peers.path(), "rustfft", &format!("echo '{liar}'"));
        for row in rows("--n 256", peers.path()) {
            assert_eq!((row["correct"].as_bool(), row["peer_correct"].as_bool()), (Some(true), Some(false)), "{row}");
            assert!(row["ratio"].is_null() && row["peer"] == "liar 1.0", "{row}");
            assert!(row["note"].as_str().is_some_and(|note| note.contains(fault)), "{row}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_peer_that_cannot_or_dies_leaves_our_row() {
    let nonsense = r#"echo '{"peer":"x","nanoseconds":1.0,"value_error":null,"inverse_error":1.0}'"#;
    let answers = [(r#"echo '{"unsupported":"too long"}'"#, "too long"), ("exit 1", "failed"), (nonsense, "failed")];
    for (answer, words) in answers {
        let peers = folder();
        fake_peer(peers.path(), "tfhe-fft-avx2", answer);
        for row in rows("--n 128", peers.path()) {
            assert!(row["correct"] == true && row["peer"].is_null() && row["ratio"].is_null(), "{row}");
            assert!(row["note"].as_str().is_some_and(|note| note.contains(words)), "{row}");
        }
    }
}
