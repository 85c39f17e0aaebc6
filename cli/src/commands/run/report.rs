//! The report of a run over columns.

use crate::columns::costs::{Source, planned};
use crate::columns::facts::{log_modulus, schedule};
use crate::engines::EngineUsed;
use crate::error::CliError;
use crate::machine::{Kernels, kernels_of};
use crate::memory::{ciphertext_bytes, peak_bytes};
use crate::numbers::{counted, grouped, seconds, security, size};
use crate::verdict;
use core::fmt;
use papilio_hntt::over::counts::{Counts, counts};
use papilio_hntt::{Design, Packing, ProductSharing};
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

impl fmt::Display for Budgets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fresh, after, predicted_fresh, predicted_after } = self;
        write!(f, "budget {fresh:.1} bits fresh, {after:.1} after (predicted {predicted_fresh:.1} and {predicted_after:.1})")
    }
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
        verdict::verdict(self.verified)
    }

    /// The lines of `papilio run`.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let s = &self.seconds;
        vec![
            ("entries", self.entries()),
            ("recipe", self.recipe()),
            ("parameters", self.parameters()),
            ("operations", self.operations()),
            ("noise", self.noise_budget_bits.to_string()),
            ("client", format!("keygen {}, encrypt {}, decrypt {}", seconds(s.keygen), seconds(s.encrypt), seconds(s.decrypt))),
            ("server", format!("transform {}{}", seconds(s.transform), files(s))),
            self.engine.line(),
            ("planned", planned(self.predicted_core_seconds, self.costs)),
            ("in clear", format!("{} to compute what is compared with", seconds(s.verify))),
            ("sizes", format!("{} sent, {} received", size(self.sent_bytes), size(self.received_bytes))),
            ("memory", format!("{} peak for {} of ciphertexts", size(self.peak_memory_bytes), size(self.ciphertext_bytes))),
            ("machine", format!("{}; {}", counted(self.threads as u64, "thread"), self.kernels.line())),
            ("verdict", verdict::text(self.verified).to_owned()),
        ]
    }

    fn entries(&self) -> String {
        let [entries, columns, lanes] = [(self.entries, "entry"), (self.columns, "column"), (self.lanes, "lane")]
            .map(|(number, thing)| counted(number as u64, thing));
        format!("{entries} over {} in {columns} of {lanes}", self.field)
    }

    fn recipe(&self) -> String {
        let [layers, ciphertexts] =
            [(self.layers, "layer"), (self.ciphertexts, "ciphertext")].map(|(number, thing)| counted(number as u64, thing));
        format!("{:?}, {layers}, {} layout, {ciphertexts}", self.recipe, self.layout)
    }

    fn parameters(&self) -> String {
        let (primes, security) = (counted(self.limbs as u64, "prime"), security(self.security_bits));
        let Self { ring_degree, modulus_bits, limb_schedule, .. } = self;
        format!(
            "N = {ring_degree}, {modulus_bits} bits in {primes} (present at each layer, then at the end: {limb_schedule:?}), {security}"
        )
    }

    fn operations(&self) -> String {
        let counts = &self.counts;
        let (products, additions) = (counted(counts.ct_pt_multiplies, "product"), counted(counts.ct_ct_additions, "addition"));
        let distinct = grouped(counts.distinct_products);
        format!("{products} ({distinct} distinct), {additions}, no rotations, no key switches")
    }
}

fn files(s: &Seconds) -> String {
    if s.load + s.store > 0.0 {
        format!(" (and {} reading, {} writing)", seconds(s.load), seconds(s.store))
    } else {
        String::new()
    }
}
