//! `papilio sweep --table slots`: each size inside one ciphertext, by diagonals and factored, beside the published times.

use super::args::Sweep;
use super::plot::{Axis, Caption, Point, Series, draw};
use super::{origin, write_text};
use crate::args::{LayoutName, MemoryArgs, MethodName, SchemeName, Shape, SlotArgs};
use crate::commands::run::slots::execute;
use crate::commands::run::slots::report::SlotReport;
use crate::error::CliError;
use crate::numbers::{seconds, size};
use crate::plaintexts::Element;
use crate::progress::check;
use crate::slots::planning::{plan, problem, request};
use crate::stdout::{Format, print, print_json};
use crate::witness;
use papilio_field::ResidueRing;
use serde::Serialize;

/// Published seconds by size, on one thread of a Ryzen 9 7950X with 100 GB of memory: the diagonal method over BN254 (R. Walch, "Homomorphic
/// FFTs", TACEO, 2024), and the transform in the clear there.
const PUBLISHED: [(usize, f64, f64); 8] = [
    (256, 20.3, 0.000_03),
    (512, 38.6, 0.000_07),
    (1024, 71.3, 0.000_15),
    (2048, 138.2, 0.000_32),
    (4096, 262.2, 0.000_69),
    (8192, 506.7, 0.001_51),
    (16384, 954.3, 0.004_64),
    (32768, 1514.2, 0.012_35),
];

/// One line of the table.
#[derive(Serialize)]
struct Row {
    size: usize,
    /// Of the published diagonal method, where it was published.
    published_seconds: Option<f64>,
    diagonal: SlotReport,
    factored: SlotReport,
}

impl Row {
    fn reports(&self) -> [&SlotReport; 2] {
        [&self.diagonal, &self.factored]
    }
}

/// The sizes of the published table.
pub(super) fn sizes() -> Vec<usize> {
    PUBLISHED.iter().map(|(size, ..)| *size).collect()
}

/// Measures, prints and draws.
pub(super) fn sweep<F: Element>(t: &F::Ring, args: &Sweep, sizes: &[usize], format: Format) -> Result<(), CliError> {
    let mut rows = Vec::new();
    if format == Format::Text {
        print(&(HEADINGS.iter().map(|(name, width)| format!("{name:>width$}")).collect::<Vec<_>>().join(" ") + "\n"))?;
    }
    let csv = args.output.join("slots.csv");
    for &size in sizes {
        let row = measure::<F>(t, args, size)?;
        if format == Format::Text {
            row.reports().iter().try_for_each(|report| print(&(line(&row, report) + "\n")))?;
        }
        rows.push(row);
        // An interrupt keeps what is known.
        write_text(&csv, &table(&rows))?;
    }
    let caption = Caption { title: format!("Transforms in the slots of one ciphertext, over {}", t.name()), origin: origin() };
    let mut files = vec![csv];
    for name in ["slots.svg", "slots.png"] {
        let path = args.output.join(name);
        draw(&series(&rows), &axis(&rows), &caption, &path).map_err(CliError::file(&path))?;
        files.push(path);
    }
    if format == Format::Json {
        print_json(&serde_json::json!({ "rows": rows, "files": files }))?;
    } else {
        print(&format!("\nwritten: {}\n", files.iter().map(|f| f.display().to_string()).collect::<Vec<_>>().join(", ")))?;
    }
    match rows.iter().flat_map(Row::reports).find(|report| !report.verified) {
        Some(report) => Err(CliError::Unverified(format!("{} elements, {}", report.size, report.method))),
        None => Ok(()),
    }
}

fn measure<F: Element>(t: &F::Ring, args: &Sweep, size: usize) -> Result<Row, CliError> {
    let source = crate::args::WitnessArgs { witness: None, r1cs: None, random: Some(size), levels: None, seed: 1 };
    let entries = witness::read::<F>(t, &source)?;
    let shape = Shape { insecure: false, ..Shape::plain(LayoutName::Slots) };
    let by = |method| {
        check()?;
        let slots = SlotArgs { method: Some(method), interleaved: false, scheme: None, key_limit: None };
        let (best, _) = plan::<F>(t, &request(&shape, &slots, problem(&shape, Some(size), size, false)?)?)?;
        execute::<F>(t, &best, &entries, args.public_key, SchemeName::Bfv, &MemoryArgs { memory_limit: None, work_dir: None })
    };
    let published = PUBLISHED.iter().find(|(published, ..)| *published == size && t.name() == "bn254");
    let (diagonal, factored) = (by(MethodName::Diagonal)?, by(MethodName::Factored)?);
    Ok(Row { size, published_seconds: published.map(|(_, seconds, _)| *seconds), diagonal, factored })
}

