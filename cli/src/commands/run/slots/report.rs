//! The report of a run inside one ciphertext.

use crate::args::SchemeName;
use crate::commands::run::report::{Budgets, verdict};
use crate::engines::EngineUsed;
use crate::error::CliError;
use crate::machine::{Kernels, kernels_of};
use crate::numbers::{counted, seconds, size};
use papilio_fhe::Parameters;
use papilio_field::ResidueRing;
use papilio_hntt::Problem;
use papilio_hntt::slots::{Arrangement, SlotCounts, SlotDesign};
use serde::Serialize;

/// Seconds of each step.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct SlotSeconds {
    pub(crate) keygen: f64,
    /// The keys for rotations.
    pub(crate) galois_keys: f64,
    pub(crate) encrypt: f64,
    /// The server's part, the encoding of its constants included.
    pub(crate) transform: f64,
    pub(crate) decrypt: f64,
    /// The transform in the clear.
    pub(crate) verify: f64,
}

/// The object of `run --layout slots --json`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SlotReport {
    pub(crate) verified: bool,
    pub(crate) field: String,
    pub(crate) entries: usize,
    pub(crate) size: usize,
    /// Vectors transformed at once.
    pub(crate) vectors: usize,
    pub(crate) layout: &'static str,
    pub(crate) method: &'static str,
    pub(crate) scheme: &'static str,
    pub(crate) arrangement: &'static str,
    /// In which order the slots hold what is transformed.
    pub(crate) order: &'static str,
    pub(crate) recipe: Vec<usize>,
    pub(crate) baby_steps: Vec<usize>,
    pub(crate) layers: usize,
    pub(crate) ring_degree: usize,
    pub(crate) modulus_bits: u32,
    /// Bits of `P·Q`, on which security depends.
    pub(crate) key_modulus_bits: u32,
    pub(crate) limbs: usize,
    pub(crate) special_limbs: usize,
    /// Primes at each layer, then at the end.
    pub(crate) limb_schedule: Vec<usize>,
    pub(crate) security_bits: u32,
    pub(crate) seconds: SlotSeconds,
    pub(crate) counts: SlotCounts,
    pub(crate) noise_budget_bits: Budgets,
    /// Keys for rotations.
    pub(crate) galois_keys: usize,
    /// Their bytes as they are sent, seeded.
    pub(crate) galois_key_bytes: u64,
    /// The engine of the transform, where a server has one to make.
    pub(crate) engine: Option<EngineUsed>,
    pub(crate) predicted_memory_bytes: u64,
    pub(crate) ciphertext_bytes: u64,
    pub(crate) peak_memory_bytes: u64,
    pub(crate) threads: usize,
    pub(crate) kernel: &'static str,
    pub(crate) kernels: Kernels,
}

fn bits(primes: &[u64]) -> f64 {
    primes.iter().map(|&q| (q as f64).log2()).sum()
}

impl SlotReport {
    pub(crate) fn new(
        design: &SlotDesign,
        entries: usize,
        scheme: SchemeName,
        verified: bool,
        seconds: SlotSeconds,
        noise: Budgets,
        peak: u64,
    ) -> Self {
        let (recipe, literal) = (&design.recipe, &design.literal);
        let (degree, layers) = (1usize << recipe.log_degree, recipe.layers.len());
        let (modulus, special) = (bits(&literal.moduli), bits(&literal.special));
        Self {
            verified,
            field: design.field.clone(),
            entries,
            size: recipe.size(),
            vectors: recipe.vectors(),
            layout: "slots",
            method: if layers == 1 { "diagonal" } else { "factored" },
            scheme: if scheme == SchemeName::Bgv { "bgv" } else { "bfv" },
            arrangement: match recipe.arrangement {
                Arrangement::Repeated => "repeated",
                Arrangement::Interleaved => "interleaved",
                Arrangement::Whole => "whole",
            },
            order: if layers == 1 { "natural" } else { "digit-reversed" },
            recipe: recipe.layers.iter().map(|layer| layer.radix).collect(),
            baby_steps: recipe.layers.iter().map(|layer| layer.baby).collect(),
            layers,
            ring_degree: degree,
            modulus_bits: modulus.ceil() as u32,
            key_modulus_bits: (modulus + special).ceil() as u32,
            limbs: literal.moduli.len(),
            special_limbs: literal.special.len(),
            limb_schedule: recipe.limbs.iter().copied().chain([recipe.output_limbs]).collect(),
            security_bits: papilio_fhe::security::bits(degree, modulus + special),
            seconds,
            counts: design.counts,
            noise_budget_bits: noise,
            galois_keys: recipe.galois_elements().len(),
            galois_key_bytes: design.galois_key_bytes,
            engine: None,
            predicted_memory_bytes: design.memory_bytes,
            ciphertext_bytes: (2 * degree * literal.moduli.len() * size_of::<u64>()) as u64,
            peak_memory_bytes: peak,
            threads: rayon::current_num_threads(),
            kernel: kernels_of(literal).transform,
            kernels: kernels_of(literal),
        }
    }

