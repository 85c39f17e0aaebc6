//! `papilio bench engine` promises a row for each operation and batch, and words that are compared.

use crate::common::{Outcome, finish, papilio, program};
use serde_json::{Value, json as object};

/// The fields of a row, in order.
const FIELDS: [&str; 13] = [
    "operation",
    "degree",
    "limbs",
    "batch",
    "engine",
    "arithmetic",
    "microseconds",
    "bound_microseconds",
    "transfers",
    "peer",
    "peer_microseconds",
    "ratio",
    "correct",
];

const OPERATIONS: [&str; 12] = [
    "ntt_forward",
    "ntt_inverse",
    "polynomial_product",
    "add",
    "tensor",
    "multiply",
    "relinearize",
    "rotate",
    "hoisted_rotations",
    "modulus_switch",
    "base_conversion",
    "multiply_plain",
];

fn bench(options: &str) -> Outcome {
    papilio(&format!("bench engine --engine cpu --set 8192x3 --samples 1 {options}"))
}

fn rows(options: &str) -> Vec<Value> {
    let outcome = bench(&format!("{options} --json"));
    outcome.succeeded().stdout.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn every_operation_is_a_row_of_the_processor() {
    let rows = rows("--batch 2");
    assert_eq!(rows.iter().map(|row| row["operation"].clone()).collect::<Vec<_>>(), OPERATIONS);
    let kernels: Vec<Value> = crate::common::json("info")["registry"].as_array().expect("rows").clone();
    for row in rows {
        assert_eq!([&row["degree"], &row["limbs"], &row["batch"]], [&object!(8192), &object!(3), &object!(2)], "{row}");
        assert!(row["correct"] == true && row["engine"] == "cpu" && row["transfers"] == false, "{row}");
        assert!(row["microseconds"].as_f64().is_some_and(|time| time > 0.0), "{row}");
        assert!(kernels.iter().any(|kernel| kernel["name"] == row["arithmetic"]), "{row}");
        let absent = ["bound_microseconds", "peer", "peer_microseconds", "ratio"];
        assert!(absent.iter().all(|field| row[field].is_null()), "{row}");
    }
}

#[test]
fn the_fields_of_a_row_come_in_the_promised_order() {
    let outcome = bench("--operation add --batch 1 --json");
    crate::common::begins_with_fields(outcome.stdout.lines().next().expect("a row"), &FIELDS, "special_primes");
}

#[test]
fn batches_are_one_eight_and_sixty_four() {
    let batches: Vec<_> = rows("--operation add").iter().map(|row| row["batch"].as_u64()).collect();
    assert_eq!(batches, [Some(1), Some(8), Some(64)]);
}

#[test]
fn the_table_has_a_heading_and_a_line_for_each_row() {
    let outcome = bench("--operation multiply --batch 1");
    let lines: Vec<_> = outcome.succeeded().stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{outcome:?}");
    assert!(lines[0].contains("CPU alone; no GPU is used: the CPU is asked for"), "{outcome:?}");
    assert!(lines[2].contains("8192x3: N = 8192, 3 primes of operands and 1 special"), "{outcome:?}");
    assert!(lines[3].contains("correct") && lines[4].contains("multiply") && lines[4].contains("yes"), "{outcome:?}");
}

#[test]
fn names_that_do_not_exist_are_refused_with_those_that_do() {
    let refused = |options: &str, names: &[&str]| {
        let outcome = papilio(&format!("bench engine {options}"));
        assert_eq!((outcome.code, &*outcome.stdout), (Some(2), ""), "{outcome:?}");
        assert!(names.iter().all(|name| outcome.stderr.contains(name)), "{outcome:?}");
    };
    refused("--set 4096x3", &["4096x3", "8192x3", "16384x12", "32768x12"]);
    refused("--operation ntt", &["ntt", "ntt_forward", "hoisted_rotations", "multiply_plain"]);
    refused("--engine gpu", &["gpu", "cpu, cuda, auto"]);
    refused("--batch 0", &["0", "--batch"]);
    refused("--samples 0", &["0", "--samples"]);
    // Transforms of no set.
    refused("--operation columns --batch 8", &["--operation columns belongs to no set"]);
    refused("--operation bn254 --set 8192x3", &["--operation bn254 belongs to no set"]);
    refused("--operation baby_bear --engine cpu", &["--operation baby_bear is measured beside a GPU alone", "CPU"]);
}

#[test]
fn a_device_that_is_asked_for_is_measured_or_an_error() {
    let outcome = papilio("bench engine --engine cuda --set 8192x3 --samples 1 --batch 1 --operation add --json");
    let reason = crate::common::json("info")["engine"]["no_device"].as_str().map(str::to_owned);
    match reason {
        Some(reason) => outcome.refused(&[2], &["--engine cuda: no GPU is used", &reason]),
        None => {
            let lines = outcome.succeeded().stdout.lines();
            let rows: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("a row")).collect();
            assert_eq!(rows.iter().map(|row| row["transfers"].clone()).collect::<Vec<_>>(), [false, true]);
            assert!(rows.iter().all(|row| row["engine"] == "cuda" && row["correct"] == true), "{rows:?}");
        }
    }
    // The environment says the same, and the option has the last word.
    let outcome = finish(
        program()
            .env("PAPILIO_ENGINE", "cuda")
            .args("bench engine --engine cpu --set 8192x3 --samples 1 --batch 1 --operation add --json".split_whitespace()),
    );
    assert_eq!(outcome.object("a row of the processor")["engine"], "cpu");
}
