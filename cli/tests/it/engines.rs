//! Which engine is chosen, and what says so.

use crate::common::{Outcome, finish, folder, json, papilio, program};
use serde_json::{Value, json as object};
use std::path::Path;

/// The part of `info --json` that is about engines.
fn engines(line: &str) -> Value {
    json(line)["engine"].clone()
}

/// Whether this machine has a GPU that the program can use.
fn has_device() -> bool {
    let device = &engines("info")["device"];
    println!("the device of this machine: {device}");
    !device.is_null()
}

fn with(value: &str, line: &str) -> Outcome {
    finish(program().env("PAPILIO_ENGINE", value).args(line.split_whitespace()))
}

/// Information with a file of costs.
fn with_costs(cache: &Path, line: &str) -> Outcome {
    finish(program().env("XDG_CACHE_HOME", cache).args(line.split_whitespace()))
}

#[test]
fn information_says_what_was_found_and_what_is_chosen() {
    let info = engines("info");
    assert_eq!((&info["preference"], &info["asked_by"]), (&object!("auto"), &Value::Null));
    // A device is described, or the reason why there is none.
    let device = &info["device"];
    assert_ne!(device.is_null(), info["no_device"].is_null(), "{info}");
    if device.is_null() {
        assert!(info["no_device"].as_str().is_some_and(|reason| reason.len() > 10), "{info}");
    } else {
        let capability = device["compute_capability"].as_str().and_then(|version| version.parse::<f64>().ok());
        assert!(capability.is_some_and(|version| version >= 8.0), "{device}");
        assert!(device["memory_bytes"].as_u64().is_some_and(|bytes| bytes > 1 << 30), "{device}");
    }
    let choices = info["choices"].as_array().expect("rows");
    let shapes: Vec<_> = choices.iter().map(|row| (row["degree"].as_u64(), row["limbs"].as_u64())).collect();
    let expected = [(8192, 3), (16_384, 12), (32_768, 12)].map(|(degree, limbs)| (Some(degree), Some(limbs)));
    assert_eq!(shapes, expected.iter().flat_map(|shape| [*shape, *shape]).collect::<Vec<_>>());
    for row in choices {
        let on_device = !device.is_null() && row["resident"] == true;
        assert_eq!(row["engine"], if on_device { "cuda" } else { "cpu" }, "{row}");
        assert!(row["predicted_microseconds"].is_null() && row["why"].as_str().is_some_and(|why| why.contains(' ')), "{row}");
    }
    let text = papilio("info").succeeded().stdout.clone();
    for name in ["device", "engine", "costs"] {
        assert!(text.lines().any(|line| line.trim_start().starts_with(&format!("{name}  "))), "{name}: {text}");
    }
    assert!(text.contains("papilio engine measure"), "{text}");
}

#[test]
fn the_cpu_can_be_asked_for() {
    for (value, line, by) in
        [("cpu", "info", "PAPILIO_ENGINE"), ("", "info --engine cpu", "--engine"), ("cuda", "info --engine cpu", "--engine")]
    {
        let info = with(value, &format!("{line} --json")).object(line)["engine"].clone();
        assert_eq!((&info["preference"], &info["asked_by"]), (&object!("cpu"), &object!(by)), "{info}");
        assert!(info["device"].is_null() && info["no_device"] == "the CPU is asked for", "{info}");
        assert!(info["choices"].as_array().is_some_and(|rows| rows.iter().all(|row| row["engine"] == "cpu")), "{info}");
    }
    let text = with("cpu", "info").succeeded().stdout.clone();
    assert!(text.contains("cpu by PAPILIO_ENGINE"), "{text}");
    assert_eq!(with("", "info --json").object("nothing is said")["engine"]["asked_by"], Value::Null);
}

