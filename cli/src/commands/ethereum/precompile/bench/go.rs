//! The benchmarks of Go packages.

use crate::commands::rows::{aligned, nanoseconds, object};
use crate::error::CliError;
use crate::stdout::{Format, print};
use serde::Serialize;
use std::path::Path;
use std::process::Command;

/// A line of `go test -bench`, such as
/// `BenchmarkRun/falcon-512/fw-2  123  9411 ns/op  790 gas  83.9 Mgas/s`.
#[derive(Debug, PartialEq, Serialize)]
struct Row {
    implementation: &'static str,
    name: String,
    ns: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    gas: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mgas_per_s: Option<f64>,
    /// The gas at which it would run at the speed of ecrecover, where that is among the benchmarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    parity_gas: Option<f64>,
}

/// Runs the benchmarks of a folder and prints their rows.
pub(super) fn rows(folder: &Path, format: Format) -> Result<(), CliError> {
    let mut command = Command::new("go");
    command.args(["test", "-run", "^$", "-bench", ".", "./..."]).current_dir(folder);
    let output = command.output().map_err(CliError::io("run `go test` in", folder))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        let reason = error.lines().chain(text.lines()).last().unwrap_or("no reason given").to_owned();
        return Err(CliError::input(format!("`go test` in {}: {reason}", folder.display())));
    }
    let mut rows: Vec<Row> = text.lines().filter_map(parse).collect();
    let ecrecover = |row: &&Row| row.name.to_ascii_lowercase().contains("ecrecover");
    if let Some((ns, gas)) = rows.iter().find(ecrecover).and_then(|row| Some((row.ns, row.gas?))) {
        rows.iter_mut().filter(|row| row.gas.is_some()).for_each(|row| row.parity_gas = Some(row.ns * gas / ns));
    }
    if rows.is_empty() {
        return Err(CliError::input(format!("{}: its packages have no benchmarks", folder.display())));
    }
    rows.iter().try_for_each(|row| print(&if format == Format::Json { object(row)? } else { line(row) }))
}

fn parse(line: &str) -> Option<Row> {
    let mut fields = line.split_whitespace();
    let name = fields.next()?.strip_prefix("Benchmark")?.to_owned();
    // How often it ran.
    fields.next()?;
    let fields: Vec<&str> = fields.collect();
    let value = |unit: &str| fields.chunks(2).find(|pair| pair.get(1) == Some(&unit)).and_then(|pair| pair[0].parse().ok());
    let mgas = value("Mgas/s").or_else(|| value("mgas/s"));
    Some(Row {
        implementation: "go",
        name,
        ns: value("ns/op")?,
        gas: value("gas").or_else(|| value("gas/op")),
        mgas_per_s: mgas,
        parity_gas: None,
    })
}

fn line(row: &Row) -> String {
    let or_dash = |value: Option<f64>, digits| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
    let fields = [
        row.implementation.to_owned(),
        nanoseconds(row.ns),
        or_dash(row.gas, 0),
        or_dash(row.mgas_per_s, 1),
        or_dash(row.parity_gas, 0),
    ];
    format!("{}  {}\n", aligned([6, 32, 6, 8, 8], fields), row.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_benchmarks_and_others() {
        let line = "BenchmarkRun/falcon-512/fw-2 \t 126000\t 9411 ns/op\t 83.94 Mgas/s\t 790.0 gas\t 1024 B/op\t 1 allocs/op";
        let row = Row {
            implementation: "go",
            name: "Run/falcon-512/fw-2".to_owned(),
            ns: 9411.0,
            gas: Some(790.0),
            mgas_per_s: Some(83.94),
            parity_gas: None,
        };
        assert_eq!(parse(line), Some(row));
        let line = "BenchmarkPrecompiledEcrecover/-Gas=3000-4  65388  57182 ns/op  3000 gas/op  52.46 mgas/s";
        assert_eq!(parse(line).map(|row| (row.ns, row.gas, row.mgas_per_s)), Some((57182.0, Some(3000.0), Some(52.46))));
        assert_eq!(parse("BenchmarkOther-2 100 5.5 ns/op").and_then(|row| row.gas), None);
        for other in [
            "",
            "PASS",
            "ok  \tgithub.com/x\t1.0s",
            "goos: linux",
            "BenchmarkBroken",
            "BenchmarkBroken 1",
            "BenchmarkBroken 1 x ns/op",
        ] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
