//! The report of a decryption.

use crate::error::CliError;
use crate::numbers::{counted, seconds, size};
use crate::stdout::{Format, answer};
use papilio_hntt::Design;
use serde_json::{Value, json};
use std::path::Path;

/// Facts of a decryption.
pub(super) struct Decryption<'a> {
    pub(super) output: &'a Path,
    pub(super) values: usize,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
    /// The least budget left in any ciphertext, bits.
    pub(super) budget: f64,
    pub(super) predicted_budget: f64,
}

impl Decryption<'_> {
    /// Reports the values of transformed columns.
    pub(super) fn of_columns(&self, design: &Design, format: Format) -> Result<(), CliError> {
        let (columns, lanes) = (design.outer.columns() as u64, design.lanes as u64);
        answer(format, &self.object(), &self.lines(&format!("in {} of {}", counted(columns, "column"), counted(lanes, "lane"))))
    }

    /// Reports the values of a vector in slots.
    pub(super) fn of_slots(&self, format: Format) -> Result<(), CliError> {
        let mut object = self.object();
        object["layout"] = "slots".into();
        answer(format, &object, &self.lines("of a vector in slots"))
    }

    fn object(&self) -> Value {
        let Self { output, values, bytes, seconds, budget, predicted_budget } = self;
        json!({
            "output": output, "values": values, "bytes": bytes, "seconds": seconds,
            "noise_budget_bits": { "after": budget, "predicted_after": predicted_budget },
        })
    }

    fn lines(&self, place: &str) -> [(&'static str, String); 4] {
        let Self { budget, predicted_budget, .. } = self;
        [
            ("decrypted", format!("{} {place}", counted(self.values as u64, "value"))),
            ("noise", format!("{budget:.1} bits of budget left (predicted {predicted_budget:.1})")),
            ("file", format!("{} ({})", self.output.display(), size(self.bytes))),
            ("time", seconds(self.seconds)),
        ]
    }
}