#[test]
fn a_device_that_is_asked_for_is_there_or_an_error_with_the_reason() {
    let reason = engines("info")["no_device"].as_str().map(str::to_owned);
    for (outcome, asked) in
        [(with("cuda", "info --json"), "PAPILIO_ENGINE=cuda: "), (papilio("info --engine cuda --json"), "--engine cuda: ")]
    {
        match &reason {
            None => assert_eq!(outcome.object("info")["engine"]["choices"][0]["engine"], "cuda"),
            Some(reason) => {
                outcome.refused(&[2], &[asked, reason]);
                assert_eq!(outcome.error()["kind"], "usage");
            }
        }
    }
    if reason.is_some() {
        let folder = crate::common::folder();
        let missing = folder.path().join("tables");
        papilio("demo --engine cuda").refused(&[2], &["--engine cuda: "]);
        papilio(&format!("sweep --engine cuda -o {}", missing.display())).refused(&[2], &["--engine cuda: "]);
        assert!(!missing.exists(), "nothing is written");
    }
    // The other engine is not tried in its place, and auto never fails.
    with("auto", "info").succeeded();
    assert_eq!(with("cuda", "info --engine auto").code, Some(0));
    has_device();
}

#[test]
fn engines_that_do_not_exist_are_refused_by_every_command() {
    for value in ["nonsense", "CPU", "cpu,cuda", "gpu"] {
        for line in [
            "info",
            "info --engine cpu",
            "demo",
            "plan --size 50",
            "bench engine",
            "engine measure",
            "sweep",
            "completions bash",
        ] {
            let outcome = with(value, line);
            outcome.refused(&[2], &["PAPILIO_ENGINE", &format!("{value:?}"), "cpu, cuda and auto"]);
            assert_eq!(outcome.stdout, "", "{line}");
        }
        for line in ["info", "demo", "sweep", "run --random 50", "run --layout slots --random 50", "transform - -o -"] {
            let outcome = papilio(&format!("{line} --engine {value}"));
            assert_eq!((outcome.code, &*outcome.stdout), (Some(2), ""), "{outcome:?}");
            let named = [value, "cpu, cuda, auto"];
            assert!(named.iter().all(|word| outcome.stderr.contains(word)), "{outcome:?}");
        }
    }
}

#[test]
fn costs_that_are_damaged_foreign_or_of_a_later_version_are_told_and_not_used() {
    let cache = folder();
    let path = cache.path().join("papilio/engine.txt");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let state = |text: &str| {
        std::fs::write(&path, text).expect("a file");
        let info = with_costs(cache.path(), "info --json").object("info");
        let told = with_costs(cache.path(), "info").succeeded().stdout.clone();
        let costs = info["engine"]["costs"].clone();
        assert_eq!(costs["file"], object!(path), "{costs}");
        let reason = costs["reason"].as_str().expect("a reason").to_owned();
        assert!(told.contains(&reason), "{told}");
        (costs["state"].as_str().expect("a state").to_owned(), reason)
    };
    let whole = "papilio engine costs 1\nmachine elsewhere\ncpu multiply 8192 3 1 400.0\nend\n";
    let (found, reason) = state(whole);
    assert!(found == "elsewhere" && reason.contains("another machine (elsewhere)"), "{found}: {reason}");
    for (text, words) in [
        (whole.replace("costs 1", "costs 2"), "line 1: format 2, this program reads format 1"),
        (whole.replace("400.0", "fast"), "line 3 is no cost"),
        (whole.replace("end\n", ""), "line 4 should be"),
        ("{}".to_owned(), "line 1 is not"),
        (String::new(), "line 1 is not"),
        ("x".repeat((1 << 20) + 1), "more than 1048576 bytes"),
    ] {
        let (found, reason) = state(&text);
        assert!(found == "refused" && reason.contains(words) && reason.contains("engine.txt"), "{found}: {reason}");
    }
}

/// Measured with one sample each, of the smallest set.
const MEASURE: &str = "engine measure --engine cpu --set 8192x3 --samples 1";

