//! `papilio demo`: the whole story.

mod report;

use super::run::columns::{execute, place};
use crate::args::{EngineArg, LayoutName, MemoryArgs, Shape};
use crate::columns::planning;
use crate::engines::Asked;
use crate::error::CliError;
use crate::machine::kernels_of;
use crate::stdout::{Format, answer, print};
use crate::witness::DEFAULT_LEVELS;
use papilio_field::FieldRing;
use papilio_field::fields::P32;
use papilio_hntt::KeyKind;
use papilio_ligero::semaphore;
use report::story;

pub(crate) fn demo(args: EngineArg, format: Format) -> Result<(), CliError> {
    let asked = Asked::here(args.engine)?;
    let (system, witness) = semaphore::generate::<P32>(DEFAULT_LEVELS, 1).map_err(CliError::input)?;
    system.check(&witness).map_err(CliError::input)?;
    // One column a ciphertext, so that the whole transform is the server's.
    let t = &FieldRing::<P32>::new();
    let plan = planning::plan::<P32>(t, &Shape::plain(LayoutName::Columns), witness.len())?;
    let placed = place(asked, &plan.best)?;
    if format == Format::Text {
        print(&story(&system, &witness, &kernels_of(&plan.best.literal)))?;
    }
    let memory = MemoryArgs { memory_limit: None, work_dir: None };
    let report = execute(t, &plan, &witness, KeyKind::Secret, (&memory, placed), 5)?;
    answer(format, &report, &report.lines())?;
    report.verdict()
}
