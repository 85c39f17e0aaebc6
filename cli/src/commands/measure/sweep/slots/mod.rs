//! `papilio sweep --table slots`: each size inside one ciphertext, by diagonals and factored,
//! beside the published times.

mod report;

use crate::args::{LayoutName, MemoryArgs, MethodName, SchemeName, Shape, SlotArgs, WitnessArgs, key_kind};
use crate::commands::measure::sweep::args::Sweep;
use crate::commands::measure::sweep::plot::{Caption, draw};
use crate::commands::measure::sweep::report::{origin, write_text};
use crate::commands::run::slots::{execute, place};
use crate::engines::Asked;
use crate::error::CliError;
use crate::plaintexts::Element;
use crate::progress::check;
use crate::slots::planning::{plan, problem, request};
use crate::stdout::{Format, print, print_json};
use crate::witness;
use papilio_field::ResidueRing;
use report::{HEADINGS, Row, axis, line, series, table};

/// Published seconds by size, on one thread of a Ryzen 9 7950X with 100 GB of memory: the diagonal
/// method over BN254 (R. Walch, "Homomorphic FFTs", TACEO, 2024), and the transform in the clear
/// there.
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

/// The sizes of the published table.
pub(super) fn sizes() -> Vec<usize> {
    PUBLISHED.iter().map(|(size, ..)| *size).collect()
}

/// Measures, prints and draws.
pub(super) fn sweep<F: Element>(
    t: &F::Ring,
    args: &Sweep,
    asked: Asked,
    sizes: &[usize],
    format: Format,
) -> Result<(), CliError> {
    let mut rows = Vec::new();
    if format == Format::Text {
        print(&(HEADINGS.iter().map(|(name, width)| format!("{name:>width$}")).collect::<Vec<_>>().join(" ") + "\n"))?;
    }
    let csv = args.output.join("slots.csv");
    for &size in sizes {
        let row = measure::<F>(t, args, asked, size)?;
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

fn measure<F: Element>(t: &F::Ring, args: &Sweep, asked: Asked, size: usize) -> Result<Row, CliError> {
    let source = WitnessArgs { witness: None, r1cs: None, random: Some(size), levels: None, seed: 1 };
    let entries = witness::read::<F>(t, &source)?;
    let shape = Shape { insecure: false, ..Shape::plain(LayoutName::Slots) };
    let by = |method| {
        check()?;
        let slots = SlotArgs { method: Some(method), interleaved: false, scheme: None, key_limit: None };
        let (best, _) = plan::<F>(t, &request(&shape, &slots, problem(&shape, &slots, Some(size), size)?)?)?;
        let memory = MemoryArgs { memory_limit: None, work_dir: None };
        let placed = place(asked, &best, &memory)?;
        execute::<F>(t, &best, &entries, key_kind(args.public_key), SchemeName::Bfv, (&memory, placed))
    };
    let published = PUBLISHED.iter().find(|(published, ..)| *published == size && t.name() == "bn254");
    let (diagonal, factored) = (by(MethodName::Diagonal)?, by(MethodName::Factored)?);
    Ok(Row { size, published_seconds: published.map(|(_, seconds, _)| *seconds), diagonal, factored })
}
