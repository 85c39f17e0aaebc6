//! The records of `papilio bench` in `docs/results`: what was measured, when, and on which machine.

mod bfv;
mod ckks;
mod fft;
mod gates;
mod keyswitch;
mod ntt;

use crate::cargo::cargo;
use serde_json::{Map, Value, json};
use std::env;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where the peers are.
pub(crate) const PEERS: &str = "bench/peers";

/// Every benchmark that is recorded.
pub(crate) const BENCHMARKS: &[Benchmark] =
    &[ntt::BENCHMARK, bfv::BENCHMARK, fft::BENCHMARK, ckks::BENCHMARK, gates::BENCHMARK, keyswitch::BENCHMARK];

/// A benchmark of `papilio bench`, and how its record is laid out for people.
pub(crate) struct Benchmark {
    /// Its name in the program.
    pub(crate) name: &'static str,
    /// The peers that it asks.
    pub(crate) peers: &'static [&'static str],
    title: &'static str,
    /// The explanation needed to read the table.
    explanation: &'static str,
    /// Each with its alignment.
    columns: &'static [(&'static str, &'static str)],
    /// A row as it is printed, in the order of the columns.
    cells: fn(row: &Value) -> Vec<String>,
}

/// Measures, and writes both forms of the record.
///
/// # Errors
/// When the benchmark failed or found a wrong answer, after what it measured is written: nothing,
/// if it measured nothing.
pub(crate) fn record(root: &Path, benchmark: &Benchmark, built: &Map<String, Value>) -> Result<(), Box<dyn Error>> {
    let (rows, content) = measure(root, benchmark)?;
    let name = benchmark.name;
    if rows.is_empty() {
        return Err(format!("papilio bench {name} measured nothing").into());
    }
    let processor = Processor::here();
    let kernels = forced_kernels();
    let record = json!({
        "date": date(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() / 86_400),
        "processor": processor.to_string(),
        "kernels": kernels,
        "compiler": first_line(Command::new("rustc").arg("--version")),
        "papilio": env!("CARGO_PKG_VERSION"),
        "peers_built": built,
        "rows": rows,
    });
    let folder = core::iter::once(processor.slug()).chain(kernels).collect::<Vec<_>>().join("-");
    let [programs, people] = ["json", "md"].map(|form| benchmark.path(&folder, form));
    fs::create_dir_all(root.join(&programs).parent().unwrap_or(root))?;
    fs::write(root.join(&programs), lines(&record))?;
    fs::write(root.join(&people), benchmark.table(&programs, &record))?;
    println!("written: {programs}, {people}");
    if content { Ok(()) } else { Err(format!("papilio bench {name} failed, or found a wrong answer of ours").into()) }
}

/// The rows that the program prints, and whether it was content with them: they are of use even
/// when one is wrong.
fn measure(root: &Path, benchmark: &Benchmark) -> Result<(Vec<Value>, bool), Box<dyn Error>> {
    let mut command = cargo(root);
    command.args(["run", "--release", "--package", "papilio-cli", "--", "bench", benchmark.name, "--json", "--peers", PEERS]);
    if forced_kernels().is_some_and(|kernels| !kernels.contains("avx512")) {
        // HEXL then has the processor that these kernels are for.
        command.env("HEXL_DISABLE_AVX512DQ", "1");
    }
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().ok_or("no output to read")?;
    let mut rows = Vec::new();
    for line in BufReader::new(output).lines() {
        let row: Value = serde_json::from_str(&line?)?;
        println!("{}", (benchmark.cells)(&row).join("  "));
        rows.push(row);
    }
    Ok((rows, child.wait()?.success()))
}

