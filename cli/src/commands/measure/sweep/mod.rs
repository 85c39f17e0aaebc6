//! `papilio sweep`: tables of measurements, as files and plots.

pub(super) mod args;
mod calendar;
mod columns;
mod plot;
mod report;
mod slots;

use crate::args::FieldName;
use crate::engines::Asked;
use crate::error::CliError;
use crate::files::Output;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::stdout::Format;
use args::{Sweep, TableName};

pub(crate) fn sweep(args: &Sweep, format: Format) -> Result<(), CliError> {
    let asked = Asked::here(args.engine.engine)?;
    // A device that is not there is told before anything is written.
    asked.select(None)?;
    std::fs::create_dir_all(&args.output).map_err(CliError::io("create", &args.output))?;
    let table = if args.table == TableName::Slots { "slots" } else { "sweep" };
    for extension in ["csv", "svg", "png"] {
        // Before anything is measured.
        Output::admit(&args.output.join(format!("{table}.{extension}")), &[], args.replace.replacement())?;
    }
    if args.table == TableName::Slots {
        let sizes = args.sizes.clone().unwrap_or_else(slots::sizes);
        let plaintexts = Plaintexts::Field(args.field.unwrap_or(FieldName::Bn254));
        return over_plaintexts!(plaintexts, F, t => slots::sweep::<F>(t, args, asked, &sizes, format));
    }
    columns::sweep(args, asked, format)
}
