//! The program's promises to scripts that call it.

use crate::common::{finish, json, number, papilio, program};
use proptest::prelude::*;
use serde_json::{Value, json as object};
use std::process::Stdio;

/// A run that must be verified, with its prediction of the noise borne out.
fn verified(line: &str) -> Value {
    let report = json(&format!("run {line}"));
    assert_sound(line, &report);
    report
}

fn assert_sound(line: &str, report: &Value) {
    assert_eq!(report["verified"], true, "{line}");
    let (predicted, after) = (number(report, "/noise_budget_bits/predicted_after"), number(report, "/noise_budget_bits/after"));
    assert!(predicted <= after && after - predicted < 8.0, "{line}: {predicted} bits predicted, {after} measured");
    // Fresh noise is measured on a sample, and a single layer with one input present adds nothing
    // to it.
    assert!(number(report, "/noise_budget_bits/fresh") > after - 1.0, "{line}");
    assert_eq!((&report["counts"]["rotations"], &report["counts"]["key_switches"]), (&object!(0), &object!(0)), "{line}");
}

#[test]
fn the_demonstration_verifies() {
    let report = json("demo");
    assert_sound("demo", &report);
    assert_eq!((&report["field"], &report["layout"]), (&object!("p32"), &object!("columns")));
    assert!(number(&report, "/entries") > 1000.0 && number(&report, "/security_bits") >= 128.0);
    let text = papilio("demo");
    assert!(text.succeeded().stdout.contains("VERIFIED"), "{text:?}");
}

#[test]
fn a_run_reports_every_promised_key() {
    let report = verified("--random 5570 --seed 1 --field p32 --layout columns --recipe 4,4,8 --evaluator dense");
    let expected = object!({
        "field": "p32", "entries": 5570, "lanes": 64, "columns": 128, "layout": "columns", "recipe": [4, 4, 8], "layers": 3, "evaluator": "dense",
    });
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&report[key], value, "{key}");
    }
    let counts = &report["counts"];
    assert_eq!(
        (&counts["ct_pt_multiplies"], &counts["ct_ct_additions"], &counts["rotations"], &counts["key_switches"]),
        (&object!(2048), &object!(1664), &object!(0), &object!(0))
    );
    assert!(number(&report, "/counts/distinct_products") <= 2048.0);
    for key in ["ring_degree", "modulus_bits", "limbs", "ciphertext_bytes", "peak_memory_bytes", "threads"] {
        assert!(number(&report, &format!("/{key}")) > 0.0, "{key}");
    }
    for step in ["keygen", "encrypt", "transform", "decrypt", "verify"] {
        assert!(number(&report, &format!("/seconds/{step}")) > 0.0, "{step}");
    }
    assert!(number(&report, "/security_bits") >= 128.0);
    assert!(report["kernel"].is_string());
}

#[test]
fn operation_counts_of_the_published_rows_are_exact() {
    let rows = [
        (5_570, 128, [(16_384_u64, 16_256_u64), (3_072, 2_816), (2_048, 1_664), (2_816, 2_304), (2_048, 1_408)]),
        (22_280, 256, [(65_536, 65_280), (8_192, 7_680), (6_144, 5_376), (4_096, 3_072), (6_144, 4_864)]),
    ];
    for (entries, columns, counts) in rows {
        for (depth, (multiplies, additions)) in (1..).zip(counts) {
            let shape = format!("--layout columns --depth {depth} --evaluator dense");
            let mut reports = vec![json(&format!("plan --size {entries} {shape}"))];
            if matches!((entries, depth), (5_570, 1) | (22_280, 5)) {
                reports.push(verified(&format!("--random {entries} {shape}")));
            }
            for report in reports {
                let found = (
                    &report["columns"],
                    &report["layers"],
                    &report["counts"]["ct_pt_multiplies"],
                    &report["counts"]["ct_ct_additions"],
                );
                let expected = (&object!(columns), &object!(depth), &object!(multiplies), &object!(additions));
                assert_eq!(found, expected, "{entries} {shape}");
            }
        }
    }
}