/// The kernels that the environment restricts us to, which stand for another kind of processor.
fn forced_kernels() -> Option<String> {
    env::var("PAPILIO_KERNEL").ok().filter(|names| !names.is_empty())
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

impl Benchmark {
    /// The place of the record of a kind of processor, perhaps with fewer kernels.
    fn path(&self, processor: &str, form: &str) -> String {
        format!("docs/results/{processor}/{}.{form}", self.name)
    }

    /// The record for people, which names the one for programs.
    fn table(&self, programs: &str, record: &Value) -> String {
        let text = |name: &str| record[name].as_str().unwrap_or("unknown").to_owned();
        let rows = record["rows"].as_array().into_iter().flatten();
        let rows: String = rows.map(|row| format!("| {} |\n", (self.cells)(row).join(" | "))).collect();
        let (names, alignments): (Vec<&str>, Vec<&str>) = self.columns.iter().copied().unzip();
        format!(
            "# {}\n\n\
             Written by `cargo xtask peers` on {}: papilio {}, {}{}, {}. The same rows with all their fields are in `{}`;\n\
             what is measured, and how, in `bench/src/{}`.\n\n{}\n\n| {} |\n|{}|\n{rows}",
            self.title,
            text("date"),
            text("papilio"),
            text("processor"),
            record["kernels"].as_str().map_or_else(String::new, |names| format!(", restricted to kernels {names}")),
            text("compiler"),
            programs,
            self.name,
            self.explanation,
            names.join(" | "),
            alignments.join("|"),
        )
    }
}

/// A field's text, or nothing.
fn text(row: &Value, field: &str) -> String {
    row[field].as_str().unwrap_or_default().to_owned()
}

/// The ratio, or nothing.
fn ratio(row: &Value) -> String {
    row["ratio"].as_f64().map_or_else(String::new, |ratio| format!("{ratio:.2}"))
}

/// A field that is a time in units of so many nanoseconds, or nothing.
fn time(row: &Value, field: &str, unit: f64) -> String {
    let nanoseconds = row[field].as_f64().map(|count| count * unit);
    match nanoseconds {
        None => String::new(),
        Some(ns) if ns < 1e3 => format!("{ns:.1} ns"),
        Some(ns) if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        Some(ns) => format!("{:.2} ms", ns / 1e6),
    }
}

/// A field that is a time in milliseconds, or nothing.
fn milliseconds(row: &Value, field: &str) -> String {
    time(row, field, 1e6)
}

/// A field that is a number, with so many digits behind the point, or nothing.
fn rounded(row: &Value, field: &str, digits: usize) -> String {
    row[field].as_f64().map_or_else(String::new, |x| format!("{x:.digits$}"))
}

/// A field that counts bytes, with so many digits behind the point, or nothing where it is zero.
fn mebibytes(row: &Value, field: &str, digits: usize) -> String {
    match row[field].as_f64() {
        None | Some(0.0) => String::new(),
        Some(bytes) => format!("{:.digits$} MiB", bytes / f64::from(1 << 20)),
    }
}

/// Further remarks on a row: that we are wrong, some more, and the note.
fn remarks(row: &Value, more: Option<String>) -> String {
    let wrong = (row["correct"] != true).then(|| "OUR ANSWER IS WRONG".to_owned());
    let remarks = [wrong, more, row["note"].as_str().map(str::to_owned)];
    remarks.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The kind of processor, where the system tells.
struct Processor {
    vendor: String,
    name: String,
    family: String,
    model: String,
}

impl Processor {
    fn here() -> Self {
        Self::parse(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
    }

    fn parse(info: &str) -> Self {
        let value = |key: &str| {
            let named = |line: &&str| line.split_once(':').is_some_and(|(name, _)| name.trim() == key);
            info.lines().find(named).and_then(|line| line.split_once(": ")).map_or("unknown", |(_, value)| value).to_owned()
        };
        Self { vendor: value("vendor_id"), name: value("model name"), family: value("cpu family"), model: value("model") }
    }

    /// The name of a folder: vendor, family and model.
    fn slug(&self) -> String {
        let vendor = match self.vendor.as_str() {
            "AuthenticAMD" => "amd",
            "GenuineIntel" => "intel",
            _ => "other",
        };
        format!("{vendor}-{}-{}", self.family, self.model)
    }
}

impl core::fmt::Display for Processor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} (family {}, model {})", self.name, self.family, self.model)
    }
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    output.lines().next().unwrap_or("unknown").to_owned()
}

/// The date of a day counted from 1 January 1970 (H. Hinnant, "chrono-compatible low-level date
/// algorithms").
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
    fn records_lie_by_kind_of_processor() {
        let info = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n";
        let processor = Processor::parse(info);
        assert_eq!((processor.slug(), processor.to_string()), ("amd-25-17".into(), "AMD EPYC (family 25, model 17)".into()));
        assert_eq!(Processor::parse("").slug(), "other-unknown-unknown");
        assert_eq!(BENCHMARKS[1].path("amd-25-17", "md"), "docs/results/amd-25-17/bfv.md");
    }

    #[test]
    fn dates() {
        for (day, text) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (20_818, "2026-12-31")] {
            assert_eq!(date(day), text);
        }
    }

    /// Whether the record of one row ends with a line for people, and survives being written for
    /// programs.
    pub(super) fn ends_with(benchmark: &Benchmark, row: &Value, line: &str) {
        let record = json!({ "date": "2026-11-21", "rows": [row] });
        let table = benchmark.table("record.json", &record);
        assert!(table.ends_with(line), "{table}");
        assert_eq!(serde_json::from_str::<Value>(&lines(&record)).expect("an object"), record);
        assert_eq!(benchmark.columns.len(), (benchmark.cells)(row).len());
    }
}
