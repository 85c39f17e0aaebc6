//! `papilio info`: processor and kernels.

use crate::error::CliError;
use crate::machine::{Kernels, cpu};
use crate::stdout::{Format, print_json, print_lines};
use papilio_field::{Modulus, prime};
use papilio_ntt::Kernel;
use papilio_ntt::kernel::restriction;
use serde_json::json;

/// Prime sizes shown: those of plans, then both sides of what the vector kernels take.
const SIZES: [u32; 3] = [Kernels::PLAN_BITS, 50, 61];
/// The ring degree that they are shown for.
const DEGREE: usize = 1 << 14;

pub(crate) fn info(format: Format) -> Result<(), CliError> {
    let rows: Vec<_> = of_width(64, Kernel::<u64>::registry()).chain(of_width(32, Kernel::<u32>::registry())).collect();
    let choice =
        |bits: u32| prime_of(bits).map(|q| (bits, Kernel::<u64>::preferred(&q, DEGREE), Kernels::of(q.value(), DEGREE)));
    let chosen = SIZES.into_iter().map(choice).collect::<Result<Vec<_>, CliError>>()?;
    let threads = rayon::current_num_threads();
    let kernels = Kernels::of_plans();
    let restricted = restriction().map_err(CliError::usage)?;
    if format == Format::Json {
        let registry: Vec<_> = rows
            .iter()
            .map(
                |(bits, name, available, why)| json!({ "word_bits": bits, "name": name, "available": available, "needs": why }),
            )
            .collect();
        let chosen: Vec<_> =
            chosen
            .iter()
            .map(|(bits, row, kernels)| json!({ "prime_bits": bits, "kernel": row.name(), "kernels": kernels, "why": row.explain() }))
            .collect();
        return print_json(&json!({
            "version": env!("CARGO_PKG_VERSION"), "cpu": cpu(), "threads": threads, "registry": registry, "chosen": chosen,
            "kernel": Kernel::<u64>::all()[0].name(), "kernels": kernels, "restricted_by": restricted,
        }));
    }
    let mut lines =
        vec![("version", env!("CARGO_PKG_VERSION").to_owned()), ("processor", cpu()), ("threads", threads.to_string())];
    lines.extend(rows.iter().map(|(bits, name, available, why)| {
        ("kernel", format!("{bits}-bit words: {name:<12} {} ({why})", if *available { "available" } else { "absent" }))
    }));
    lines.extend(
        chosen
            .iter()
            .map(|(bits, row, kernels)| ("chosen", format!("{bits}-bit primes: {}; {}", row.explain(), others(kernels)))),
    );
    lines.push(("runs", format!("{} (primes of {} bits, which plans take)", kernels.line(), SIZES[0])));
    if let Some(names) = restricted {
        lines.push(("restricted", format!("PAPILIO_KERNEL={names}")));
    }
    print_lines(&lines)
}

/// A prime of that many bits, as ciphertexts have them.
fn prime_of(bits: u32) -> Result<Modulus, CliError> {
    let prime = prime::descending(bits, 1 << 17).next().and_then(Modulus::new);
    prime.ok_or_else(|| CliError::plan(format!("no prime of {bits} bits")))
}

/// The kernels of other work than transforms.
fn others(kernels: &Kernels) -> String {
    format!("stages by {}, conversions by {}", kernels.stage, kernels.conversion)
}

/// The rows of a registry, with the width of their words.
fn of_width<R>(
    bits: u32,
    rows: impl Iterator<Item = (&'static str, bool, R)>,
) -> impl Iterator<Item = (u32, &'static str, bool, R)> {
    rows.map(move |(name, available, why)| (bits, name, available, why))
}
