//! The report of joined parts.

use crate::error::CliError;
use crate::numbers::{counted, seconds, size};
use crate::stdout::{Format, answer};
use papilio_hntt::Design;
use serde_json::json;
use std::path::Path;

/// The joined file.
pub(super) struct Joined<'a> {
    pub(super) output: &'a Path,
    pub(super) bytes: u64,
    pub(super) parts: usize,
    pub(super) design: &'a Design,
}

impl Joined<'_> {
    /// `times` are those of checking the parts and of writing.
    pub(super) fn report(&self, times: [f64; 2], format: Format) -> Result<(), CliError> {
        let Self { output, bytes, parts, design } = self;
        let [load, gather] = times;
        let object = json!({
            "output": output, "bytes": bytes, "windows": parts,
            "seconds": { "load": load, "gather": gather, "wall": load + gather },
        });
        let lines = [
            ("plan", design.summary()),
            (
                "joined",
                format!("{} in {} (checking them {})", counted(*parts as u64, "part"), seconds(load + gather), seconds(load)),
            ),
            ("file", format!("{} ({})", output.display(), size(*bytes))),
        ];
        answer(format, &object, &lines)
    }
}
