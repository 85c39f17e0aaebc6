//! The table, the file and the plots of transforms across ciphertexts.

use crate::commands::measure::sweep::plot::{Point, Series};
use crate::commands::measure::sweep::report::write_text;
use crate::commands::run::report::Report;
use crate::error::CliError;
use crate::numbers::{counted, seconds};
use serde::Serialize;
use std::path::Path;

/// One line of the table.
#[derive(Serialize)]
pub(super) struct Row {
    /// Depth asked for, or none for the planner's choice.
    pub(super) depth: Option<u32>,
    /// Published seconds of the same row.
    pub(super) published_seconds: Option<f64>,
    /// Bytes read and written by the transform.
    pub(super) bytes_moved: u64,
    pub(super) machine: String,
    pub(super) report: Report,
}

/// Headings of the table, and the width of each column.
pub(super) const HEADINGS: [(&str, usize); 13] = [
    ("entries", 9),
    ("depth", 7),
    ("layout", 8),
    ("radices", 18),
    ("limbs", 16),
    ("transform", 10),
    ("published", 10),
    ("products", 10),
    ("distinct", 9),
    ("additions", 10),
    ("fresh", 6),
    ("after", 6),
    ("predicted", 9),
];

/// A line of the table.
pub(super) fn line(row: &Row) -> String {
    let r = &row.report;
    let list = |xs: &[usize]| xs.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let fields = [
        r.entries.to_string(),
        row.depth.map_or_else(|| format!("auto {}", r.layers), |d| d.to_string()),
        r.layout.to_owned(),
        list(&r.recipe),
        list(&r.limb_schedule),
        seconds(r.seconds.transform),
        row.published_seconds.map_or_else(|| "-".to_owned(), seconds),
        r.counts.ct_pt_multiplies.to_string(),
        r.counts.distinct_products.to_string(),
        r.counts.ct_ct_additions.to_string(),
        format!("{:.1}", r.noise_budget_bits.fresh),
        format!("{:.1}", r.noise_budget_bits.after),
        format!("{:.1}", r.noise_budget_bits.predicted_after),
    ];
    fields.iter().zip(HEADINGS).map(|(field, (_, width))| format!("{field:>width$}")).collect::<Vec<_>>().join(" ")
}

/// Columns of the table: name, and what it holds of a row.
type Column = (&'static str, fn(&Row) -> String);

const COLUMNS: [Column; 33] = [
    ("entries", |r| r.report.entries.to_string()),
    ("lanes", |r| r.report.lanes.to_string()),
    ("columns", |r| r.report.columns.to_string()),
    ("ciphertexts", |r| r.report.ciphertexts.to_string()),
    ("depth", |r| r.depth.map_or_else(|| "auto".to_owned(), |d| d.to_string())),
    ("layers", |r| r.report.layers.to_string()),
    ("layout", |r| r.report.layout.to_owned()),
    ("radices", |r| joined(&r.report.recipe)),
    ("ring_degree", |r| r.report.ring_degree.to_string()),
    ("modulus_bits", |r| r.report.modulus_bits.to_string()),
    ("limbs_per_layer", |r| joined(&r.report.limb_schedule)),
    ("security_bits", |r| r.report.security_bits.to_string()),
    ("transform_seconds", |r| r.report.seconds.transform.to_string()),
    ("published_seconds", |r| r.published_seconds.map(|s| s.to_string()).unwrap_or_default()),
    ("speedup", |r| r.published_seconds.map(|s| (s / r.report.seconds.transform).to_string()).unwrap_or_default()),
    ("encrypt_seconds", |r| r.report.seconds.encrypt.to_string()),
    ("decrypt_seconds", |r| r.report.seconds.decrypt.to_string()),
    ("ct_pt_multiplies", |r| r.report.counts.ct_pt_multiplies.to_string()),
    ("distinct_products", |r| r.report.counts.distinct_products.to_string()),
    ("ct_ct_additions", |r| r.report.counts.ct_ct_additions.to_string()),
    ("rotations", |r| r.report.counts.rotations.to_string()),
    ("key_switches", |r| r.report.counts.key_switches.to_string()),
    ("fresh_budget_bits", |r| r.report.noise_budget_bits.fresh.to_string()),
    ("predicted_fresh_budget_bits", |r| r.report.noise_budget_bits.predicted_fresh.to_string()),
    ("after_budget_bits", |r| r.report.noise_budget_bits.after.to_string()),
    ("predicted_after_budget_bits", |r| r.report.noise_budget_bits.predicted_after.to_string()),
    ("bytes_moved", |r| r.bytes_moved.to_string()),
    ("ciphertext_bytes", |r| r.report.ciphertext_bytes.to_string()),
    ("peak_memory_bytes", |r| r.report.peak_memory_bytes.to_string()),
    ("threads", |r| r.report.threads.to_string()),
    ("engine", |r| r.report.engine.name().to_owned()),
    ("kernel", |r| r.report.kernel.to_owned()),
    ("machine", |r| r.machine.replace(',', " ")),
];

/// A list as one field of a CSV line.
fn joined(xs: &[usize]) -> String {
    xs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes the file of comma-separated values.
pub(super) fn write_csv(path: &Path, rows: &[Row]) -> Result<(), CliError> {
    let header = COLUMNS.map(|(name, _)| name).join(",");
    let lines = rows.iter().map(|row| COLUMNS.map(|(_, value)| value(row)).join(","));
    write_text(path, &core::iter::once(header).chain(lines).map(|line| line + "\n").collect::<String>())
}

/// The rows of the plots: one series a size.
pub(super) fn series(rows: &[Row]) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for row in rows {
        let name = format!("{}, {}", counted(row.report.entries as u64, "entry"), counted(row.report.columns as u64, "column"));
        if series.last().is_none_or(|s| s.name != name) {
            series.push(Series { name, points: Vec::new(), planner: None });
        }
        let point = Point {
            depth: row.report.layers as u32,
            seconds: row.report.seconds.transform,
            multiplies: row.report.counts.ct_pt_multiplies,
            additions: row.report.counts.ct_ct_additions,
            reference_seconds: row.published_seconds,
        };
        if let Some(last) = series.last_mut() {
            match row.depth {
                Some(_) => last.points.push(point),
                None => last.planner = Some(point),
            }
        }
    }
    series
}
