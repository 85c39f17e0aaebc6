//! The kernels that there must be: the one place to update when a kernel is added.

use super::subject::{Kernel, KernelWord};
use std::collections::BTreeMap;

/// The facts known of a kernel.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) name: &'static str,
    /// Whether a build for this target has it.
    pub(crate) required: bool,
    /// Whether the processor has what it needs.
    pub(crate) runs: fn() -> bool,
    /// The bit length of the least prime.
    pub(crate) least_bits: u32,
    /// Its classes, with the bit length of the greatest prime of each.
    pub(crate) classes: &'static [(&'static str, u32)],
}

/// Shoup's products with exact quotients in 52 bits.
const IFMA: &[(&str, u32)] = &[("lazy", 47), ("exact", 50), ("tight", 51)];
/// Products in doubles.
const DOUBLES: &[(&str, u32)] = &[("double", 49)];
/// Products with estimated quotients in 64 bits below `2^61`, exact ones above.
const ESTIMATED: &[(&str, u32)] = &[("lazy", 58), ("exact", 62)];
/// Products with exact quotients in 64 bits.
const EXACT_64: &[(&str, u32)] = &[("lazy", 59), ("exact", 62)];
/// 32-bit words.
const WORDS_32: &[(&str, u32)] = &[("lazy", 27), ("exact", 30), ("tight", 31), ("wide", 32)];

/// 16-bit words.
const WORDS_16: &[(&str, u32)] = &[("exact", 14), ("tight", 15)];

/// In order of preference.
const KERNELS64: &[Expected] = &[
    Expected {
        name: "avx512ifma",
        required: cfg!(target_arch = "x86_64"),
        runs: has_avx512ifma,
        least_bits: 12,
        classes: IFMA,
    },
    Expected { name: "avx512", required: cfg!(target_arch = "x86_64"), runs: has_avx512, least_bits: 2, classes: DOUBLES },
    Expected { name: "avx512dq", required: cfg!(target_arch = "x86_64"), runs: has_avx512, least_bits: 2, classes: ESTIMATED },
    Expected { name: "avx2fma", required: cfg!(target_arch = "x86_64"), runs: has_avx2fma, least_bits: 2, classes: DOUBLES },
    Expected { name: "avx2", required: cfg!(target_arch = "x86_64"), runs: has_avx2, least_bits: 2, classes: ESTIMATED },
    Expected { name: "neonfma", required: cfg!(target_arch = "aarch64"), runs: has_neon, least_bits: 2, classes: DOUBLES },
    Expected { name: "neon", required: cfg!(target_arch = "aarch64"), runs: has_neon, least_bits: 2, classes: EXACT_64 },
    Expected { name: "scalar", required: true, runs: || true, least_bits: 2, classes: EXACT_64 },
];

/// In order of preference.
const KERNELS32: &[Expected] = &[
    Expected { name: "avx512", required: cfg!(target_arch = "x86_64"), runs: has_avx512, least_bits: 2, classes: WORDS_32 },
    Expected { name: "avx2", required: cfg!(target_arch = "x86_64"), runs: has_avx2, least_bits: 2, classes: WORDS_32 },
    Expected { name: "neon", required: cfg!(target_arch = "aarch64"), runs: has_neon, least_bits: 2, classes: WORDS_32 },
    Expected { name: "scalar", required: true, runs: || true, least_bits: 2, classes: WORDS_32 },
];

/// In order of preference.
const KERNELS16: &[Expected] = &[
    Expected { name: "avx512", required: cfg!(target_arch = "x86_64"), runs: has_avx512bw, least_bits: 2, classes: WORDS_16 },
    Expected { name: "avx2", required: cfg!(target_arch = "x86_64"), runs: has_avx2, least_bits: 2, classes: WORDS_16 },
    Expected { name: "scalar", required: true, runs: || true, least_bits: 2, classes: WORDS_16 },
];

/// Whether this processor has all of the features.
macro_rules! has {
    ($($name:ident = $($feature:tt)&&+;)*) => {$(
        fn $name() -> bool {
            #[cfg(target_arch = "x86_64")]
            { $(is_x86_feature_detected!($feature))&&+ }
            #[cfg(not(target_arch = "x86_64"))]
            { false }
        }
    )*};
}

has! {
    has_avx512ifma = "avx512f" && "avx512dq" && "avx512ifma";
    has_avx512 = "avx512f" && "avx512dq";
    has_avx512bw = "avx512f" && "avx512bw" && "avx512vl";
    has_avx2 = "avx2";
    has_avx2fma = "avx2" && "fma";
}

/// Part of every AArch64 processor.
fn has_neon() -> bool {
    cfg!(target_arch = "aarch64")
}

fn known<W: KernelWord>() -> &'static [Expected] {
    match W::BITS {
        16 => KERNELS16,
        32 => KERNELS32,
        _ => KERNELS64,
    }
}

/// Whether the filter of the environment keeps a kernel; the scalar kernels always stay.
fn is_kept(name: &str) -> bool {
    let filter = std::env::var("PAPILIO_KERNEL").unwrap_or_default();
    let companions = [
        ("avx2fma", "avx2"),
        ("avx512", "avx512dq"),
        ("avx512ifma", "avx512"),
        ("avx512ifma", "avx512dq"),
        ("neonfma", "neon"),
    ];
    let keeps = |wanted: &str| wanted == name || companions.contains(&(wanted, name));
    name == "scalar" || filter.is_empty() || filter.split(',').any(keeps)
}

/// The kernels that this processor must have, by its features, the filter of the environment, and
/// the build.
pub(crate) fn expected<W: KernelWord>() -> Vec<Expected> {
    let registry: Vec<_> = Kernel::<W>::registry().map(|(name, ..)| name).collect();
    let in_build = |kernel: &&Expected| kernel.required || registry.contains(&kernel.name);
    known::<W>().iter().filter(in_build).filter(|kernel| (kernel.runs)() && is_kept(kernel.name)).copied().collect()
}

/// The registry has the kernels known, in their order and no others, and this machine those that it
/// can run.
pub(crate) fn check<W: KernelWord>() {
    let places: BTreeMap<_, _> = known::<W>().iter().enumerate().map(|(i, kernel)| (kernel.name, i)).collect();
    let registry: Vec<_> = Kernel::<W>::registry().map(|(name, ..)| name).collect();
    let place =
        |name: &&str| *places.get(name).unwrap_or_else(|| panic!("kernel {name} is missing from tests/it/kernels/mod.rs"));
    assert!(registry.iter().map(place).is_sorted(), "the order of {registry:?}");
    for (name, runs, why) in Kernel::<W>::registry() {
        assert_eq!(runs, (known::<W>()[places[name]].runs)(), "whether kernel {name} runs here; it needs {why}");
    }
    let all: Vec<_> = Kernel::<W>::all().iter().map(|kernel| kernel.name()).collect();
    println!("kernels of {} bits: {all:?} of {registry:?}", W::BITS);
    assert_eq!(all, expected::<W>().iter().map(|kernel| kernel.name).collect::<Vec<_>>(), "the kernels of this machine");
    for kernel in known::<W>() {
        let (named, runs) = (Kernel::<W>::named(kernel.name).is_some(), (kernel.runs)() && is_kept(kernel.name));
        assert!(named == runs || !kernel.required, "kernel {} is {named} for this machine", kernel.name);
    }
}
