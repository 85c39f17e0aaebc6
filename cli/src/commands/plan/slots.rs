//! `papilio plan --layout slots`: what a transform inside one ciphertext would be, and the keys it
//! would need.

use super::args::Plan as Args;
use crate::args::MethodName;
use crate::error::CliError;
use crate::memory::process_bytes;
use crate::numbers::{counted, seconds, size};
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::slots::planning::{keys_line, plan, problem, refuse, request};
use crate::stdout::{Format, print_json, print_lines};
use papilio_hntt::slots::SlotDesign;
use serde_json::json;

pub(super) fn slots(args: &Args, entries: usize, format: Format) -> Result<(), CliError> {
    if args.slots.method == Some(MethodName::Encoded) {
        return Err(CliError::usage("--method encoded has no plan: the server does nothing"));
    }
    refuse(&args.shape)?;
    let problem = problem(&args.shape, &args.slots, None, entries)?;
    let request = request(&args.shape, &args.slots, problem)?;
    let plaintexts = Plaintexts::asked(&args.shape).unwrap_or_default();
    let (best, others) = over_plaintexts!(plaintexts, F, t => plan::<F>(t, &request)?);
    if format == Format::Json {
        let runners_up: Vec<_> = others.iter().map(facts).collect();
        let mut object = facts(&best);
        object["runners_up"] = runners_up.into();
        return print_json(&object);
    }
    print_lines(&explain(&best, &others))
}

fn facts(design: &SlotDesign) -> serde_json::Value {
    let bits = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).sum::<f64>();
    let (literal, degree) = (&design.literal, 1usize << design.recipe.log_degree);
    let modulus = bits(&literal.moduli) + bits(&literal.special);
    json!({
        "field": design.field, "size": design.recipe.size(), "layout": "slots", "vectors": design.recipe.vectors(),
        "recipe": design.recipe.layers.iter().map(|layer| layer.radix).collect::<Vec<_>>(), "layers": design.recipe.layers.len(),
        "ring_degree": degree, "modulus_bits": bits(&literal.moduli).ceil() as u32, "key_modulus_bits": modulus.ceil() as u32,
        "limbs": literal.moduli.len(), "special_limbs": literal.special.len(), "limb_schedule": design.recipe.limbs,
        "security_bits": papilio_fhe::security::bits(degree, modulus), "counts": design.counts,
        "galois_keys": design.recipe.galois_elements().len(), "galois_key_bytes": design.galois_key_bytes,
        "predicted": {
            "transform_core_seconds": design.seconds, "fresh_budget_bits": design.budget_fresh,
            "after_budget_bits": design.budget_after, "memory_bytes": process_bytes(design.memory_bytes), "least_memory_bytes": design.working_within(0, 1).err().map(process_bytes),
        },
    })
}

fn explain(best: &SlotDesign, others: &[SlotDesign]) -> Vec<(&'static str, String)> {
    let counts = best.counts;
    let mut lines = vec![
        ("plan", best.summary()),
        (
            "work",
            format!(
                "{} with diagonals, {}, {} ({} hoisted)",
                counted(counts.ct_pt_multiplies, "product"),
                counted(counts.ct_ct_additions, "addition"),
                counted(counts.rotations, "rotation"),
                counts.hoisted
            ),
        ),
        ("keys", keys_line(best)),
        ("memory", size(process_bytes(best.memory_bytes))),
        ("time", format!("about {} of one core", seconds(best.seconds))),
        ("noise", format!("budget {:.1} bits fresh, {:.1} after", best.budget_fresh, best.budget_after)),
    ];
    for other in others {
        let shape = format!("{} N={}", other.recipe.radices_text(), 1u64 << other.recipe.log_degree);
        let (ratio, keys) = (other.seconds / best.seconds, size(other.galois_key_bytes));
        lines.push((
            "runner-up",
            format!("{shape:<28} {ratio:.2}x the time, {keys} of keys, {}", size(process_bytes(other.memory_bytes))),
        ));
    }
    lines
}
