//! The report of an encryption.

use crate::error::CliError;
use crate::numbers::{counted, seconds, size};
use crate::stdout::{Format, answer};
use serde_json::{Value, json};
use std::path::Path;

/// Facts of an encryption.
pub(super) struct Encryption<'a> {
    pub(super) output: &'a Path,
    pub(super) entries: usize,
    pub(super) ciphertexts: usize,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
    /// Whether ciphertexts have a seed in the place of a part.
    pub(super) seeded: bool,
}

impl Encryption<'_> {
    /// Reports a file of encrypted columns.
    pub(super) fn of_columns(&self, format: Format) -> Result<(), CliError> {
        let ciphertexts = counted(self.ciphertexts as u64, "ciphertext");
        answer(format, &self.object(), &self.lines(&ciphertexts))
    }

    /// Reports a file of a vector in slots.
    pub(super) fn of_slots(&self, format: Format) -> Result<(), CliError> {
        let mut object = self.object();
        object["layout"] = "slots".into();
        answer(format, &object, &self.lines("the slots of one ciphertext"))
    }

    fn object(&self) -> Value {
        let Self { output, entries, ciphertexts, bytes, seconds, seeded } = self;
        json!({
            "output": output, "entries": entries, "ciphertexts": ciphertexts, "bytes": bytes, "seconds": seconds, "seeded": seeded,
        })
    }

    fn lines(&self, place: &str) -> [(&'static str, String); 3] {
        [
            ("encrypted", format!("{} in {place}", counted(self.entries as u64, "entry"))),
            ("file", format!("{} ({})", self.output.display(), size(self.bytes))),
            ("time", seconds(self.seconds)),
        ]
    }
}

/// The refusal of a public key whose noise the plan has no room for.
pub(super) fn refuse_public(key: &Path, bits: f64) -> CliError {
    CliError::plan(format!(
        "{}: this plan is for encryption under the secret key: under the public key {bits:.1} bits of noise budget would be left, and \
         the result would not decrypt; make keys with `keygen --public-key`",
        key.display()
    ))
}
