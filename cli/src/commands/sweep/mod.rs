//! `papilio sweep`: each size at fixed depths in the published layout, and by the planner's own choice.

pub(super) mod args;
mod calendar;
mod plot;
mod slots;

use super::run::execute;
use super::run::report::Report;
use crate::args::{FieldName, LayoutName, MemoryArgs, Shape, WitnessArgs};
use crate::columns::planning;
use crate::error::CliError;
use crate::files::{Output, temporary};
use crate::machine::Kernels;
use crate::machine::cpu;
use crate::numbers::{counted, seconds};
use crate::plaintexts::{Element, Plaintexts, over_plaintexts};
use crate::progress::check;
use crate::stdout::{Format, print, print_json};
use crate::witness;
use args::{Sweep, TableName};
use calendar::today;
use plot::{Axis, Caption, Point, Series, draw};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Published seconds on eight cores: entries, and depths 1 to 5 ("Constant-Depth NTT for FHE-Based Private Proof
/// Delegation", 2025, section 4).
const PUBLISHED: [(usize, [f64; 5]); 3] = [
    (5_570, [11.4158, 2.6045, 1.9449, 2.7946, 2.5411]),
    (22_280, [45.4127, 6.4632, 5.3701, 4.4982, 6.6192]),
    (2_250_280, [11_729.707_6, 387.0503, 160.5035, 121.1053, 133.9219]),
];

/// One line of the table.
#[derive(Serialize)]
struct Row {
    /// Depth asked for, or none for the planner's choice.
    depth: Option<u32>,
    /// Published seconds of the same row.
    published_seconds: Option<f64>,
    /// Bytes read and written by the transform.
    bytes_moved: u64,
    machine: String,
    report: Report,
}

pub(crate) fn sweep(args: &Sweep, format: Format) -> Result<(), CliError> {
    std::fs::create_dir_all(&args.output).map_err(CliError::io("create", &args.output))?;
    let table = if args.table == TableName::Slots { "slots" } else { "sweep" };
    for extension in ["csv", "svg", "png"] {
        // Before anything is measured.
        Output::admit(&args.output.join(format!("{table}.{extension}")), &[], args.replace.force)?;
    }
    if args.table == TableName::Slots {
        let sizes = args.sizes.clone().unwrap_or_else(slots::sizes);
        let plaintexts = Plaintexts::Field(args.field.unwrap_or(FieldName::Bn254));
        return over_plaintexts!(plaintexts, F, t => slots::sweep::<F>(t, args, &sizes, format));
    }
    columns(args, format)
}

/// The machine and the day, as captions have them.
fn origin() -> String {
    let threads = counted(rayon::current_num_threads() as u64, "thread");
    format!("{}, {threads}; {}; {}", cpu(), Kernels::of_plans().line(), today())
}

/// Witness sizes of the published table.
const SIZES: [usize; 3] = [PUBLISHED[0].0, PUBLISHED[1].0, PUBLISHED[2].0];

fn plaintexts(args: &Sweep) -> Plaintexts {
    args.field.map_or_else(Plaintexts::default, Plaintexts::Field)
}

fn columns(args: &Sweep, format: Format) -> Result<(), CliError> {
    let csv = args.output.join("sweep.csv");
    let rows = over_plaintexts!(plaintexts(args), F, t => measure::<F>(t, args, &csv, format))?;
    let axis = Axis { label: "Multiplicative depth", first: 1 };
    let caption = Caption {
        title: format!("Transforms across ciphertexts at constant depth, over {}", plaintexts(args).name()),
        origin: origin(),
    };
    let mut files = vec![csv];
    for name in ["sweep.svg", "sweep.png"] {
        let path = args.output.join(name);
        draw(&series(&rows), &axis, &caption, &path).map_err(CliError::file(&path))?;
        files.push(path);
    }
    if format == Format::Json {
        return print_json(&serde_json::json!({ "rows": rows, "files": files }));
    }
    print(&format!("\nwritten: {}\n", files.iter().map(|f: &PathBuf| f.display().to_string()).collect::<Vec<_>>().join(", ")))
}

/// Measures every row, each in the file as soon as it is known, so that an interrupt keeps those before it.
fn measure<F: Element>(t: &F::Ring, args: &Sweep, csv: &Path, format: Format) -> Result<Vec<Row>, CliError> {
    let mut rows: Vec<Row> = Vec::new();
    if format == Format::Text {
        print(&(HEADINGS.iter().map(|(name, width)| format!("{name:>width$}")).collect::<Vec<_>>().join(" ") + "\n"))?;
    }
    for &size in args.sizes.as_deref().unwrap_or(&SIZES) {
        for depth in args.depths.iter().copied().map(Some).chain([None]) {
            check()?;
            let row = measure_row::<F>(t, args, size, depth)?;
            if format == Format::Text {
                print(&(line(&row) + "\n"))?;
            }
            rows.push(row);
            write_csv(csv, &rows)?;
        }
    }
    match rows.iter().find(|row| !row.report.verified) {
        Some(row) => Err(CliError::Unverified(format!("{} entries at depth {:?}", row.report.entries, row.depth))),
        None => Ok(rows),
    }
}

fn measure_row<F: Element>(t: &F::Ring, args: &Sweep, size: usize, depth: Option<u32>) -> Result<Row, CliError> {
    let source = WitnessArgs { witness: None, r1cs: None, random: Some(size), levels: None, seed: 1 };
    let entries = witness::read::<F>(t, &source)?;
    let plan = planning::plan::<F>(t, &shape(args, depth), entries.len())?;
    let memory = MemoryArgs { memory_limit: None, work_dir: None };
    let report = execute(t, &plan, &entries, false, &memory, args.repeat as usize)?;
    let residues = (report.ciphertexts * 2 * report.ring_degree) as u64;
    // Every limb is read and, being worked on in place, written back.
    let moved = 2 * plan.best.recipe.limbs[0] as u64;
    let at = |depth: u32| (depth as usize).checked_sub(1);
    let published = PUBLISHED.iter().find(|(entries, _)| *entries == size).map(|(_, seconds)| seconds);
    let published_seconds = depth.and_then(at).and_then(|i| published?.get(i).copied());
    Ok(Row { depth, published_seconds, bytes_moved: residues * moved * 8, machine: cpu(), report })
}

/// The published layout at a fixed depth; everything open for the planner's own choice.
fn shape(args: &Sweep, depth: Option<u32>) -> Shape {
    let Some(depth) = depth else { return Shape { field: args.field, ..Shape::plain(LayoutName::Auto) } };
    Shape {
        field: args.field,
        packing: args.packing,
        depth: Some(depth),
        evaluator: args.evaluator,
        ring_degree: Some(args.ring_degree),
        ..Shape::plain(LayoutName::Columns)
    }
}

const HEADINGS: [(&str, usize); 13] = [
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

fn line(row: &Row) -> String {
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

const COLUMNS: [Column; 32] = [
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
    ("kernel", |r| r.report.kernel.to_owned()),
    ("machine", |r| r.machine.replace(',', " ")),
];

/// A list as one field of a CSV line.
fn joined(xs: &[usize]) -> String {
    xs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn write_csv(path: &Path, rows: &[Row]) -> Result<(), CliError> {
    let header = COLUMNS.map(|(name, _)| name).join(",");
    let lines = rows.iter().map(|row| COLUMNS.map(|(_, value)| value(row)).join(","));
    write_text(path, &core::iter::once(header).chain(lines).map(|line| line + "\n").collect::<String>())
}

/// Writes a file that appears whole or not at all.
fn write_text(path: &Path, text: &str) -> Result<(), CliError> {
    temporary::write_whole(path, text.as_bytes()).map_err(CliError::io("write", path))
}

/// The rows of the plots: one series a size.
fn series(rows: &[Row]) -> Vec<Series> {
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
