//! A sweep keeps what it has measured.
#![cfg(unix)]

use crate::common::{folder, json, outcome, program};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The lines of a table, each of which has as many fields as its heading.
fn rows(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines().map(str::to_owned);
    let heading = lines.next().unwrap_or_default();
    let rows: Vec<String> = lines.collect();
    assert!(rows.iter().all(|row| row.split(',').count() == heading.split(',').count()), "{text}");
    assert!(text.is_empty() || text.ends_with('\n'), "a row is whole: {text}");
    rows
}

/// Interrupts a sweep whose last size takes long, once its table has so many rows.
fn interrupted(options: &str, table: &str, wanted: usize) -> Vec<String> {
    let out = folder();
    let line = format!("sweep {options} --repeat 1 --threads 1 -o {}", out.path().display());
    let mut child =
        program().args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    let (start, path) = (Instant::now(), out.path().join(table));
    while rows(&path).len() < wanted {
        assert!(child.try_wait().expect("a status").is_none(), "over before it could be interrupted");
        assert!(start.elapsed() < Duration::from_secs(50), "no rows");
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let outcome = outcome(child);
    assert!(outcome.code == Some(130) && outcome.stderr.contains("interrupted"), "{line}: {outcome:?}");
    assert_eq!(crate::common::names(out.path()), [table], "only the table");
    rows(&path)
}

#[test]
fn an_interrupted_sweep_keeps_its_rows() {
    let rows = interrupted("--sizes 20,150000 --depths 2 --packing coefficients", "sweep.csv", 2);
    assert!(rows.len() >= 2 && rows.iter().take(2).all(|row| row.starts_with("20,")), "{rows:?}");
}

#[test]
fn an_interrupted_sweep_of_slots_keeps_its_rows() {
    let rows = interrupted("--table slots --field p32 --sizes 16,8192", "slots.csv", 2);
    assert!(rows.iter().take(2).all(|row| row.starts_with("16,")), "{rows:?}");
}

#[test]
fn a_sweep_that_ends_has_all_rows_in_both_forms() {
    let out = folder();
    let at = out.path().display();
    let report = json(&format!(
        "sweep --sizes 20,40 --depths 1,2 --ring-degree 4096 --packing coefficients --repeat 1 --engine cpu -o {at}"
    ));
    let written = rows(&out.path().join("sweep.csv"));
    assert_eq!((written.len(), report["rows"].as_array().map(Vec::len)), (6, Some(6)), "two depths and the planner's choice");
    assert!(written.iter().all(|row| row.split(',').any(|field| field == "cpu")), "{written:?}");
    assert_eq!(crate::common::names(out.path()), ["sweep.csv", "sweep.png", "sweep.svg"]);
}
