//! Limits of memory are kept as the system counts, in every layout, or refused before the work
//! begins.

use crate::common::{folder, json, names, number, papilio};

const MIB: u64 = 1 << 20;

/// The least limit, in MiB, that a refusal names.
fn least(line: &str) -> u64 {
    let outcome = papilio(line);
    outcome.refused(&[4], &["bytes of memory"]);
    let words: Vec<&str> = outcome.stderr.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "needs").unwrap_or_else(|| panic!("{outcome:?}"));
    words[at + 1].parse::<u64>().unwrap_or_else(|e| panic!("{e}: {outcome:?}")).div_ceil(MIB)
}

/// Runs within the least limit and some above it, none of which the peak may pass.
fn kept(shape: &str) {
    let work = folder();
    let run = |limit: u64| format!("run --threads 2 {shape} --memory-limit {limit}M --work-dir {}", work.path().display());
    let free = json(&format!("run --threads 2 {shape}"));
    let peak = number(&free, "/peak_memory_bytes");
    assert!(peak <= number(&free, "/predicted_memory_bytes"), "{shape}: {free}");
    let least = least(&run(1));
    let mut limits = vec![least, least + least / 3, 2 * least];
    limits.retain(|&limit| ((limit * MIB) as f64) < 1.5 * peak);
    assert!(!limits.is_empty(), "{shape}: least {least} MiB, free {peak} bytes");
    for limit in limits {
        let report = json(&run(limit));
        let peak = number(&report, "/peak_memory_bytes");
        assert_eq!(report["verified"], true);
        assert!(peak <= (limit * MIB) as f64, "{shape}: {} MiB under a limit of {limit} MiB", peak / MIB as f64);
    }
    assert!(names(work.path()).is_empty());
}

#[test]
fn runs_in_slots_keep_their_limits() {
    kept("--layout slots --random 256");
    kept("--layout slots --random 512 --field goldilocks --method diagonal");
    kept("--layout slots --random 128 --field bn254");
}

#[test]
fn a_server_keeps_its_limit_with_keys_in_memory_or_in_their_file() {
    let work = folder();
    let at = |name: &str| work.path().join(name).display().to_string();
    papilio(&format!("keygen --layout slots --size 128 --field bn254 -o {}", at(""))).succeeded();
    papilio(&format!("encrypt --key {} --random 128 -o {}", at("secret.key"), at("vector"))).succeeded();
    let line = |options: &str| {
        format!("transform --threads 2 --force {} --keys {} -o {} {options}", at("vector"), at("rotation.keys"), at("out"))
    };
    let free = json(&line(""));
    let expected = std::fs::read(at("out")).expect("an output");
    assert_eq!((&free["keys_in"], &free["at_once"]), (&"memory".into(), &2.into()));
    let outcome = papilio(&line("--memory-limit 1M"));
    outcome.refused(&[4], &["memory limit of 1 MiB", "at least", "keygen --memory-limit"]);
    let words: Vec<&str> = outcome.stderr.split_whitespace().collect();
    let at_least = words.windows(2).position(|pair| pair == ["at", "least"]).expect("the least");
    let least: u64 = words[at_least + 2].parse().expect("a number");
    let mut places = Vec::new();
    for limit in [least, 2 * least, 5 * least] {
        let report = json(&line(&format!("--memory-limit {limit}M")));
        let peak = number(&report, "/peak_memory_bytes");
        assert!(peak <= (limit * MIB) as f64, "{} MiB under a limit of {limit} MiB: {report}", peak / MIB as f64);
        assert_eq!(std::fs::read(at("out")).expect("an output"), expected, "another output under {limit} MiB");
        places.push(report["keys_in"].clone());
    }
    assert!(places.contains(&"file".into()) && places.contains(&"memory".into()), "{places:?}");
}

#[test]
fn keys_are_planned_for_the_memory_of_a_server() {
    const LIMIT: u64 = 80;
    let [free, tight] = [String::new(), format!("--memory-limit {LIMIT}M")].map(|limit| {
        let work = folder();
        let at = |name: &str| work.path().join(name).display().to_string();
        let made = json(&format!("keygen --layout slots --size 1024 {limit} -o {}", at("")));
        papilio(&format!("encrypt --key {} --random 1000 -o {}", at("secret.key"), at("vector"))).succeeded();
        let keys = at("rotation.keys");
        let report = json(&format!("transform --threads 2 {} --keys {keys} -o {} {limit}", at("vector"), at("out")));
        (number(&made, "/galois_key_bytes"), number(&report, "/peak_memory_bytes"))
    });
    assert!(tight.0 <= free.0, "{tight:?} beside {free:?} bytes of keys and of memory");
    assert!(tight.1 <= (LIMIT * MIB) as f64 && (LIMIT * MIB) as f64 <= free.1, "{tight:?} beside {free:?}");
    let work = folder();
    papilio(&format!("keygen --layout slots --size 1024 --memory-limit 1M -o {}", work.path().display()))
        .refused(&[4], &["bytes of memory", "limits"]);
    assert!(names(work.path()).is_empty());
}

#[test]
fn runs_across_ciphertexts_keep_their_limits() {
    let work = folder();
    for (threads, limit) in [(1, 90), (2, 300)] {
        let shape = format!("run --threads {threads} --random 20000 --layout columns --ring-degree 16384");
        let report = json(&format!("{shape} --memory-limit {limit}M --work-dir {}", work.path().display()));
        let peak = number(&report, "/peak_memory_bytes");
        assert!(peak <= (limit * MIB) as f64, "{} MiB under a limit of {limit} MiB", peak / MIB as f64);
    }
    assert!(names(work.path()).is_empty());
}
