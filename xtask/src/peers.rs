//! `cargo xtask peers`: builds the foreign programs of `bench/peers` and records how our transforms compare with them.

use serde_json::{Map, Value, json};
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where the peers are.
const FOLDER: &str = "bench/peers";

/// The record, for programs.
const RECORD: &str = "docs/results/ntt.json";

/// The record, for people.
const TABLE: &str = "docs/results/ntt.md";

/// Builds every peer, or those named. With no names, measures all that were built and writes the record.
///
/// A peer that cannot be built here, for want of a compiler or a library, is reported and left out.
///
/// # Errors
/// An unknown name; a benchmark that fails, after the record of what it measured is written.
pub(crate) fn peers(root: &Path, names: &[&str]) -> Result<(), Box<dyn Error>> {
    let all = folders(&root.join(FOLDER))?;
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|peer| peer == *name)) {
        return Err(format!("no peer `{unknown}`: there are {}", all.join(", ")).into());
    }
    let chosen = all.iter().filter(|peer| names.is_empty() || names.contains(&peer.as_str()));
    let built: Map<String, Value> = chosen.map(|peer| (peer.clone(), build(root, peer).into())).collect();
    if names.is_empty() { record(root, built) } else { Ok(()) }
}

/// Names of the folders that hold a package.
fn folders(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let entries: Vec<PathBuf> = folder.read_dir()?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    let packages = entries.iter().filter(|path| path.join("Cargo.toml").is_file());
    let mut names: Vec<String> = packages.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Builds one peer in its own folder, where its own settings for the compiler hold; whether that went well.
fn build(root: &Path, peer: &str) -> bool {
    println!("building {peer}");
    let folder = root.join(FOLDER).join(peer);
    let mut command = cargo(&folder);
    command.args(["build", "--release", "--locked", "--target-dir", "target"]);
    // These would override the settings of its folder.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_BUILD_RUSTFLAGS");
    let reason = match command.stderr(Stdio::piped()).output() {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let lines: Vec<&str> = reason.lines().collect();
    eprintln!("{peer} is left out, for it could not be built:\n{}", lines[lines.len().saturating_sub(20)..].join("\n"));
    false
}

fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder);
    command
}

/// Measures, and writes both forms of the record.
fn record(root: &Path, built: Map<String, Value>) -> Result<(), Box<dyn Error>> {
    let (rows, content) = measure(root)?;
    let record = json!({
        "date": date(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() / 86_400),
        "processor": processor(),
        "compiler": first_line(Command::new("rustc").arg("--version")),
        "papilio": env!("CARGO_PKG_VERSION"),
        "peers_built": built,
        "rows": rows,
    });
    fs::write(root.join(RECORD), lines(&record))?;
    fs::write(root.join(TABLE), table(&record))?;
    println!("written: {RECORD}, {TABLE}");
    if content { Ok(()) } else { Err("papilio bench ntt failed, or found a wrong answer of ours".into()) }
}

/// The rows that the program prints, and whether it was content with them: they are of use even when one is wrong.
fn measure(root: &Path) -> Result<(Vec<Value>, bool), Box<dyn Error>> {
    let mut command = cargo(root);
    command.args(["run", "--release", "--package", "papilio", "--", "bench", "ntt", "--json", "--peers", FOLDER]);
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().ok_or("no output to read")?;
    let mut rows = Vec::new();
    for line in BufReader::new(output).lines() {
        let row: Value = serde_json::from_str(&line?)?;
        println!("{}", cells(&row).join("  "));
        rows.push(row);
    }
    Ok((rows, child.wait()?.success()))
}

