//! The report of the server's part.

use crate::engines::EngineUsed;
use crate::error::CliError;
use crate::files::parts::Share;
use crate::memory::peak_bytes;
use crate::numbers::{counted, seconds, size};
use crate::stdout::{Format, answer};
use papilio_hntt::slots::{KeyPlace, SlotDesign, Working};
use papilio_hntt::{Design, WindowTimes};
use serde_json::json;
use std::path::Path;

/// Reports a transform of columns, or of a part of them, of which `window` coefficients were in
/// memory at a time.
pub(super) fn of_columns(
    design: &Design,
    (window, part): (usize, Option<Share>),
    (output, bytes): (&Path, u64),
    (times, used): (WindowTimes, &EngineUsed),
    format: Format,
) -> Result<(), CliError> {
    let (degree, peak) = (1usize << design.literal.log_degree, peak_bytes());
    let [load, transform, store, elapsed] =
        [times.load, times.transform, times.store, times.elapsed].map(|time| time.as_secs_f64());
    let object = json!({
        "output": output, "bytes": bytes, "part": part.map(|part| part.to_string()), "window": window, "ring_degree": degree, "peak_memory_bytes": peak,
        "seconds": { "load": load, "transform": transform, "store": store, "elapsed": elapsed }, "engine": used,
    });
    let (reading, writing) = (seconds(load), seconds(store));
    let time = if times.overlap {
        format!("{} with files (reading and expanding {reading}, writing {writing} meanwhile)", seconds(elapsed))
    } else {
        format!("{} (reading and expanding {reading}, writing {writing})", seconds(transform))
    };
    let lines = [
        ("plan", design.summary()),
        ("transform", time),
        used.line(),
        ("memory", format!("{} peak, {window} of {degree} coefficients at a time", size(peak))),
        (
            "file",
            format!("{} ({}{})", output.display(), part.map_or_else(String::new, |part| format!("part {part}, ")), size(bytes)),
        ),
    ];
    answer(format, &object, &lines)
}

/// Reports a transform of a vector in slots; `seconds` are those of reading the keys and of the
/// transform.
pub(super) fn of_slots(
    design: &SlotDesign,
    working: &Working,
    (output, bytes): (&Path, u64),
    ([load, transform], used): ([f64; 2], &EngineUsed),
    format: Format,
) -> Result<(), CliError> {
    let (degree, peak) = (1usize << design.literal.log_degree, peak_bytes());
    let place = if working.keys == KeyPlace::Memory { "memory" } else { "file" };
    let object = json!({
        "output": output, "layout": "slots", "bytes": bytes, "ring_degree": degree, "galois_keys": design.keys(),
        "keys_in": place, "at_once": working.at_once, "peak_memory_bytes": peak,
        "seconds": { "load": load, "transform": transform }, "engine": used,
    });
    let sums = counted(working.at_once as u64, "inner sum");
    let lines = [
        ("plan", design.summary()),
        ("transform", format!("{} (reading keys {})", seconds(transform), seconds(load))),
        used.line(),
        ("memory", format!("{} peak, keys in {place}, {sums} at a time", size(peak))),
        ("file", format!("{} ({})", output.display(), size(bytes))),
    ];
    answer(format, &object, &lines)
}
