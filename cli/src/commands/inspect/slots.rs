//! Facts of the files of a vector in slots.

use super::parameters::parameters;
use super::report::Facts;
use crate::error::CliError;
use crate::files::Kind;
use crate::files::slots::SlotFile;
use papilio_hntt::KeyKind;
use papilio_hntt::slots::SlotDesign;
use serde_json::json;
use std::path::Path;

/// The facts of a file of this kind; `None` for a kind of another layout.
pub(super) fn facts(path: &Path, kind: Kind) -> Result<Option<Facts>, CliError> {
    if !kind.is_of_slots() {
        return Ok(None);
    }
    let header = SlotFile::open(path, &[kind])?.header;
    let mut facts = Facts::new();
    if kind != Kind::SlotValues {
        facts.push(("key_id", json!(header.key.iter().map(|byte| format!("{byte:02x}")).collect::<String>())));
    }
    if matches!(kind, Kind::SlotVector | Kind::SlotTransformed | Kind::SlotValues) {
        facts.push(("entries", json!(header.entries)));
    }
    facts.extend(design(&header.design));
    Ok(Some(facts))
}

/// Facts of the plan. Nothing in it has been checked yet, so nothing derived from it is shown.
fn design(design: &SlotDesign) -> Facts {
    let SlotDesign { field, recipe, literal, .. } = design;
    let log_modulus = literal.moduli.iter().chain(&literal.special).map(|&q| (q as f64).log2()).sum();
    let mut facts = vec![
        ("field", json!(field)),
        ("layout", json!("slots")),
        ("arrangement", json!(recipe.arrangement)),
        ("log_size", json!(recipe.problem.log_columns)),
        ("direction", json!(recipe.problem.direction)),
        ("recipe", json!(recipe.layers.iter().map(|layer| layer.radix).collect::<Vec<_>>())),
        ("baby_steps", json!(recipe.layers.iter().map(|layer| layer.baby).collect::<Vec<_>>())),
        ("limb_schedule", json!(recipe.limbs.iter().chain([&recipe.output_limbs]).collect::<Vec<_>>())),
        ("galois_key_bytes", json!(design.galois_key_bytes)),
        ("planned_for_public_key", json!(design.key == KeyKind::Public)),
    ];
    facts.extend(parameters(literal, log_modulus));
    facts
}