const HEADINGS: [(&str, usize); 13] = [
    ("size", 6),
    ("published", 10),
    ("method", 9),
    ("radices", 14),
    ("transform", 10),
    ("in clear", 9),
    ("overhead", 9),
    ("memory", 10),
    ("keys", 10),
    ("layers", 6),
    ("before", 7),
    ("after", 6),
    ("security", 8),
];

fn line(row: &Row, report: &SlotReport) -> String {
    let fields = [
        report.size.to_string(),
        row.published_seconds.map_or_else(|| "-".to_owned(), seconds),
        report.method.to_owned(),
        report.recipe.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        seconds(report.seconds.transform),
        seconds(report.seconds.verify),
        format!("{:.0}", report.seconds.transform / report.seconds.verify),
        size(report.peak_memory_bytes),
        size(report.galois_key_bytes),
        report.layers.to_string(),
        format!("{:.1}", report.noise_budget_bits.fresh),
        format!("{:.1}", report.noise_budget_bits.after),
        report.security_bits.to_string(),
    ];
    fields.iter().zip(HEADINGS).map(|(field, (_, width))| format!("{field:>width$}")).collect::<Vec<_>>().join(" ")
}

/// Columns of the file: name, and what it holds of a row and one of its reports.
type Column = (&'static str, fn(&Row, &SlotReport) -> String);

const COLUMNS: [Column; 24] = [
    ("size", |_, r| r.size.to_string()),
    ("published_seconds", |row, _| row.published_seconds.map(|s| s.to_string()).unwrap_or_default()),
    ("method", |_, r| r.method.to_owned()),
    ("radices", |_, r| r.recipe.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
    ("transform_seconds", |_, r| r.seconds.transform.to_string()),
    ("speedup", |row, r| row.published_seconds.map(|s| (s / r.seconds.transform).to_string()).unwrap_or_default()),
    ("plain_seconds", |_, r| r.seconds.verify.to_string()),
    ("overhead_factor", |_, r| (r.seconds.transform / r.seconds.verify).to_string()),
    ("galois_key_seconds", |_, r| r.seconds.galois_keys.to_string()),
    ("peak_memory_bytes", |_, r| r.peak_memory_bytes.to_string()),
    ("galois_keys", |_, r| r.galois_keys.to_string()),
    ("galois_key_bytes", |_, r| r.galois_key_bytes.to_string()),
    ("layers", |_, r| r.layers.to_string()),
    ("ct_pt_multiplies", |_, r| r.counts.ct_pt_multiplies.to_string()),
    ("rotations", |_, r| r.counts.rotations.to_string()),
    ("ring_degree", |_, r| r.ring_degree.to_string()),
    ("modulus_bits", |_, r| r.modulus_bits.to_string()),
    ("key_modulus_bits", |_, r| r.key_modulus_bits.to_string()),
    ("security_bits", |_, r| r.security_bits.to_string()),
    ("fresh_budget_bits", |_, r| r.noise_budget_bits.fresh.to_string()),
    ("after_budget_bits", |_, r| r.noise_budget_bits.after.to_string()),
    ("predicted_after_budget_bits", |_, r| r.noise_budget_bits.predicted_after.to_string()),
    ("threads", |_, r| r.threads.to_string()),
    ("machine", |_, _| crate::machine::cpu().replace(',', " ")),
];

fn table(rows: &[Row]) -> String {
    let header = COLUMNS.map(|(name, _)| name).join(",");
    let lines = rows.iter().flat_map(|row| row.reports().map(|report| COLUMNS.map(|(_, value)| value(row, report)).join(",")));
    core::iter::once(header).chain(lines).map(|line| line + "\n").collect()
}

fn axis(rows: &[Row]) -> Axis {
    let least = rows.iter().map(|row| row.size.ilog2()).min().unwrap_or(1);
    Axis { label: "log2 of the elements of the transform", first: least }
}

/// The curves of the plots: both methods, and the transform in the clear.
fn series(rows: &[Row]) -> Vec<Series> {
    let point = |report: &SlotReport, seconds: f64, reference_seconds: Option<f64>| Point {
        depth: report.size.ilog2(),
        seconds,
        multiplies: report.counts.ct_pt_multiplies,
        additions: report.counts.ct_ct_adds,
        reference_seconds,
    };
    let curve = |name: &str, point: &dyn Fn(&Row) -> Point| Series {
        name: name.to_owned(),
        points: rows.iter().map(point).collect(),
        planner: None,
    };
    let clear = |row: &Row| Point { multiplies: 0, additions: 0, ..point(&row.factored, row.factored.seconds.verify, None) };
    vec![
        curve("diagonal", &|row| point(&row.diagonal, row.diagonal.seconds.transform, row.published_seconds)),
        curve("factored", &|row| point(&row.factored, row.factored.seconds.transform, None)),
        curve("in the clear", &clear),
    ]
}
