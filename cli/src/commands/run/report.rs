//! The report of a run over columns.

use crate::columns::costs::{Source, planned};
use crate::columns::facts::{log_modulus, schedule};
use crate::engines::EngineUsed;
use crate::error::CliError;
use crate::machine::{Kernels, kernels_of};
use crate::memory::{ciphertext_bytes, peak_bytes};
use crate::numbers::{counted, grouped, seconds, size};
use papilio_hntt::over::counts::{Counts, counts};
use papilio_hntt::{Design, Packing, ProductSharing};
use serde::Serialize;

/// An error unless a result was verified.
pub(super) fn verdict(verified: bool) -> Result<(), CliError> {
    let reason = "the decrypted result differs from the transform in the clear".to_owned();
    if verified { Ok(()) } else { Err(CliError::Unverified(reason)) }
}

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
    pub(crate) evaluator: ProductSharing,
    pub(crate) recipe: Vec<usize>,
    pub(crate) layers: usize,
    pub(crate) ring_degree: usize,
    pub(crate) modulus_bits: u32,
    pub(crate) limbs: usize,
    /// Primes at each layer, then at the end.
    pub(crate) limb_schedule: Vec<usize>,
    pub(crate) security_bits: u32,
    pub(crate) seconds: Seconds,
    /// The transform's, of one core, as planned.
    pub(crate) predicted_core_seconds: f64,
    /// The origin of that prediction.
    pub(crate) costs: Source,
    pub(crate) engine: EngineUsed,
    pub(crate) counts: Counts,
    pub(crate) noise_budget_bits: Budgets,
    /// Ciphertexts in memory: both parts, eight bytes a residue.
    pub(crate) ciphertext_bytes: u64,
    /// Bytes that the client sends, packed.
    pub(crate) sent_bytes: u64,
    /// Bytes that the client receives.
    pub(crate) received_bytes: u64,
    pub(crate) peak_memory_bytes: u64,
    pub(crate) threads: usize,
    /// The kernel that transforms polynomials.
    pub(crate) kernel: &'static str,
    pub(crate) kernels: Kernels,
}

/// Measurements of a run.
pub(crate) struct Measured {
    pub(crate) costs: Source,
    pub(crate) engine: EngineUsed,
    pub(crate) verified: bool,
    pub(crate) entries: usize,
    pub(crate) seconds: Seconds,
    pub(crate) fresh: f64,
    pub(crate) after: f64,
    pub(crate) sent_bytes: u64,
    pub(crate) received_bytes: u64,
}

impl Report {
    pub(crate) fn new(design: &Design, measured: Measured) -> Self {
        let Measured { costs, engine, verified, entries, seconds, fresh, after, sent_bytes, received_bytes } = measured;
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
            security_bits: papilio_fhe::security::bits(ring_degree, log_modulus(design)),
            seconds,
            predicted_core_seconds: design.seconds,
            costs,
            engine,
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
            kernel: kernels_of(&design.literal).transform,
            kernels: kernels_of(&design.literal),
        }
    }

    /// An error unless the result was verified.
    pub(crate) fn verdict(&self) -> Result<(), CliError> {
        verdict(self.verified)
    }

    /// The lines of `papilio run`.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let Self { seconds: s, noise_budget_bits: noise, counts: c, .. } = self;
        let count = |number: usize, thing| counted(number as u64, thing);
        let mut lines = vec![
            (
                "entries",
                format!(
                    "{} over {} in {} of {}",
                    count(self.entries, "entry"),
                    self.field,
                    count(self.columns, "column"),
                    count(self.lanes, "lane")
                ),
            ),
            (
                "recipe",
                format!(
                    "{:?}, {}, {} layout, {}",
                    self.recipe,
                    count(self.layers, "layer"),
                    self.layout,
                    count(self.ciphertexts, "ciphertext")
                ),
            ),
            (
                "parameters",
                format!(
                    "N = {}, {} bits in {} (present at each layer, then at the end: {:?}), {}",
                    self.ring_degree,
                    self.modulus_bits,
                    count(self.limbs, "prime"),
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
                    "{} ({} distinct), {}, no rotations, no key switches",
                    counted(c.ct_pt_multiplies, "product"),
                    grouped(c.distinct_products),
                    counted(c.ct_ct_additions, "addition")
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
            self.engine.line(),
            ("planned", planned(self.predicted_core_seconds, self.costs)),
            ("in clear", format!("{} to compute what is compared with", seconds(s.verify))),
            ("sizes", format!("{} sent, {} received", size(self.sent_bytes), size(self.received_bytes))),
            ("memory", format!("{} peak for {} of ciphertexts", size(self.peak_memory_bytes), size(self.ciphertext_bytes))),
            ("machine", format!("{}; {}", counted(self.threads as u64, "thread"), self.kernels.line())),
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
