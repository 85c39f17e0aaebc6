//! The report of new keys.

use crate::columns::costs::{Source, planned};
use crate::error::CliError;
use crate::numbers::{seconds, size};
use crate::stdout::{Format, answer};
use papilio_hntt::Design;
use papilio_hntt::slots::SlotDesign;
use serde_json::json;
use std::path::Path;

/// Files of keys with their bytes, and the time to make them.
pub(super) struct Keys<'a> {
    pub(super) secret: (&'a Path, u64),
    /// Without bytes where the plan has no room for the noise of a public key.
    pub(super) public: (&'a Path, Option<u64>),
    pub(super) seconds: f64,
}

impl Keys<'_> {
    /// Reports keys for columns.
    pub(super) fn of_columns(&self, design: &Design, costs: Source, format: Format) -> Result<(), CliError> {
        let Self { secret: (secret, secret_bytes), public: (public, public_bytes), seconds: time } = self;
        let object = json!({
            "secret_key": secret, "public_key": public_bytes.map(|_| public), "secret_key_bytes": secret_bytes, "public_key_bytes": public_bytes,
            "capacity": design.capacity(), "seconds": time, "costs": costs, "design": design,
        });
        let lines = [
            ("plan", design.summary()),
            ("server", planned(design.seconds, costs)),
            self.secret_line(),
            self.public_line(),
            ("time", seconds(*time)),
        ];
        answer(format, &object, &lines)
    }

    /// Reports keys for a vector in slots.
    pub(super) fn of_slots(&self, design: &SlotDesign, rotation: (&Path, u64), format: Format) -> Result<(), CliError> {
        let Self { secret: (secret, secret_bytes), public: (public, public_bytes), seconds: time } = self;
        let (rotation, rotation_bytes) = rotation;
        let path = |path: &Path| path.display().to_string();
        let object = json!({
            "layout": "slots", "secret_key": path(secret), "secret_key_bytes": secret_bytes,
            "public_key": public_bytes.map(|_| path(public)), "public_key_bytes": public_bytes,
            "rotation_keys": path(rotation), "rotation_key_bytes": rotation_bytes,
            "galois_keys": design.keys(), "galois_key_bytes": design.galois_key_bytes,
            "capacity": design.recipe.vectors() * design.recipe.size(), "seconds": time, "design": design,
        });
        let lines = [
            self.secret_line(),
            self.public_line(),
            ("rotations", format!("{} ({}), for the server", rotation.display(), size(rotation_bytes))),
            ("time", seconds(*time)),
        ];
        answer(format, &object, &lines)
    }

    fn secret_line(&self) -> (&'static str, String) {
        let (path, bytes) = self.secret;
        ("secret key", format!("{} ({}), for the client alone", path.display(), size(bytes)))
    }

    fn public_line(&self) -> (&'static str, String) {
        let (path, bytes) = self.public;
        let line = match bytes {
            Some(bytes) => format!("{} ({})", path.display(), size(bytes)),
            None => "none: its noise would use up the budget of this plan; `keygen --public-key` plans for one".to_owned(),
        };
        ("public key", line)
    }
}
