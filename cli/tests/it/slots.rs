//! Transforms inside one ciphertext, as scripts call them.

use crate::common::{json, number, papilio};
use serde_json::{Value, json as object};

fn verified(line: &str) -> Value {
    let report = json(&format!("run --layout slots {line}"));
    assert_eq!((&report["verified"], &report["layout"]), (&object!(true), &object!("slots")), "{line}");
    let (predicted, after) =
        (number(&report, "/noise_budget_bits/predicted_after"), number(&report, "/noise_budget_bits/after"));
    assert!(predicted <= after && after - predicted < 8.0, "{line}: {predicted} bits predicted, {after} measured");
    assert!(number(&report, "/security_bits") >= 128.0, "{line}");
    report
}

#[test]
fn the_diagonal_method_has_a_product_an_element_and_one_layer() {
    let report = verified("--random 60 --size 64 --method diagonal");
    let expected = [
        ("field", object!("p32")),
        ("entries", object!(60)),
        ("size", object!(64)),
        ("method", object!("diagonal")),
        ("order", object!("natural")),
        ("recipe", object!([64])),
        ("layers", object!(1)),
    ];
    expected.iter().for_each(|(key, value)| assert_eq!(&report[key], value, "{key}"));
    assert_eq!(number(&report, "/counts/ct_pt_multiplies"), 64.0);
    assert!(number(&report, "/galois_key_bytes") > 1e5 && number(&report, "/seconds/transform") > 0.0);
}

#[test]
fn every_way_there_is() {
    assert_eq!(verified("--random 64 --recipe 8,8 --coset")["recipe"], object!([8, 8]));
    assert_eq!(verified("--random 64 --method factored --inverse --scheme bgv --public-key")["scheme"], "bgv");
    let many = verified("--random 500 --size 64 --interleaved --field goldilocks");
    assert!(number(&many, "/vectors") > 1.0 && many["arrangement"] == "interleaved");
    let encoded = verified("--random 4096 --method encoded --inverse --coset");
    assert_eq!((&encoded["layers"], &encoded["galois_key_bytes"]), (&object!(0), &object!(0)));
}

#[test]
fn a_plan_names_its_keys_before_they_are_made() {
    let plan = json("plan --layout slots --field bn254 --size 32768 --method diagonal");
    assert_eq!((&plan["recipe"], &plan["security_bits"]), (&object!([32768]), &object!(128)));
    assert!(number(&plan, "/galois_key_bytes") < 2e9 && number(&plan, "/predicted/memory_bytes") < 8e9);
    let text = papilio("plan --layout slots --field bn254 --size 1024");
    assert!(text.succeeded().stdout.contains("rotation keys"), "{text:?}");
}

#[test]
fn what_cannot_be_is_refused_with_its_numbers() {
    let refused = |line: &str, code: i32, words: &[&str]| {
        let outcome = papilio(line);
        assert_eq!(outcome.code, Some(code), "{line}: {outcome:?}");
        words.iter().for_each(|word| assert!(outcome.stderr.contains(word), "{line}: {}", outcome.stderr));
    };
    refused("run --layout slots --random 10 --size 12", 2, &["--size 12", "power of two"]);
    refused("run --layout slots --random 100 --size 64", 2, &["100 entries", "64"]);
    refused("run --layout slots --random 64 --rate 2", 2, &["--rate"]);
    refused("run --layout slots --random 64 --recipe 4,4", 2, &["[4, 4]", "64"]);
    refused("run --layout slots --random 64 --key-limit 1K", 4, &["1024"]);
    refused("run --layout slots --field bn254 --random 64 --ring-degree 4096", 4, &["4096", "106"]);
    refused("run --layout columns --random 64 --method diagonal", 2, &["--method", "--layout slots"]);
    refused("run --random 64 --size 64", 2, &["--size", "--layout slots"]);
}

#[test]
fn a_sweep_writes_its_table_and_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display();
    let report = json(&format!("sweep --table slots --field p32 --sizes 16,32 --engine cpu -o {out}"));
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["diagonal"]["verified"] == true && row["factored"]["layers"] != 1));
    let csv = std::fs::read_to_string(folder.path().join("slots.csv")).expect("a table");
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.lines().skip(1).all(|row| row.split(',').any(|field| field == "cpu")), "{csv}");
    for name in ["slots.svg", "slots.png"] {
        assert!(folder.path().join(name).metadata().expect("a picture").len() > 1000, "{name}");
    }
}