/// The record with one row a line, so that two of them can be compared.
fn lines(record: &Value) -> String {
    let fields = record.as_object().into_iter().flatten().map(|(name, value)| match value.as_array() {
        Some(rows) => {
            format!("  {}: [\n    {}\n  ]", json!(name), rows.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n    "))
        }
        None => format!("  {}: {value}", json!(name)),
    });
    format!("{{\n{}\n}}\n", fields.collect::<Vec<_>>().join(",\n"))
}

const COLUMNS: [&str; 11] =
    ["field", "n", "order", "direction", "kernel", "time", "bound", "peer", "its time", "ratio", "remarks"];

fn table(record: &Value) -> String {
    let text = |name: &str| record[name].as_str().unwrap_or("unknown").to_owned();
    let rows = record["rows"].as_array().into_iter().flatten();
    let rows: String = rows.map(|row| format!("| {} |\n", cells(row).join(" | "))).collect();
    format!(
        "# Transforms in the clear, and those of other libraries\n\n\
         Written by `cargo xtask peers` on {}: papilio {}, {}, {}. The same rows with all their fields are in `{RECORD}`;\n\
         what is measured, and how, in `bench/src/ntt`.\n\n\
         Times are medians of one transform, or of all columns of a matrix at once, ours and the peer's taken in turn. *Bound* is\n\
         the time that the multiplications alone would take, *ratio* the peer's time over ours: above 1, ours is faster.\n\n\
         | {} |\n|{}\n{rows}",
        text("date"),
        text("papilio"),
        text("processor"),
        text("compiler"),
        COLUMNS.join(" | "),
        ":--|--:|:--|:--|:--|--:|--:|:--|--:|--:|:--|",
    )
}

/// A row as it is printed, in the order of [`COLUMNS`].
fn cells(row: &Value) -> [String; COLUMNS.len()] {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let time = |name: &str| row[name].as_f64().map_or_else(String::new, nanoseconds);
    let number = |name: &str| row[name].as_u64().unwrap_or(1);
    let several = |count: u64, what: &str| (count > 1).then(|| format!("{count} {what}"));
    let remarks = [
        (row["correct"] != true).then(|| "OUR ANSWER IS WRONG".to_owned()),
        several(number("threads"), "threads"),
        row["note"].as_str().map(str::to_owned),
    ];
    let length = several(number("batch"), "columns").map_or_else(String::new, |columns| format!(" × {columns}"));
    [
        text("field"),
        format!("{}{length}", number("n")),
        text("order"),
        text("direction"),
        text("kernel"),
        time("nanoseconds"),
        time("bound_nanoseconds"),
        text("peer"),
        time("peer_nanoseconds"),
        row["ratio"].as_f64().map_or_else(String::new, |ratio| format!("{ratio:.2}")),
        remarks.into_iter().flatten().collect::<Vec<_>>().join("; "),
    ]
}

fn nanoseconds(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{ns:.1} ns"),
        _ if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}

/// Model, family and number of the processor, where the system tells.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let named = |line: &&str| line.split_once(':').is_some_and(|(name, _)| name.trim() == key);
        info.lines().find(named).and_then(|line| line.split_once(": ")).map_or("unknown", |(_, value)| value)
    };
    format!("{} (family {}, model {})", value("model name"), value("cpu family"), value("model"))
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    output.lines().next().unwrap_or("unknown").to_owned()
}

/// The date of a day counted from 1 January 1970 (H. Hinnant, "chrono-compatible low-level date algorithms").
fn date(day: u64) -> String {
    let shifted = day + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March, so that the leap day is the last.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (day, text) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (20_818, "2026-12-31")] {
            assert_eq!(date(day), text);
        }
    }

    #[test]
    fn a_row_is_a_line_of_the_table() {
        let row = json!({
            "field": "p50", "n": 1024, "order": "any", "direction": "forward", "kernel": "scalar", "nanoseconds": 1500.0,
            "bound_nanoseconds": null, "peer": "theirs", "peer_nanoseconds": 999.0, "ratio": null, "correct": true,
            "batch": 2, "threads": 1, "note": "wrong",
        });
        let record = json!({ "date": "2026-11-21", "rows": [row] });
        let line = "| p50 | 1024 × 2 columns | any | forward | scalar | 1.50 µs |  | theirs | 999.0 ns |  | wrong |\n";
        assert!(table(&record).ends_with(line), "{}", table(&record));
        assert_eq!(serde_json::from_str::<Value>(&lines(&record)).expect("an object"), record);
    }

    #[test]
    fn every_peer_has_a_lockfile() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER);
        let peers = folders(&root).expect("peers");
        assert!(peers.iter().any(|peer| peer == "tfhe-ntt"));
        peers.iter().for_each(|peer| assert!(root.join(peer).join("Cargo.lock").is_file(), "{peer}"));
    }
}
