//! `papilio info`: processor and kernels.

use crate::error::CliError;
use crate::stdout::{print_json, print_lines};
use ntt::{Kernel, Modulus, prime};
use serde_json::json;

/// Prime sizes shown: both sides of what the vector kernels take.
const SIZES: [u32; 3] = [47, 50, 61];

pub(crate) fn info(json: bool) -> Result<(), CliError> {
    let rows: Vec<_> = of_width(64, Kernel::<u64>::registry()).chain(of_width(32, Kernel::<u32>::registry())).collect();
    let chosen: Vec<(u32, &'static Kernel)> = SIZES
        .iter()
        .filter_map(|&bits| {
            let q = prime::descending(bits, 1 << 17).next().and_then(Modulus::new)?;
            Some((bits, Kernel::preferred(&q, 1 << 14)))
        })
        .collect();
    let threads = rayon::current_num_threads();
    if json {
        let kernels: Vec<_> = rows
            .iter()
            .map(
                |(bits, name, available, why)| json!({ "word_bits": bits, "name": name, "available": available, "needs": why }),
            )
            .collect();
        let chosen: Vec<_> =
            chosen.iter().map(|(bits, k)| json!({ "prime_bits": bits, "kernel": k.name(), "why": k.explain() })).collect();
        return print_json(&json!({
            "version": env!("CARGO_PKG_VERSION"), "cpu": cpu(), "threads": threads, "kernels": kernels, "chosen": chosen,
            "kernel": Kernel::<u64>::all()[0].name(), "restricted_by": std::env::var("PAPILIO_KERNEL").ok(),
        }));
    }
    let mut lines =
        vec![("version", env!("CARGO_PKG_VERSION").to_owned()), ("processor", cpu()), ("threads", threads.to_string())];
    lines.extend(rows.iter().map(|(bits, name, available, why)| {
        ("kernel", format!("{bits}-bit words: {name:<12} {} ({why})", if *available { "available" } else { "absent" }))
    }));
    lines.extend(chosen.iter().map(|(bits, k)| ("chosen", format!("{bits}-bit primes: {}", k.explain()))));
    if let Ok(names) = std::env::var("PAPILIO_KERNEL") {
        lines.push(("restricted", format!("PAPILIO_KERNEL={names}")));
    }
    print_lines(&lines)
}

/// The rows of a registry, with the width of their words.
fn of_width<R>(
    bits: u32,
    rows: impl Iterator<Item = (&'static str, bool, R)>,
) -> impl Iterator<Item = (u32, &'static str, bool, R)> {
    rows.map(move |(name, available, why)| (bits, name, available, why))
}

/// The processor's name, where the system tells.
pub(crate) fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(": ")).map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.to_owned())
}
