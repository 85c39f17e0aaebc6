//! The report of an installation.

use super::installation::{Chosen, Installation, Registered};
use crate::machine::Kernels;
use serde_json::{Value, json};

/// The object of `info --json`.
pub(super) fn object(installation: &Installation) -> Value {
    let Installation { cpu, threads, registry, chosen, first, kernels, restricted } = installation;
    let registry = registry.iter().map(|Registered { word_bits, name, available, needs }| {
        json!({ "word_bits": word_bits, "name": name, "available": available, "needs": needs })
    });
    let chosen = chosen.iter().map(|Chosen { prime_bits, kernel, kernels, why }| {
        json!({ "prime_bits": prime_bits, "kernel": kernel, "kernels": kernels, "why": why })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"), "cpu": cpu, "threads": threads, "registry": registry.collect::<Vec<_>>(),
        "chosen": chosen.collect::<Vec<_>>(), "kernel": first, "kernels": kernels, "restricted_by": restricted,
    })
}

/// The lines of `papilio info`.
pub(super) fn lines(installation: &Installation) -> Vec<(&'static str, String)> {
    let Installation { cpu, threads, registry, chosen, kernels, restricted, .. } = installation;
    let mut lines =
        vec![("version", env!("CARGO_PKG_VERSION").to_owned()), ("processor", cpu.clone()), ("threads", threads.to_string())];
    lines.extend(registry.iter().map(|Registered { word_bits, name, available, needs }| {
        let state = if *available { "available" } else { "absent" };
        ("kernel", format!("{word_bits}-bit words: {name:<12} {state} ({needs})"))
    }));
    lines.extend(chosen.iter().map(|Chosen { prime_bits, kernels: Kernels { stage, conversion, .. }, why, .. }| {
        ("chosen", format!("{prime_bits}-bit primes: {why}; stages by {stage}, conversions by {conversion}"))
    }));
    lines.push(("runs", format!("{} (primes of {} bits, which plans take)", kernels.line(), Kernels::PLAN_BITS)));
    lines.extend(restricted.iter().map(|names| ("restricted", format!("PAPILIO_KERNEL={names}"))));
    lines
}