#[test]
fn costs_are_measured_remembered_and_read_back() {
    let cache = folder();
    let report = with_costs(cache.path(), &format!("{MEASURE} --json")).object("engine measure");
    let path = cache.path().join("papilio/engine.txt");
    assert_eq!(report["file"], object!(path));
    assert!(report["device"].is_null() && report["no_device"].as_str().is_some_and(|why| why.contains("CPU")), "{report}");
    let rows = report["cpu"].as_array().expect("rows");
    assert_eq!(rows.len(), 12);
    for row in rows {
        assert_eq!((&row["degree"], &row["limbs"]), (&object!(8192), &object!(3)), "{row}");
        assert!(row["operation"].is_string() && row["microseconds"].as_f64().is_some_and(|time| time > 0.0), "{row}");
    }
    let text = std::fs::read_to_string(&path).expect("a text");
    assert!(text.starts_with("papilio engine costs 1\nmachine ") && text.ends_with("\nend\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("cpu ")).count(), 12);
    // Nothing half-written lies beside it.
    assert_eq!(crate::common::names(&cache.path().join("papilio")), ["engine.txt"]);
    let info = with_costs(cache.path(), "info --json --engine cpu").object("info")["engine"].clone();
    assert_eq!((&info["costs"]["state"], &info["costs"]["reason"]), (&object!("measured"), &Value::Null));
    let product = rows.iter().find(|row| row["operation"] == "multiply").expect("a product");
    assert_eq!(info["choices"][0]["predicted_microseconds"], product["microseconds"], "{info}");
    let larger = info["choices"][4]["predicted_microseconds"].as_f64().expect("a prediction");
    assert!(larger > product["microseconds"].as_f64().expect("a time"), "{info}");
    // Another measurement takes its place, also that of a file which cannot be read.
    std::fs::write(&path, "damaged").expect("a file");
    let lines = with_costs(cache.path(), MEASURE).succeeded().stdout.clone();
    for words in ["multiply of 8192x3: ", "not measured: ", "remembered  ", "engine.txt"] {
        assert!(lines.contains(words), "{words}: {lines}");
    }
    assert_eq!(with_costs(cache.path(), "info --json").object("info")["engine"]["costs"]["state"], "measured");
}

#[test]
fn costs_without_a_place_are_an_error() {
    let mut command = program();
    let outcome = finish(command.env_remove("XDG_CACHE_HOME").env_remove("HOME").args(MEASURE.split_whitespace()));
    outcome.refused(&[3], &["not remembered", "XDG_CACHE_HOME"]);
    let file = folder();
    let path = file.path().join("file");
    std::fs::write(&path, "").expect("a file");
    with_costs(&path, MEASURE).refused(&[5], &["create", "papilio"]);
}

#[test]
fn a_machine_without_a_device_is_told_when_it_is_measured() {
    if has_device() {
        println!("not asked: this machine has a device");
        return;
    }
    let cache = folder();
    let report = with_costs(cache.path(), "engine measure --set 8192x3 --samples 1 --json").object("engine measure");
    assert_eq!(
        report["no_device"].as_str(),
        Some(&*format!("no GPU is used: {}", engines("info")["no_device"].as_str().expect("a reason")))
    );
    let outcome = with_costs(cache.path(), "engine measure --engine cuda");
    outcome.refused(&[2], &["--engine cuda: ", "no GPU is used"]);
}

/// Where there is a device its file is that of the CPU; where there is none the option and the
/// variable say so, and nothing is written.
#[test]
fn transforms_on_a_device_are_those_of_the_cpu() {
    let (work, has_device) = (folder(), has_device());
    let at = |name: &str| work.path().join(name).display().to_string();
    papilio(&format!("keygen --layout columns --ring-degree 4096 --insecure --size 300 -o {}", at("columns"))).succeeded();
    papilio(&format!("keygen --layout slots --size 64 -o {}", at("slots"))).succeeded();
    for (layout, size, keys) in
        [("columns", 300, String::new()), ("slots", 64, format!("--keys {}", at("slots/rotation.keys")))]
    {
        let input = at(&format!("{layout}.input"));
        papilio(&format!("encrypt --key {}/secret.key --random {size} -o {input}", at(layout))).succeeded();
        let report = json(&format!("transform {input} {keys} -o {} --engine cpu", at("cpu")));
        let engine = &report["engine"];
        assert_eq!((&engine["engine"], &engine["why"]), (&object!("cpu"), &object!("the CPU is asked for")), "{engine}");
        assert!(engine["predicted_microseconds"].as_f64().is_some_and(|time| time > 1.0), "{engine}");
        for (variable, option, named) in [("", "--engine cuda", "--engine cuda: "), ("cuda", "", "PAPILIO_ENGINE=cuda: ")] {
            let output = work.path().join(format!("{layout}.{}", option.len()));
            let outcome = with(variable, &format!("transform {input} {keys} -o {} {option}", output.display()));
            if has_device {
                outcome.succeeded();
                assert!(std::fs::read(&output).expect("a file") == std::fs::read(at("cpu")).expect("a file"), "{layout}");
            } else {
                assert_eq!(outcome.code, Some(2), "{layout}: {}", outcome.stderr);
                assert!(outcome.stderr.contains(named) && !output.exists(), "{layout}: {}", outcome.stderr);
            }
        }
        std::fs::remove_file(at("cpu")).expect("a file");
    }
}

/// A run of each layout, short ones.
const RUNS: [&str; 3] = [
    "run --random 300 --layout columns --ring-degree 4096 --insecure",
    "run --random 300 --layout columns --ring-degree 4096 --insecure --memory-limit 100M",
    "run --random 64 --layout slots",
];

/// A device is there and its results are verified, or the option and the variable say that there is
/// none; nothing is computed then, and nothing printed.
#[test]
fn runs_on_a_device_are_verified_or_refused() {
    let has_device = has_device();
    for line in RUNS {
        for (variable, option, named) in [("", "--engine cuda", "--engine cuda: "), ("cuda", "", "PAPILIO_ENGINE=cuda: ")] {
            let outcome = with(variable, &format!("{line} {option} --json"));
            if has_device {
                let report = outcome.object(line);
                assert_eq!((&report["verified"], &report["engine"]["engine"]), (&object!(true), &object!("cuda")), "{report}");
            } else {
                outcome.refused(&[2], &[named, "no GPU is used"]);
                assert_eq!(with(variable, &format!("{line} {option}")).stdout, "", "{line}");
            }
        }
    }
}

#[test]
fn runs_say_which_engine_they_had_and_why() {
    for line in RUNS {
        let engine = |variable, option: &str| {
            let report = with(variable, &format!("{line} {option} --json")).object(line);
            assert_eq!(report["verified"], true, "{report}");
            let engine = report["engine"].clone();
            assert_eq!(engine["engine"], "cpu", "{engine}");
            assert!(engine.as_object().is_some_and(|fields| fields.len() == 3), "{engine}");
            engine["why"].as_str().expect("a reason").to_owned()
        };
        assert_eq!(engine("", "--engine cpu"), "the CPU is asked for");
        // The option comes before the variable.
        assert_eq!(engine("cuda", "--engine cpu"), "the CPU is asked for");
        let auto = engine("", "--engine auto");
        assert!(auto.starts_with("no GPU is used: none was looked for, as no rates are measured; rings of"), "{auto}");
        let text = with("", line).succeeded().stdout.clone();
        assert!(text.lines().any(|told| told.trim() == format!("engine  cpu: {auto}")), "{text}");
    }
}

/// Rates of a device, which costs of this machine do not have by themselves.
const RATES: &str = "device a device that nobody has
rate upload 1e10
rate download 1e10
rate copy 1e12
rate butterflies 1e12
rate products 1e12
rate launch 2.0
end
";

/// A device is looked for once one was measured.
#[test]
fn devices_that_were_measured_are_looked_for_by_auto() {
    let (cache, has_device) = (folder(), has_device());
    with_costs(cache.path(), MEASURE).succeeded();
    let path = cache.path().join("papilio/engine.txt");
    let text = std::fs::read_to_string(&path).expect("a text");
    for (rates, words) in
        [("end\n", "none was looked for, as no rates are measured"), (RATES, "the rates are those of a device that nobody has")]
    {
        std::fs::write(&path, text.replace("end\n", rates)).expect("a file");
        for line in RUNS {
            let engine = with_costs(cache.path(), &format!("{line} --json")).object(line)["engine"].clone();
            assert_eq!(engine["engine"], "cpu", "{engine}");
            let why = engine["why"].as_str().expect("a reason");
            // Without a driver, there is no device to compare with what was measured.
            let is_told = why.contains(words) || rates == RATES && !has_device && !why.contains("measured");
            assert!(is_told, "{line}: {why}");
            assert!(engine["predicted_microseconds"].as_f64().is_some_and(|time| time > 1.0), "{engine}");
        }
    }
}

/// A transform that the encoding is has no server, and so no engine.
#[test]
fn encoded_transforms_have_no_engine() {
    let line = "run --random 64 --layout slots --method encoded";
    for value in ["cpu", "cuda", "auto"] {
        papilio(&format!("{line} --engine {value}")).refused(&[2], &["--engine", "--method encoded"]);
    }
    let report = with("cuda", &format!("{line} --json")).object(line);
    assert!(report["engine"].is_null() && report["verified"] == true, "{report}");
}
