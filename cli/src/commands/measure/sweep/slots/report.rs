//! The table, the file and the plots of transforms inside one ciphertext.

use crate::commands::measure::sweep::plot::{Axis, Point, Series};
use crate::commands::run::slots::report::SlotReport;
use crate::machine::cpu;
use crate::numbers::{seconds, size};
use serde::Serialize;

/// One line of the table.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) size: usize,
    /// Seconds of the published diagonal method, for the sizes that were published.
    pub(super) published_seconds: Option<f64>,
    pub(super) diagonal: SlotReport,
    pub(super) factored: SlotReport,
}

impl Row {
    pub(super) fn reports(&self) -> [&SlotReport; 2] {
        [&self.diagonal, &self.factored]
    }
}

/// Headings of the table, and the width of each column.
pub(super) const HEADINGS: [(&str, usize); 13] = [
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

/// A line of the table.
pub(super) fn line(row: &Row, report: &SlotReport) -> String {
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

const COLUMNS: [Column; 25] = [
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
    ("engine", |_, r| r.engine.as_ref().map_or_else(String::new, |engine| engine.name().to_owned())),
    ("machine", |_, _| cpu().replace(',', " ")),
];

/// The file of comma-separated values.
pub(super) fn table(rows: &[Row]) -> String {
    let header = COLUMNS.map(|(name, _)| name).join(",");
    let lines = rows.iter().flat_map(|row| row.reports().map(|report| COLUMNS.map(|(_, value)| value(row, report)).join(",")));
    core::iter::once(header).chain(lines).map(|line| line + "\n").collect()
}

/// The axis of the plots.
pub(super) fn axis(rows: &[Row]) -> Axis {
    let least = rows.iter().map(|row| row.size.ilog2()).min().unwrap_or(1);
    Axis { label: "log2 of the elements of the transform", first: least }
}

/// The curves of the plots: both methods, and the transform in the clear.
pub(super) fn series(rows: &[Row]) -> Vec<Series> {
    let point = |report: &SlotReport, seconds: f64, reference_seconds: Option<f64>| Point {
        depth: report.size.ilog2(),
        seconds,
        multiplies: report.counts.ct_pt_multiplies,
        additions: report.counts.ct_ct_additions,
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