#[test]
fn every_option_is_verified_over_every_field() {
    let options = [
        "",
        "--inverse",
        "--coset",
        "--inverse --coset",
        "--rate 2",
        "--rate 4 --coset",
        "--rate 8",
        "--layout columns",
        "--layout blocked",
        "--packing slots",
        "--public-key",
        "--full-modulus",
        "--evaluator dense",
        "--layout blocked --rate 4 --coset --packing slots --public-key",
        "--layout blocked --inverse --coset --full-modulus --evaluator dense",
        "--layout columns --rate 2 --evaluator dense --public-key",
    ];
    // Every option over a field of a word and, shared out, over those of four; every third one over
    // another of a word.
    let fields =
        [("p32", 300, 1, 0), ("bn254", 60, 3, 0), ("goldilocks", 300, 3, 0), ("bls12-381", 40, 3, 1), ("stark252", 40, 3, 2)];
    for (field, entries, step, first) in fields {
        for options in options.into_iter().skip(first).step_by(step) {
            let report = verified(&format!("--random {entries} --seed 5 --field {field} {options}"));
            assert_eq!((&report["field"], &report["entries"]), (&object!(field), &object!(entries)), "{options}");
            assert!(number(&report, "/security_bits") >= 128.0, "{field} {options}");
        }
    }
}

#[test]
fn a_rate_pads_the_columns_and_saves_products() {
    let whole = verified("--random 5570 --layout columns --evaluator dense --recipe 4,4,8");
    let padded = verified("--random 5570 --layout columns --evaluator dense --recipe 4,4,8 --rate 1");
    assert_eq!(whole["counts"], padded["counts"]);
    let padded = verified("--random 5570 --layout columns --evaluator dense --recipe 8,8,8 --rate 4");
    assert_eq!(padded["columns"], 512);
    assert!(number(&padded, "/counts/ct_pt_multiplies") < 512.0 * 24.0, "absent columns are multiplied");
}

#[test]
fn less_security_is_given_only_when_asked_for_and_then_reported() {
    let line = "--random 300 --ring-degree 4096 --layout columns --recipe 2,2,2,4";
    papilio(&format!("run {line}")).refused(&[4], &["128-bit security"]);
    assert_eq!(verified(&format!("{line} --insecure"))["security_bits"], 0);
}

#[test]
fn the_built_in_circuit_is_the_default_witness() {
    let report = verified("--levels 2 --seed 9");
    assert_eq!(report["field"], "p32");
    assert_eq!(verified("--levels 2 --seed 9")["entries"], report["entries"]);
}

#[test]
fn a_plan_for_the_largest_published_size_is_printed() {
    let plan = json("plan --size 2250280 --field p32");
    assert_eq!((&plan["entries"], &plan["columns"], &plan["field"]), (&object!(2_250_280), &object!(4096), &object!("p32")));
    assert!(number(&plan, "/security_bits") >= 128.0 && number(&plan, "/predicted/after_budget_bits") > 0.0);
    assert!(number(&plan, "/predicted/transform_core_seconds") > 0.0);
    assert!(plan["runners_up"].as_array().is_some_and(|others| !others.is_empty()));
}

#[test]
fn parameters_for_a_circuit_come_with_reasons() {
    let line = "plan params --plain-bits 254 --depth 2 --degree auto --security 128";
    let advice = json(line);
    let (modulus, key, limit) =
        (number(&advice, "/log2_modulus"), number(&advice, "/log2_key_modulus"), number(&advice, "/limit"));
    assert!(modulus > 3.0 * 254.0 && modulus < key && key <= limit, "{advice}");
    assert_eq!((&advice["ring_degree"], &advice["security_bits"]), (&object!(32_768), &object!(128)));
    assert!(number(&advice, "/predicted_budget_bits") > 0.0);
    let primes = |key: &str| advice["literal"][key].as_array().map(Vec::len);
    assert!(primes("moduli") > Some(15) && primes("special") >= Some(1), "{advice}");
    assert_eq!((&advice["literal"]["log_degree"], &advice["literal"]["insecure"]), (&object!(15), &object!(false)));
    let text = papilio(line).succeeded().stdout.clone();
    for reason in advice["reasons"].as_array().expect("reasons") {
        assert!(text.contains(reason.as_str().expect("text")), "{reason} in {text}");
    }
}

