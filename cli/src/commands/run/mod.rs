//! `papilio run`: both ends in one process.

pub(super) mod args;
pub(super) mod columns;
pub(super) mod report;
pub(super) mod slots;

use crate::args::LayoutName;
use crate::columns::planning;
use crate::engines::Asked;
use crate::error::CliError;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::stdout::{Format, answer};
use crate::witness;
use args::Run;
use columns::{execute, place};

pub(crate) fn run(args: &Run, format: Format) -> Result<(), CliError> {
    if args.shape.layout == LayoutName::Slots {
        return slots::run(args, format);
    }
    let given = args.slots.given().or(args.size.map(|_| "--size"));
    if let Some(name) = given {
        return Err(CliError::usage(format!("{name} belongs to --layout slots")));
    }
    let asked = Asked::here(args.engine.engine)?;
    let plaintexts = witness::plaintexts_of(&args.witness, Plaintexts::asked(&args.shape))?;
    let report = over_plaintexts!(plaintexts, F, t => {
        let entries = witness::read::<F>(t, &args.witness)?;
        let plan = planning::plan::<F>(t, &args.shape, entries.len())?;
        let placed = place(asked, &plan.best)?;
        execute(t, &plan, &entries, args.shape.key(), (&args.memory, placed), 1)?
    });
    answer(format, &report, &report.lines())?;
    report.verdict()
}
