//! `papilio sweep`: each size across ciphertexts, at fixed depths in the published layout, and by
//! the planner's own choice.

mod report;

use crate::args::{LayoutName, MemoryArgs, Shape, WitnessArgs};
use crate::columns::planning;
use crate::commands::measure::sweep::args::Sweep;
use crate::commands::measure::sweep::plot::{Axis, Caption, draw};
use crate::commands::measure::sweep::report::origin;
use crate::commands::run::columns::{execute, place};
use crate::engines::Asked;
use crate::error::CliError;
use crate::machine::cpu;
use crate::plaintexts::{Element, Plaintexts, over_plaintexts};
use crate::progress::check;
use crate::stdout::{Format, print, print_json};
use crate::witness;
use papilio_hntt::KeyKind;
use report::{HEADINGS, Row, line, series, write_csv};
use std::path::{Path, PathBuf};

/// Published seconds on eight cores: entries, and depths 1 to 5 ("Constant-Depth NTT for FHE-Based
/// Private Proof Delegation", 2025, section 4).
const PUBLISHED: [(usize, [f64; 5]); 3] = [
    (5_570, [11.4158, 2.6045, 1.9449, 2.7946, 2.5411]),
    (22_280, [45.4127, 6.4632, 5.3701, 4.4982, 6.6192]),
    (2_250_280, [11_729.707_6, 387.0503, 160.5035, 121.1053, 133.9219]),
];

/// Witness sizes of the published table.
const SIZES: [usize; 3] = [PUBLISHED[0].0, PUBLISHED[1].0, PUBLISHED[2].0];

fn plaintexts(args: &Sweep) -> Plaintexts {
    args.field.map_or_else(Plaintexts::default, Plaintexts::Field)
}

pub(super) fn sweep(args: &Sweep, asked: Asked, format: Format) -> Result<(), CliError> {
    let csv = args.output.join("sweep.csv");
    let rows = over_plaintexts!(plaintexts(args), F, t => measure::<F>(t, args, asked, &csv, format))?;
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

/// Measures every row, each in the file as soon as it is known, so that an interrupt keeps those
/// before it.
fn measure<F: Element>(t: &F::Ring, args: &Sweep, asked: Asked, csv: &Path, format: Format) -> Result<Vec<Row>, CliError> {
    let mut rows: Vec<Row> = Vec::new();
    if format == Format::Text {
        print(&(HEADINGS.iter().map(|(name, width)| format!("{name:>width$}")).collect::<Vec<_>>().join(" ") + "\n"))?;
    }
    for &size in args.sizes.as_deref().unwrap_or(&SIZES) {
        for depth in args.depths.iter().copied().map(Some).chain([None]) {
            check()?;
            let row = measure_row::<F>(t, args, asked, (size, depth))?;
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

fn measure_row<F: Element>(
    t: &F::Ring,
    args: &Sweep,
    asked: Asked,
    (size, depth): (usize, Option<u32>),
) -> Result<Row, CliError> {
    let source = WitnessArgs { witness: None, r1cs: None, random: Some(size), levels: None, seed: 1 };
    let entries = witness::read::<F>(t, &source)?;
    let plan = planning::plan::<F>(t, &shape(args, depth), entries.len())?;
    let memory = MemoryArgs { memory_limit: None, work_dir: None };
    let placed = place(asked, &plan.best)?;
    let report = execute(t, &plan, &entries, KeyKind::Secret, (&memory, placed), args.repeat as usize)?;
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
