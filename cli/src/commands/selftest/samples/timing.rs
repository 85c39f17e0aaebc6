//! `papilio selftest timing`: times of operations on secrets, by class. It reports; what a
//! difference means is for the reader, who knows what else ran on the machine.

use super::args::SelftestTiming;
use crate::error::CliError;
use crate::progress;
use crate::stdout::{Format, print, print_json};
use papilio_bench::timing::{Row, Settings, THRESHOLD, measure};
use serde_json::json;

/// Columns of the name of an operation.
const NAME: usize = 46;

pub(crate) fn timing(args: &SelftestTiming, format: Format) -> Result<(), CliError> {
    let settings = Settings { samples: args.samples as usize, series: args.series as usize };
    if format == Format::Text {
        print(&format!(
            "Each operation runs on fixed and on random secrets in random order; t is Welch's\n\
             statistic of the two sets of times. Without a leak it is near 0; beyond {THRESHOLD} in\n\
             every series the times tell secrets apart, as those of the controls must.\n\n"
        ))?;
    }
    let mut rows = Vec::new();
    let mut outcome = Ok(());
    measure(settings, &mut |row| {
        outcome = progress::check().and_then(|()| if format == Format::Json { Ok(()) } else { print(&line(&row)) });
        rows.push(row);
        outcome.is_ok()
    });
    outcome?;
    if format == Format::Text {
        return Ok(());
    }
    let differing = |control: bool| rows.iter().filter(|row| row.control == control && row.differs).count();
    print_json(&json!({
        "threshold": THRESHOLD, "samples": settings.samples, "series": settings.series, "differing": differing(false),
        "controls": rows.iter().filter(|row| row.control).count(), "controls_seen": differing(true), "rows": rows,
    }))
}

fn line(row: &Row) -> String {
    let t: Vec<_> = row.t.iter().map(|t| format!("{t:.1}")).collect();
    let meaning = match (row.control, row.differs) {
        (true, true) => "seen, as it must be",
        (true, false) => "NOT SEEN: this machine is too noisy, or too few samples",
        (false, true) => "DIFFERS",
        (false, false) => "no difference seen",
    };
    format!("{:<NAME$} t = {}: {meaning}\n", row.operation, t.join(", "))
}