#[test]
fn parameters_follow_field_degree_security_and_rotations() {
    let advice = json("plan params --field p32 --depth 1 --degree 16384 --security 192");
    let expected = object!({
        "field": "p32", "slots": true, "plain_bits": 32, "depth": 1, "circuit": ["rotate", "multiply", "rotate"],
        "ring_degree": 16_384, "limit": 297,
    });
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&advice[key], value, "{key}");
    }
    assert!(number(&advice, "/security_bits") >= 192.0);
    let linear = json("plan params --plain-bits 64 --depth 0 --no-rotations");
    assert_eq!((&linear["literal"]["special"], &linear["slots"]), (&object!([]), &Value::Null));
    assert_eq!(json("plan params --plain-bits 254 --field bn254 --depth 1")["field"], "bn254");
    let inner = json("plan params --field p32 --circuit multiply,inner-sum,add:8,linear:64");
    assert_eq!(inner["circuit"], object!(["multiply", "inner-sum", "add:8", "linear:64"]));
    assert_eq!(inner["predicted_budgets_bits"].as_array().map(Vec::len), Some(5));
    assert!(number(&inner, "/predicted_budget_bits") > 0.25);
}

#[test]
fn approximate_parameters_come_with_their_sizes() {
    let line = "plan params --scheme ckks --depth 7 --precision 20 --terms 1";
    let advice = json(line);
    let expected = object!({"scheme": "ckks", "depth": 7, "terms": 1, "precision_bits": 20, "bound": 1.0, "slots": 1});
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&advice[key], value, "{key}");
    }
    assert!(number(&advice, "/security_bits") >= 128.0);
    assert!((20.0..22.0).contains(&number(&advice, "/predicted_precision_bits")), "{advice}");
    assert_eq!(advice["predicted_precisions_bits"].as_array().map(Vec::len), Some(8));
    assert!(number(&advice, "/log2_key_modulus") <= number(&advice, "/limit"));
    let literal = &advice["literal"];
    let (levels, specials) = (number(literal, "/levels"), literal["log_p"].as_array().map_or(0, Vec::len) as f64);
    let degree = number(&advice, "/ring_degree");
    assert_eq!((levels, number(literal, "/log_degree").exp2()), (7.0, degree));
    assert_eq!(number(&advice, "/ciphertext_bytes"), 2.0 * 8.0 * degree * 8.0, "seven levels and a base");
    let digits = (8.0 / specials).ceil();
    assert_eq!(number(&advice, "/key_bytes"), 2.0 * digits * (8.0 + specials) * degree * 8.0);
    let text = papilio(line).succeeded().stdout.clone();
    for reason in advice["reasons"].as_array().expect("reasons") {
        assert!(text.contains(reason.as_str().expect("text")), "{reason} in {text}");
    }
    let wide =
        json("plan params --scheme ckks --depth 2 --precision 10 --bound 1000 --slots 16384 --no-rotations --security 192");
    assert_eq!(wide["ring_degree"], object!(32_768));
    assert!(number(&wide, "/security_bits") >= 192.0);
    assert_eq!(json("plan params --scheme ckks --depth 0 --precision 10 --no-rotations")["key_bytes"], Value::Null);
}

#[test]
fn a_run_executes_what_the_plan_shows() {
    let options = "--field goldilocks --ring-degree 8192 --layout columns";
    let (plan, report) = (json(&format!("plan --size 900 {options}")), verified(&format!("--random 900 {options}")));
    for key in ["recipe", "limb_schedule", "ring_degree", "modulus_bits", "counts", "columns", "lanes", "kernel", "layout"] {
        assert_eq!(plan[key], report[key], "{key}");
    }
}

/// The kernels that this processor can run, by its features.
fn expected_kernels() -> Vec<&'static str> {
    let mut names = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            names.push("avx2");
            if is_x86_feature_detected!("fma") {
                names.push("avx2fma");
            }
        }
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
            names.extend(["avx512", "avx512dq"]);
            if is_x86_feature_detected!("avx512ifma") {
                names.push("avx512ifma");
            }
        }
    }
    names.push("scalar");
    names
}

