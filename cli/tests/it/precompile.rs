//! `papilio precompile`.

use crate::common::{folder, json, number, papilio, papilio_args};
use serde_json::Value;
use std::collections::BTreeSet;

/// `n = 2`, `q = 5`: the least root of `X² + 1` is 2.
const TINY: &str = "000000020000000000000005";

fn tiny(elements: &str) -> String {
    format!("{TINY}{elements}")
}

#[test]
fn a_call_answers_for_scripts_and_for_people() {
    // 1 + 2X at 2 and at −2.
    let answer = json(&format!("precompile call --op fw --input {}", tiny("00010002")));
    assert_eq!((&answer["ok"], &answer["output"], &answer["error"]), (&true.into(), &"00000002".into(), &Value::Null));
    assert_eq!((answer["gas"].as_u64(), &answer["op"]), (Some(204), &"fw".into()));
    let back = json(&format!("precompile call --op inv --input 0x{}", tiny("00000002")));
    assert_eq!(back["output"], "00010002");
    let product = json(&format!("precompile call --op mul --input {}", tiny("0003000400040003")));
    assert_eq!((&product["output"], product["gas"].as_u64()), (&"00020002".into(), Some(21)));
    let sum = json(&format!("precompile call --op add --input {}", tiny("0003000400040003")));
    assert_eq!(sum["output"], "00020002");
    let text = papilio(&format!("precompile call --op fw --input {}", tiny("00010002")));
    assert_eq!(text.succeeded().stdout, "ok, 204 gas\n00000002\n");
}

#[test]
fn a_failed_call_is_an_answer() {
    let answer = json("precompile call --op fw --input 00");
    assert_eq!((&answer["ok"], &answer["output"], answer["gas"].as_u64()), (&false.into(), &"".into(), Some(200)));
    assert_eq!(answer["error"], "input too short: minimum 12 bytes required");
    let answer = json(&format!("precompile call --op mul --input {}", tiny("0003000400040005")));
    assert_eq!(answer["error"], "coefficient 3 exceeds modulus");
    let text = papilio(&format!("precompile call --op fw --input {} --explain", tiny("0001")));
    assert!(text.succeeded().stdout.contains("input length mismatch: expected 16, got 14"), "{text:?}");
    assert!(papilio("precompile call --op fw --input 00").succeeded().stdout.starts_with("failed, 200 gas"));
}

#[test]
fn explanations_show_header_price_and_numbers() {
    let line = format!("precompile call --op fw --input {} --explain", tiny("00010002"));
    let text = papilio(&line);
    for word in ["NTT_FW", "0x12", "short form", "negacyclic", "the least", "1 of 2 elements of 2 bytes", "204", "0 2"] {
        assert!(text.succeeded().stdout.contains(word), "{word}: {text:?}");
    }
    let answer = json(&line);
    assert_eq!(answer["elements"], serde_json::json!(["0", "2"]));
    assert_eq!((&answer["header"]["modulus"], &answer["header"]["width"]), (&"5".into(), &2.into()));
    // Extended, complex, over the Mersenne prime: two elements of θ.
    let answer = json("precompile call --op fw --input 010301047fffffff0000000000000001 --explain");
    assert_eq!(answer["header"], Value::Null, "the input ends before its vector");
    let input = format!("010301047fffffff0000000000000001{}", "00000003".repeat(2));
    let answer = json(&format!("precompile call --op fw --input {input} --explain"));
    assert_eq!(answer["header"]["kind"], "complex", "{answer}");
    assert_eq!(answer["elements"], serde_json::json!(["3", "3"]), "one complex value is its own transform");
}

#[test]
fn inputs_from_files_and_inputs_that_are_none() {
    let folder = folder();
    let path = folder.path().join("input");
    let named = format!("@{}", path.display());
    let digits = tiny("00010002");
    let binary: Vec<u8> =
        (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("digits")).collect();
    for contents in [format!("0x{digits}\n").into_bytes(), binary] {
        std::fs::write(&path, contents).expect("a file");
        let outcome = papilio_args(["precompile", "call", "--json", "--op", "fw", "--input", &named]);
        assert_eq!(outcome.object("a file")["output"], "00000002");
    }
    papilio("precompile call --op fw --input 0g").refused(&[2], &["input", "'g'"]);
    papilio("precompile call --op fw --input 000").refused(&[2], &["input"]);
    papilio("precompile call --op fw --input @/no/such/file").refused(&[5], &["/no/such/file"]);
    std::fs::write(&path, vec![b'0'; (1 << 23) + 1]).expect("a file");
    papilio_args(["precompile", "call", "--op", "fw", "--input", &named]).refused(&[3], &["8388608"]);
    assert_eq!(papilio("precompile call --op sub --input 00").code, Some(2));
}

