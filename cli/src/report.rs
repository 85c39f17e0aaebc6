//! What a run reports.

use crate::memory::{ciphertext_bytes, peak_bytes};
use hntt::over::counts::{Counts, counts};
use hntt::{Design, Evaluator, Packing};
use ntt::Kernel;
use serde::Serialize;

/// Seconds of each step.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Seconds {
    pub(crate) keygen: f64,
    pub(crate) encrypt: f64,
    pub(crate) transform: f64,
    pub(crate) decrypt: f64,
    pub(crate) verify: f64,
    /// Reading and expanding ciphertexts, when they are in files.
    pub(crate) load: f64,
    /// Writing transformed ciphertexts, when they go to files.
    pub(crate) store: f64,
}

/// Budgets in bits.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Budgets {
    /// Least measured over a sample of fresh ciphertexts.
    pub(crate) fresh: f64,
    /// Least measured over all outputs.
    pub(crate) after: f64,
    pub(crate) predicted_fresh: f64,
    pub(crate) predicted_after: f64,
}

/// The object of `run --json`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) verified: bool,
    pub(crate) field: String,
    pub(crate) entries: usize,
    pub(crate) lanes: usize,
    pub(crate) columns: usize,
    pub(crate) ciphertexts: usize,
    pub(crate) layout: &'static str,
    pub(crate) packing: Packing,
    pub(crate) evaluator: Evaluator,
    pub(crate) recipe: Vec<usize>,
    pub(crate) layers: usize,
    pub(crate) ring_degree: usize,
    pub(crate) modulus_bits: u32,
    pub(crate) limbs: usize,
    /// Primes at each layer, then at the end.
    pub(crate) limb_schedule: Vec<usize>,
    pub(crate) security_bits: u32,
    pub(crate) seconds: Seconds,
    pub(crate) counts: Counts,
    pub(crate) noise_budget_bits: Budgets,
    /// Ciphertexts in memory: both parts, eight bytes a residue.
    pub(crate) ciphertext_bytes: u64,
    /// What the client sends, packed.
    pub(crate) sent_bytes: u64,
    /// What it receives.
    pub(crate) received_bytes: u64,
    pub(crate) peak_memory_bytes: u64,
    pub(crate) threads: usize,
    pub(crate) kernel: &'static str,
}

/// What only a run knows.
pub(crate) struct Measured {
    pub(crate) verified: bool,
    pub(crate) entries: usize,
    pub(crate) seconds: Seconds,
    pub(crate) fresh: f64,
    pub(crate) after: f64,
    pub(crate) sent_bytes: u64,
    pub(crate) received_bytes: u64,
}

/// `log2 Q`.
pub(crate) fn log_modulus(design: &Design) -> f64 {
    design.literal.moduli.iter().map(|&q| (q as f64).log2()).sum()
}

/// The kernels that a design's primes run on.
pub(crate) fn kernel_of(design: &Design) -> &'static str {
    let modulus = design.literal.moduli.first().copied().and_then(ntt::Modulus::new);
    modulus.map_or("none", |m| Kernel::<u64>::preferred(&m, 1 << design.literal.log_degree).name())
}

/// Primes at each layer, then at the end.
pub(crate) fn schedule(design: &Design) -> Vec<usize> {
    design.recipe.limbs.iter().copied().chain([design.recipe.output_limbs]).collect()
}

impl Report {
    pub(crate) fn new(design: &Design, measured: Measured) -> Self {
        let Measured { verified, entries, seconds, fresh, after, sent_bytes, received_bytes } = measured;
        let ring_degree = 1 << design.literal.log_degree;
        Self {
            verified,
            field: design.field.clone(),
            entries,
            lanes: design.lanes,
            columns: design.outer.columns(),
            ciphertexts: design.recipe.problem.columns(),
            layout: design.layout.name(),
            packing: design.packing,
            evaluator: design.recipe.evaluator,
            recipe: design.recipe.radices.clone(),
            layers: design.recipe.layers(),
            ring_degree,
            modulus_bits: log_modulus(design).ceil() as u32,
            limbs: design.literal.moduli.len(),
            limb_schedule: schedule(design),
            security_bits: fhe::security::bits(ring_degree, log_modulus(design)),
            seconds,
            counts: counts(&design.recipe),
            noise_budget_bits: Budgets {
                fresh,
                after,
                predicted_fresh: design.predicted.fresh,
                predicted_after: design.predicted.after,
            },
            ciphertext_bytes: ciphertext_bytes(design),
            sent_bytes,
            received_bytes,
            peak_memory_bytes: peak_bytes(),
            threads: rayon::current_num_threads(),
            kernel: kernel_of(design),
        }
    }

    /// The lines of `papilio run`.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let Self { seconds: s, noise_budget_bits: noise, counts: c, .. } = self;
        let mut lines = vec![
            ("entries", format!("{} over {} in {} columns of {} lanes", self.entries, self.field, self.columns, self.lanes)),
            (
                "recipe",
                format!("{:?}, {} layers, {} layout, {} ciphertexts", self.recipe, self.layers, self.layout, self.ciphertexts),
            ),
            (
                "parameters",
                format!(
                    "N = {}, {} bits in {} primes (present at each layer, then at the end: {:?}), {}",
                    self.ring_degree,
                    self.modulus_bits,
                    self.limbs,
                    self.limb_schedule,
                    if self.security_bits == 0 {
                        "BELOW 128-bit security".to_owned()
                    } else {
                        format!("{}-bit security", self.security_bits)
                    }
                ),
            ),
            (
                "operations",
                format!(
                    "{} products ({} distinct), {} additions, no rotations, no key switches",
                    c.ct_pt_multiplies, c.distinct_products, c.ct_ct_additions
                ),
            ),
            (
                "noise",
                format!(
                    "budget {:.1} bits fresh, {:.1} after (predicted {:.1} and {:.1})",
                    noise.fresh, noise.after, noise.predicted_fresh, noise.predicted_after
                ),
            ),
            ("client", format!("keygen {}, encrypt {}, decrypt {}", seconds(s.keygen), seconds(s.encrypt), seconds(s.decrypt))),
            ("server", format!("transform {}{}", seconds(s.transform), files(s))),
            ("in clear", format!("{} to compute what is compared with", seconds(s.verify))),
            ("sizes", format!("{} sent, {} received", size(self.sent_bytes), size(self.received_bytes))),
            ("memory", format!("{} peak for {} of ciphertexts", size(self.peak_memory_bytes), size(self.ciphertext_bytes))),
            ("machine", format!("{} threads, kernel {}", self.threads, self.kernel)),
        ];
        lines.push((
            "verdict",
            if self.verified { "VERIFIED: equal to the transform in the clear".into() } else { "FAILED".into() },
        ));
        lines
    }
}

fn files(s: &Seconds) -> String {
    if s.load + s.store > 0.0 {
        format!(" (and {} reading, {} writing)", seconds(s.load), seconds(s.store))
    } else {
        String::new()
    }
}

/// A duration as people read it.
pub(crate) fn seconds(s: f64) -> String {
    if s < 1e-3 {
        format!("{:.0} us", s * 1e6)
    } else if s < 1.0 {
        format!("{:.1} ms", s * 1e3)
    } else {
        format!("{s:.2} s")
    }
}

/// A size as people read it.
pub(crate) fn size(bytes: u64) -> String {
    let (mut value, mut unit) = (bytes as f64, 0);
    while value >= 1024.0 && unit < 3 {
        (value, unit) = (value / 1024.0, unit + 1);
    }
    format!("{value:.1} {}", ["B", "KiB", "MiB", "GiB"][unit])
}