#[test]
fn every_available_kernel_computes_the_same() {
    let info = json("info");
    let registry = info["registry"].as_array().expect("rows");
    let registry: Vec<_> = registry.iter().filter(|row| row["word_bits"] == 64).collect();
    let available = |row: &&&Value| row["available"] == true;
    let mut names: Vec<&str> = registry.iter().filter(available).map(|row| row["name"].as_str().expect("a name")).collect();
    names.sort_unstable();
    println!("kernels exercised: {names:?}");
    // A build need not have a row for every instruction set, but what it has must be found.
    let in_build = |name: &&str| registry.iter().any(|row| row["name"] == **name);
    assert_eq!(names, expected_kernels().into_iter().filter(in_build).collect::<Vec<_>>());
    assert!(names.contains(&"scalar"));
    for name in names {
        for options in ["--layout columns --evaluator dense", "--layout blocked --field goldilocks", "--rate 4 --packing slots"]
        {
            let line = format!("run --random 700 {options} --json");
            let report = finish(program().env("PAPILIO_KERNEL", name).args(line.split_whitespace())).object(name);
            assert_sound(name, &report);
            // Kernels in doubles take primes below 2^49, and those in words beside them the others.
            let beside = [("avx2fma", "avx2"), ("avx512", "avx512dq")].into_iter().find(|pair| pair.0 == name);
            let kernels = [Some(name), beside.map(|pair| pair.1)];
            assert!(kernels.contains(&report["kernel"].as_str()), "{options}: {report}");
        }
    }
}

#[test]
fn information_names_processor_and_choice() {
    let info = json("info --threads 1");
    assert_eq!((&info["threads"], &info["version"]), (&object!(1), &object!(env!("CARGO_PKG_VERSION"))));
    assert!(info["cpu"].is_string() && info["kernel"].is_string() && info["restricted_by"].is_null());
    assert!(info["chosen"].as_array().is_some_and(|rows| !rows.is_empty()));
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    for line in [
        "info",
        "info --json",
        "plan --size 100",
        "plan params --field p32 --depth 1",
        "run --random 50",
        "run --random 50 --json",
    ] {
        let mut child =
            program().args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
        drop(child.stdout.take());
        let outcome = crate::common::outcome(child);
        assert!(matches!(outcome.code, Some(0 | 141)) && outcome.stderr.is_empty(), "{line}: {outcome:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_on_a_full_disk_is_an_error_and_not_a_panic() {
    for line in ["info", "demo", "run --random 50 --json"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let child = program().args(line.split_whitespace()).stdout(full).stderr(Stdio::piped()).spawn().expect("started");
        crate::common::outcome(child).refused(&[5], &["standard output"]);
    }
}

#[test]
fn help_documents_every_exit_code() {
    let help = papilio("--help").succeeded().stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for code in ["0 success", "1 verification failed", "2 wrong arguments", "3 ", "4 ", "5 ", "130 interrupted", "141 "] {
        assert!(help.contains(code), "{code}: {help}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is asked for is either verified or refused in one line.
    #[test]
    fn any_request_is_verified_or_refused(
        entries in 1usize..400, seed: u64,
        field in prop::sample::select(vec!["p32", "goldilocks", "bn254"]),
        layout in prop::sample::select(vec!["auto", "columns", "blocked"]),
        packing in prop::sample::select(vec!["coefficients", "slots"]),
        evaluator in prop::sample::select(vec!["shared", "dense"]),
        rate in prop::sample::select(vec![1, 2, 4, 8]),
        flags in prop::sample::subsequence(vec!["--inverse", "--coset", "--public-key", "--full-modulus"], 0..=4),
        depth in prop::option::of(1u32..6),
    ) {
        // The widest field is slow.
        let entries = if field == "bn254" { entries % 40 + 1 } else { entries };
        let depth = depth.map_or(String::new(), |depth| format!("--depth {depth}"));
        let line = format!(
            "run --random {entries} --seed {seed} --field {field} --layout {layout} --packing {packing} --evaluator {evaluator} \
             --rate {rate} {} {depth} --json", flags.join(" ")
        );
        let outcome = papilio(&line);
        if outcome.code == Some(0) {
            assert_sound(&line, &outcome.object(&line));
        } else {
            outcome.refused(&[2, 3, 4], &[]);
        }
    }
}
