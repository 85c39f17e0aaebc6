//! The report of the comparisons.

use super::comparisons::Comparisons;
use crate::error::CliError;
use crate::stdout::{Format, answer};
use serde_json::json;

/// Reports the comparisons of every kernel.
pub(super) fn report(kernels: &[Comparisons], seconds: f64, format: Format) -> Result<(), CliError> {
    let sum = |of: fn(&Comparisons) -> usize| kernels.iter().map(of).sum::<usize>();
    let object = json!({
        "kernels": kernels, "transforms": sum(|r| r.transforms), "vectors": sum(|r| r.vectors), "stages": sum(|r| r.stages),
        "refusals": sum(|r| r.refusals), "mismatches": sum(|r| r.mismatches), "seconds": seconds,
    });
    let line = |compared: &Comparisons| {
        let Comparisons { kernel, word_bits, transforms, vectors, stages, refusals, mismatches, .. } = compared;
        let text = format!("{transforms} transforms, {vectors} vector operations, {stages} stages, {refusals} refusals");
        ("kernel", format!("{kernel}, {word_bits}-bit words: {text}, {mismatches} mismatches"))
    };
    let mut lines: Vec<_> = kernels.iter().map(line).collect();
    lines.push(("mismatches", sum(|r| r.mismatches).to_string()));
    lines.push(("time", crate::numbers::seconds(seconds)));
    answer(format, &object, &lines)
}
