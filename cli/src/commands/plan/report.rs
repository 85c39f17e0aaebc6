//! The report of a plan across ciphertexts.

use crate::columns::costs::planned;
use crate::columns::facts::{log_modulus, schedule};
use crate::columns::planning::Plan;
use crate::machine::kernels_of;
use crate::memory::ciphertext_bytes;
use crate::numbers::{counted, grouped, size};
use papilio_hntt::over::counts::counts;
use papilio_hntt::{Design, Layout};
use serde_json::json;

/// The facts of one design.
fn facts(design: &Design) -> serde_json::Value {
    let degree = 1usize << design.literal.log_degree;
    json!({
        "field": design.field, "lanes": design.lanes, "columns": design.outer.columns(), "ciphertexts": design.recipe.problem.columns(),
        "layout": design.layout.name(), "blocks": design.layout.blocks(), "packing": design.packing, "evaluator": design.recipe.evaluator,
        "recipe": design.recipe.radices, "layers": design.recipe.layers(), "ring_degree": degree,
        "modulus_bits": log_modulus(design).ceil() as u32, "limbs": design.literal.moduli.len(), "limb_schedule": schedule(design),
        "security_bits": papilio_fhe::security::bits(degree, log_modulus(design)),
        "predicted": {
            "transform_core_seconds": design.seconds, "fresh_budget_bits": design.predicted.fresh,
            "after_budget_bits": design.predicted.after, "ciphertext_bytes": ciphertext_bytes(design),
        },
        "counts": counts(&design.recipe), "kernel": kernels_of(&design.literal).transform, "kernels": kernels_of(&design.literal),
    })
}

pub(super) fn object(plan: &Plan, entries: usize) -> serde_json::Value {
    let mut object = facts(&plan.best);
    if let Some(map) = object.as_object_mut() {
        map.insert("entries".into(), entries.into());
        map.insert("costs".into(), json!(plan.source));
        map.insert("runners_up".into(), plan.others.iter().map(facts).collect());
    }
    object
}

pub(super) fn explain(plan: &Plan, entries: usize) -> Vec<(&'static str, String)> {
    let best = &plan.best;
    let count = |number: usize, thing| counted(number as u64, thing);
    let (counts, degree) = (counts(&best.recipe), 1usize << best.literal.log_degree);
    let mut lines = vec![
        ("plan", best.summary()),
        (
            "input",
            format!("{}, {} of {}", count(entries, "entry"), count(best.outer.inputs(), "column"), count(best.lanes, "lane")),
        ),
        ("layout", layout(best)),
        (
            "work",
            format!(
                "{} ({} distinct), {}",
                counted(counts.ct_pt_multiplies, "product"),
                grouped(counts.distinct_products),
                counted(counts.ct_ct_additions, "addition")
            ),
        ),
        ("time", planned(best.seconds, plan.source)),
        ("kernels", kernels_of(&best.literal).line()),
        ("noise", format!("budget {:.1} bits fresh, {:.1} after", best.predicted.fresh, best.predicted.after)),
        ("memory", format!("{} of ciphertexts", size(ciphertext_bytes(best)))),
        ("security", security(best, degree)),
    ];
    for other in &plan.others {
        let ratio = other.seconds / best.seconds;
        let shape = format!("{} {} N={}", other.layout.name(), other.recipe.radices_text(), 1u64 << other.literal.log_degree);
        lines.push((
            "runner-up",
            format!(
                "{shape:<36} {ratio:.2}x the time, {}, {}",
                count(schedule(other)[0], "limb"),
                size(ciphertext_bytes(other))
            ),
        ));
    }
    let why = "least predicted time among all radices, limb schedules, ring degrees and layouts allowed";
    lines.push(("why", if plan.others.is_empty() { "the only one allowed".into() } else { why.into() }));
    lines
}

fn layout(design: &Design) -> String {
    match design.layout {
        Layout::Columns => {
            format!(
                "columns: {} of {} places of a ciphertext used",
                grouped(design.lanes as u64),
                grouped(1u64 << design.literal.log_degree)
            )
        }
        Layout::Blocked { after, .. } => {
            let when = if after { "after decryption" } else { "before encryption" };
            format!(
                "blocked columns: {} columns a ciphertext, their radix-{0} part in the clear {when}",
                design.layout.blocks()
            )
        }
    }
}

fn security(design: &Design, degree: usize) -> String {
    match papilio_fhe::security::bits(degree, log_modulus(design)) {
        0 => format!(
            "BELOW 128 bits: {:.0} bits of modulus where N = {degree} allows {}",
            log_modulus(design),
            papilio_fhe::security::max_log_modulus(degree)
        ),
        bits => format!(
            "{bits} bits ({:.0} bits of modulus; N = {degree} allows {})",
            log_modulus(design),
            papilio_fhe::security::max_log_modulus(degree)
        ),
    }
}
