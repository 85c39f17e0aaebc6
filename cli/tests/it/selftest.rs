//! The checks that a user can run on an installation.

use crate::common::{json, number, papilio, program};
use serde_json::Value;

/// Kernels as the program lists them, with the bits of their words.
fn kernels(report: &Value) -> Vec<(&str, u64)> {
    let kernels = report["kernels"].as_array().expect("kernels");
    kernels.iter().map(|one| (one["kernel"].as_str().expect("a name"), one["word_bits"].as_u64().expect("bits"))).collect()
}

/// The kernels that this processor must have, of words of 64 and fewer bits, the preferred first.
fn expected() -> Vec<(&'static str, u64)> {
    let mut found = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        let avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
        let ifma = avx512 && is_x86_feature_detected!("avx512ifma");
        let avx2 = is_x86_feature_detected!("avx2");
        let fma = avx2 && is_x86_feature_detected!("fma");
        let great = [("avx512ifma", 64, ifma), ("avx512", 64, avx512), ("avx512dq", 64, avx512)];
        let rows = [("avx2fma", 64, fma), ("avx2", 64, avx2), ("scalar", 64, true)];
        let short = |bits| [("avx512", bits, avx512), ("avx2", bits, avx2), ("scalar", bits, true)];
        found.extend(great.into_iter().chain(rows).chain(short(32)).chain(short(16)));
    }
    #[cfg(target_arch = "aarch64")]
    found.extend([("neon", 64, true), ("scalar", 64, true), ("neon", 32, true), ("scalar", 32, true), ("scalar", 16, true)]);
    found.into_iter().filter(|row| row.2).map(|(name, bits, _)| (name, bits)).collect()
}

#[test]
fn kernels_agree_with_the_definition() {
    let report = json("selftest kernels --seed 7");
    assert_eq!(report["mismatches"], 0, "{report}");
    for work in ["transforms", "vectors", "stages", "refusals"] {
        assert!(number(&report, &format!("/{work}")) > 100.0, "{work}: {report}");
    }
    assert_eq!(kernels(&report), expected(), "{report}");
    for kernel in report["kernels"].as_array().expect("kernels") {
        // Few lengths have a prime of 15 bits.
        let least = if kernel["word_bits"] == 16 { 50.0 } else { 100.0 };
        assert!(number(kernel, "/transforms") > least && number(kernel, "/vectors") > 1000.0, "{kernel}");
        assert!(kernel["word_bits"] != 64 || number(kernel, "/stages") > 100.0, "{kernel}");
    }
}

#[test]
fn kernels_are_those_that_were_asked_for() {
    let outcome = crate::common::finish(program().args(["selftest", "kernels", "--json"]).env("PAPILIO_KERNEL", "scalar"));
    assert_eq!(kernels(&outcome.object("selftest kernels")), [("scalar", 64), ("scalar", 32), ("scalar", 16)]);
}

#[test]
fn circuits_are_never_wrong() {
    // Every set of parameters of BFV and BGV has four circuits among these.
    let report = json("selftest circuits --count 92 --seed 3");
    assert_eq!((&report["wrong"], &report["optimistic"]), (&0.into(), &0.into()), "{report}");
    for (count, least) in
        [("circuits", 92.0), ("operations", 650.0), ("decryptions", 300.0), ("inner_sums", 15.0), ("foreign_operands", 60.0)]
    {
        assert!(number(&report, &format!("/{count}")) >= least, "{count}: {report}");
    }
    assert!(number(&report, "/refused") > 0.0 && number(&report, "/mean_slack_bits") < 3.0, "{report}");
    let kinds = |report: &Value| ["BFV sum", "BGV sum", "CKKS fresh"].iter().all(|kind| report["slack"].get(kind).is_some());
    assert!(kinds(&report), "{report}");
    let report = json("selftest circuits --count 72 --seed 3 --schemes ckks");
    assert_eq!((&report["wrong"], &report["optimistic"], &report["circuits"]), (&0.into(), &0.into(), &72.into()), "{report}");
    let slack = report["slack"].as_object().expect("slack by operation");
    assert!(slack.keys().all(|name| name.starts_with("CKKS")), "{report}");
    assert!(number(&report, "/slack/CKKS fresh/results") > 10.0, "{report}");
    // Where no noise can cancel out, predictions are within 3 bits but for one result in a hundred.
    let exact = slack.iter().filter(|(name, _)| !name.ends_with("may cancel"));
    let [results, far] =
        exact.fold([0.0; 2], |[results, far], (_, row)| [results + number(row, "/results"), far + number(row, "/far")]);
    assert!(results > 200.0 && 100.0 * far <= results, "{far} of {results}: {report}");
}

#[test]
fn files_of_every_kind_are_read_back_and_damage_is_refused() {
    let report = json("selftest files");
    assert_eq!(
        (&report["files"], &report["accepted"], &report["failures"]),
        (&13.into(), &0.into(), &Value::Array(Vec::new()))
    );
    assert!(number(&report, "/damages") > 2000.0 && report["damages"] == report["refused"], "{report}");
}

/// The statistics report and do not decide: whatever the times, the exit code is 0.
#[test]
fn timing_reports_every_operation() {
    let report = json("selftest timing --samples 200 --series 1");
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!((&report["samples"], &report["series"], &report["controls"]), (&200.into(), &1.into(), &2.into()));
    for wanted in ["control", "sampling", "secret key", "relinearization key", "public key", "decryption", "addition"] {
        let named = |row: &&Value| row["operation"].as_str().is_some_and(|name| name.contains(wanted));
        assert!(rows.iter().any(|row| named(&row)), "{wanted}: {report}");
    }
    assert!(rows.iter().all(|row| row["t"].as_array().is_some_and(|t| t.len() == 1)), "{report}");
}

#[test]
fn too_few_samples_are_no_statistics() {
    let outcome = papilio("selftest timing --samples 199");
    assert!(outcome.code == Some(2) && outcome.stderr.contains("199"), "{outcome:?}");
}