    /// The report of a transform by encoding.
    pub(crate) fn encoded(
        t: &impl ResidueRing,
        (problem, params): (&Problem, &Parameters),
        entries: usize,
        verified: bool,
        seconds: SlotSeconds,
        noise: Budgets,
        peak: u64,
    ) -> Self {
        let (degree, modulus) = (params.degree(), params.log_modulus().ceil() as u32);
        Self {
            verified,
            field: t.name().into_owned(),
            entries,
            size: problem.columns(),
            vectors: 1,
            layout: "slots",
            method: "encoded",
            scheme: "bfv",
            arrangement: "coefficients",
            order: "slots",
            recipe: Vec::new(),
            baby_steps: Vec::new(),
            layers: 0,
            ring_degree: degree,
            modulus_bits: modulus,
            key_modulus_bits: modulus,
            limbs: params.limbs(),
            special_limbs: 0,
            limb_schedule: vec![params.limbs()],
            security_bits: params.security_bits(),
            seconds,
            counts: SlotCounts::default(),
            noise_budget_bits: noise,
            galois_keys: 0,
            galois_key_bytes: 0,
            engine: None,
            predicted_memory_bytes: 0,
            ciphertext_bytes: (2 * degree * params.limbs() * size_of::<u64>()) as u64,
            peak_memory_bytes: peak,
            threads: rayon::current_num_threads(),
            kernel: kernels_of(params.literal()).transform,
            kernels: kernels_of(params.literal()),
        }
    }

    /// An error unless the result was verified.
    pub(crate) fn verdict(&self) -> Result<(), CliError> {
        verdict(self.verified)
    }

    /// The lines of `papilio run --layout slots`.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let Self { seconds: s, noise_budget_bits: noise, counts: c, .. } = self;
        let count = |number: usize, thing| counted(number as u64, thing);
        let security = match self.security_bits {
            0 => "BELOW 128-bit security".to_owned(),
            bits => format!("{bits}-bit security"),
        };
        let vectors =
            if self.vectors > 1 { format!("{} vectors of {}", self.vectors, self.size) } else { self.size.to_string() };
        let mut lines = vec![
            (
                "entries",
                format!(
                    "{} over {}, {vectors} elements in the slots of one ciphertext, {}",
                    count(self.entries, "entry"),
                    self.field,
                    self.arrangement
                ),
            ),
            (
                "recipe",
                format!("{} {:?}, {}, results in {} order", self.method, self.recipe, count(self.layers, "layer"), self.order),
            ),
            (
                "parameters",
                format!(
                    "{}, N = {}, {} bits in {} (present at each layer, then at the end: {:?}), {} with {}, {security}",
                    self.scheme,
                    self.ring_degree,
                    self.modulus_bits,
                    count(self.limbs, "prime"),
                    self.limb_schedule,
                    self.key_modulus_bits,
                    count(self.special_limbs, "special prime"),
                ),
            ),
            (
                "operations",
                format!(
                    "{} with diagonals, {}, {} ({} hoisted)",
                    counted(c.ct_pt_multiplies, "product"),
                    counted(c.ct_ct_adds, "addition"),
                    counted(c.rotations, "rotation"),
                    c.hoisted
                ),
            ),
            (
                "noise",
                format!(
                    "budget {:.1} bits fresh, {:.1} after (predicted {:.1} and {:.1})",
                    noise.fresh, noise.after, noise.predicted_fresh, noise.predicted_after
                ),
            ),
            (
                "client",
                format!(
                    "keygen {}, {} {}, encrypt {}, decrypt {}",
                    seconds(s.keygen),
                    count(self.galois_keys, "rotation key"),
                    seconds(s.galois_keys),
                    seconds(s.encrypt),
                    seconds(s.decrypt)
                ),
            ),
            ("server", format!("transform {}", seconds(s.transform))),
        ];
        lines.extend(self.engine.as_ref().map(EngineUsed::line));
        lines.extend([
            ("in clear", format!("{}, {:.0} times faster", seconds(s.verify), s.transform / s.verify)),
            (
                "sizes",
                format!("{} of rotation keys, {} of ciphertext", size(self.galois_key_bytes), size(self.ciphertext_bytes)),
            ),
            ("memory", format!("{} peak (predicted {})", size(self.peak_memory_bytes), size(self.predicted_memory_bytes))),
            ("machine", format!("{}; {}", counted(self.threads as u64, "thread"), self.kernels.line())),
            ("verdict", if self.verified { "VERIFIED: equal to the transform in the clear".into() } else { "FAILED".into() }),
        ]);
        lines
    }
}