#[test]
fn vectors_are_the_same_at_every_run_and_cover_everything() {
    let folder = folder();
    let path = folder.path().join("vectors.json");
    let outcome = papilio_args([&"precompile".into(), &"vectors".into(), &"--json".into(), &"-o".into(), &path]);
    let summary = outcome.object("vectors");
    let text = std::fs::read_to_string(&path).expect("written");
    assert_eq!(papilio("precompile vectors").succeeded().stdout, text);
    let vectors: Vec<Value> = serde_json::from_str(&text).expect("a list");
    assert_eq!(summary["vectors"].as_u64(), Some(vectors.len() as u64));
    let failing = vectors.iter().filter(|vector| vector["ok"] == false).count();
    assert!(failing > 100 && vectors.len() - failing > 200, "{failing} of {}", vectors.len());
    for operation in ["fw", "inv", "mul", "add"] {
        for ok in [true, false] {
            assert!(vectors.iter().any(|vector| vector["op"] == operation && vector["ok"] == ok), "{operation} {ok}");
        }
    }
    let names: BTreeSet<&str> = vectors.iter().filter_map(|vector| vector["name"].as_str()).collect();
    assert_eq!(names.len(), vectors.len());
    for field in [
        "falcon-512",
        "falcon-1024",
        "ml-dsa",
        "kyber",
        "babybear",
        "koalabear",
        "goldilocks",
        "mersenne 31",
        "stark",
        "128 bits",
    ] {
        assert!(names.iter().any(|name| name.starts_with(field)), "{field}");
    }
    for vector in &vectors {
        assert!(vector["gas"].as_u64() >= Some(1) && vector["input"].is_string(), "{vector}");
        assert_eq!(
            (vector["ok"] == true, vector["output"] != ""),
            (vector["error"] == Value::Null, vector["ok"] == true),
            "{vector}"
        );
    }
    // A vector is what a call answers.
    let one = vectors.iter().find(|vector| vector["name"] == "97 by the root 28, fw: uniform").expect("that one");
    let answer = json(&format!("precompile call --op fw --input {}", one["input"].as_str().expect("digits")));
    assert_eq!((&answer["output"], &answer["gas"]), (&one["output"], &one["gas"]));
    papilio("precompile vectors -o /no/such/folder/file").refused(&[5], &["/no/such/folder/file"]);
}

#[test]
fn the_benchmark_has_every_row_and_a_unit() {
    let outcome = papilio("precompile bench --samples 3 --json");
    let rows: Vec<Value> =
        outcome.succeeded().stdout.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(rows.len(), 13);
    assert_eq!((&rows[0]["op"], rows[0]["gas"].as_u64()), (&"ecrecover".into(), Some(3000)));
    assert!((number(&rows[0], "/parity_gas") - 3000.0).abs() < 1e-6);
    let gas: BTreeSet<u64> = rows.iter().filter_map(|row| row["gas"].as_u64()).collect();
    assert_eq!(gas, [77, 82, 154, 164, 220, 270, 308, 328, 790, 1750, 3000].into());
    for row in &rows {
        let speed = number(row, "/gas") * 1e3 / number(row, "/ns");
        assert!((number(row, "/mgas_per_s") / speed - 1.0).abs() < 1e-6 && number(row, "/parity_gas") > 0.0, "{row}");
    }
    let text = papilio("precompile bench --samples 1");
    assert!(text.succeeded().stdout.contains("parity") && text.stdout.contains("falcon-1024"), "{text:?}");
}

/// Loads are not looked at: those of a program with assertions say nothing.
#[test]
fn the_search_for_dear_calls_reports_ten_with_their_inputs() {
    let report = json("precompile bench --adversarial --calls 60 --seed 7");
    assert_eq!((&report["implementation"], report["seed"].as_u64()), (&"rust".into(), Some(7)));
    assert_eq!(report["calls"].as_u64(), Some(60));
    let worst = report["worst"].as_array().expect("a list");
    assert_eq!(worst.len(), 10);
    for call in worst {
        let (op, input) = (call["operation"].as_str().expect("a name"), call["input"].as_str().expect("digits"));
        let folder = folder();
        let path = folder.path().join("input.hex");
        std::fs::write(&path, input).expect("a file");
        let answer = json(&format!("precompile call --op {op} --input @{}", path.display()));
        assert_eq!(answer["gas"], call["gas"], "{op} of {} bytes", input.len() / 2);
        let outcome = answer["error"].as_str().unwrap_or("success");
        assert_eq!(call["outcome"], outcome);
        let unit = number(&report, "/ecrecover_nanoseconds") / 3000.0;
        let load = number(call, "/nanoseconds") / number(call, "/gas") / unit;
        assert!(number(call, "/load") > 0.0 && load > 0.0, "{call}");
        assert!(["n", "modulus_bytes"].iter().all(|field| call[field].as_u64() > Some(1)), "{call}");
    }
    let loads: Vec<f64> = worst.iter().map(|call| number(call, "/load")).collect();
    assert!(loads.is_sorted_by(|a, b| a >= b), "{loads:?}");
    let failed = papilio("precompile bench --adversarial --calls 5 --at-most 0.000001");
    assert!(["the dearest of 5 calls", "load", "ecrecover"].iter().all(|word| failed.stdout.contains(word)), "{failed:?}");
    assert!(failed.code == Some(1) && failed.stderr.contains("at most 0.000001"), "{failed:?}");
    for wrong in [
        "--adversarial --samples 3",
        "--seconds 5",
        "--adversarial --calls 0",
        "--adversarial --calls 3 --seconds 3",
        "--adversarial --calls 3 --at-most nan",
        "--adversarial --calls 3 --at-most inf",
    ] {
        assert_eq!(papilio(&format!("precompile bench {wrong}")).code, Some(2), "{wrong}");
    }
}

#[test]
fn benchmarks_of_a_folder_that_has_none_are_an_error() {
    let folder = folder();
    let outcome =
        papilio_args(["precompile", "bench", "--samples", "1", "--go", &folder.path().join("missing").display().to_string()]);
    assert!(matches!(outcome.code, Some(3 | 5)) && outcome.stderr.starts_with("papilio: "), "{outcome:?}");
}

#[test]
fn help_teaches() {
    for (line, words) in [
        ("precompile --help", &["call", "vectors", "bench"][..]),
        ("precompile call --help", &["big-endian", "--explain", "01 | kind", "exit code 0"]),
        ("precompile vectors --help", &["jq", "consensus"]),
        ("precompile bench --help", &["ecrecover", "parity", "--go", "--adversarial", "at most 1.5"]),
    ] {
        let text = papilio(line);
        assert!(words.iter().all(|word| text.stdout.contains(word)), "{line}: {text:?}");
    }
}
