//! Costs that were measured are remembered, and what cannot be used is ignored with a word.

use crate::common::{Outcome, finish, folder, number, program};
use serde_json::{Value, json as object};
use std::path::{Path, PathBuf};

const PLAN: &str = "plan --size 5570 --layout columns --recipe 4,4,8";

/// Runs a command with a cache folder of its own.
fn with_cache(cache: &Path, line: &str) -> Outcome {
    finish(program().env("XDG_CACHE_HOME", cache).args(line.split_whitespace()))
}

fn planned(cache: &Path) -> Value {
    with_cache(cache, &format!("{PLAN} --json")).object(PLAN)
}

fn file(cache: &Path) -> PathBuf {
    cache.join("papilio/costs.json")
}

/// Puts a file of costs in a cache folder, so many times those of a machine that takes a nanosecond
/// for everything.
fn remember(cache: &Path, scale: f64, change: impl Fn(&mut Value)) {
    let info = crate::common::json("info");
    let (time, kernels) = (scale * 1e-9, &info["kernels"]);
    let cost = object!({ "product": time, "row": time, "wide": time, "pointwise": time, "byte": time });
    let key =
        object!({ "processor": info["cpu"], "kernels": [kernels["stage"], kernels["transform"]], "program": info["version"] });
    let mut memory = object!({ "format": 1, "entries": [{ "key": key, "cost": cost }] });
    change(&mut memory);
    write(cache, &memory.to_string());
}

fn write(cache: &Path, text: &str) {
    std::fs::create_dir_all(cache.join("papilio")).expect("a folder");
    std::fs::write(file(cache), text).expect("a file");
}

fn seconds(plan: &Value) -> f64 {
    number(plan, "/predicted/transform_core_seconds")
}

#[test]
fn plans_follow_the_costs_that_are_remembered() {
    let (none, cache) = (folder(), folder());
    let built_in = planned(none.path());
    assert_eq!(built_in["costs"], "built-in");
    let predicted = |scale: f64| {
        remember(cache.path(), scale, |_| {});
        let plan = planned(cache.path());
        assert_eq!((&plan["costs"], &plan["recipe"]), (&object!("measured"), &built_in["recipe"]));
        seconds(&plan)
    };
    let (one, seven) = (predicted(1.0), predicted(7.0));
    assert!((seven / one - 7.0).abs() < 1e-9, "{one} and {seven} seconds");
    assert!(crate::common::names(none.path()).is_empty(), "a plan writes nothing");
}

#[test]
fn every_command_that_plans_names_them() {
    let (cache, keys) = (folder(), folder());
    remember(cache.path(), 1.0, |_| {});
    let shape = "5570 --layout columns --recipe 4,4,8";
    let keygen = |options: &str| format!("keygen --size {shape} -o {}/{options}", keys.path().display());
    for line in [PLAN, &format!("run --random {shape}"), &keygen("one")] {
        let report = with_cache(cache.path(), &format!("{line} --json")).object(line);
        assert_eq!(report["costs"], "measured", "{line}");
    }
    for line in [PLAN, &format!("run --random {shape}"), &keygen("two")] {
        let text = with_cache(cache.path(), line).succeeded().stdout.clone();
        assert!(text.contains("(costs measured on this machine)"), "{line}: {text}");
    }
    let text = crate::common::papilio(PLAN).succeeded().stdout.clone();
    assert!(text.contains("built-in costs"), "{text}");
}

#[test]
fn what_is_damaged_or_foreign_is_ignored_with_a_word() {
    let cache = folder();
    let ignored = |why: &str| {
        let outcome = with_cache(cache.path(), PLAN);
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let words = ["papilio: ignored ", "costs.json: ", why, "plan --measure"];
        assert!(words.iter().all(|word| outcome.stderr.contains(word)), "{words:?}: {outcome:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        assert!(outcome.stdout.contains("built-in costs"), "{outcome:?}");
    };
    write(cache.path(), "");
    ignored("not a file of costs");
    write(cache.path(), "\u{0}\u{1}nonsense");
    ignored("not a file of costs");
    std::fs::write(file(cache.path()), [0xff, 0xfe, 0x80]).expect("a file");
    ignored("UTF-8");
    remember(cache.path(), 1.0, |memory| memory["format"] = object!(2));
    ignored("format 2, this program reads format 1");
    remember(cache.path(), -1.0, |_| {});
    ignored("no times");
    remember(cache.path(), 1.0, |memory| memory["entries"] = object!({}));
    ignored("not a file of costs");
    write(cache.path(), &" ".repeat((1 << 20) + 1));
    ignored("1048576 bytes");
    // A pipe that nobody writes to is not waited for.
    #[cfg(unix)]
    {
        std::fs::remove_file(file(cache.path())).expect("a file");
        assert!(std::process::Command::new("mkfifo").arg(file(cache.path())).status().expect("mkfifo").success());
        ignored("not a file");
    }
}

#[test]
fn costs_of_another_machine_kernel_or_version_are_not_used() {
    let cache = folder();
    for (name, value) in
        [("processor", object!("abacus")), ("kernels", object!(["other", "other"])), ("program", object!("0.0.0"))]
    {
        remember(cache.path(), 1.0, |memory| memory["entries"][0]["key"][name] = value.clone());
        assert_eq!(planned(cache.path())["costs"], "built-in", "{name}");
    }
    // The kernel that is forced has costs of its own.
    remember(cache.path(), 1.0, |_| {});
    let names = crate::common::json("info")["kernels"]["transform"] != "scalar";
    let forced = finish(
        program()
            .env("XDG_CACHE_HOME", cache.path())
            .env("PAPILIO_KERNEL", "scalar")
            .args(PLAN.split_whitespace())
            .arg("--json"),
    );
    assert_eq!(forced.object(PLAN)["costs"], if names { "built-in" } else { "measured" });
}

#[test]
fn what_is_measured_is_remembered() {
    let cache = folder();
    let measured = with_cache(cache.path(), &format!("{PLAN} --measure --json")).object(PLAN);
    assert_eq!(measured["costs"], "measured");
    let text = std::fs::read_to_string(file(cache.path())).expect("a file");
    let memory: Value = serde_json::from_str(&text).expect("an object");
    assert_eq!((&memory["format"], memory["entries"].as_array().map(Vec::len)), (&object!(1), Some(1)));
    assert_eq!(crate::common::names(&cache.path().join("papilio")), ["costs.json"], "no temporary files");
    assert_eq!(planned(cache.path())["costs"], "measured");
    // A damaged file is written anew.
    write(cache.path(), "damaged");
    with_cache(cache.path(), &format!("{PLAN} --measure")).succeeded();
    assert_eq!(planned(cache.path())["costs"], "measured");
}

#[test]
fn without_a_place_to_remember_the_plan_is_made_all_the_same() {
    let mut command = program();
    command.env_remove("XDG_CACHE_HOME").env_remove("HOME").args(PLAN.split_whitespace()).arg("--measure");
    let outcome = finish(&mut command);
    assert!(outcome.code == Some(0) && outcome.stderr.contains("not remembered"), "{outcome:?}");
    // A relative folder is none, and the one of the home takes its place.
    let home = folder();
    let mut command = program();
    command.env("XDG_CACHE_HOME", "relative").env("HOME", home.path()).args(PLAN.split_whitespace()).arg("--measure");
    finish(&mut command).succeeded();
    assert!(!Path::new("relative").exists() && file(&home.path().join(".cache")).exists());
}
