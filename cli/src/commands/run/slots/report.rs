//! The report of a run inside one ciphertext.

use crate::args::SchemeName;
use crate::commands::run::report::Budgets;
use crate::engines::EngineUsed;
use crate::error::CliError;
use crate::machine::{Kernels, kernels_of};
use crate::numbers::{counted, seconds, security, size};
use crate::verdict;
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
        verdict::verdict(self.verified)
    }

    /// The lines of `papilio run --layout slots`.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let s = &self.seconds;
        let mut lines = vec![
            ("entries", self.entries()),
            ("recipe", self.recipe()),
            ("parameters", self.parameters()),
            ("operations", self.operations()),
            ("noise", self.noise_budget_bits.to_string()),
            ("client", self.client()),
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
            ("verdict", verdict::text(self.verified).to_owned()),
        ]);
        lines
    }

    fn entries(&self) -> String {
        let Self { field, size, vectors, arrangement, .. } = self;
        let entries = counted(self.entries as u64, "entry");
        let vectors = if *vectors > 1 { format!("{vectors} vectors of {size}") } else { size.to_string() };
        format!("{entries} over {field}, {vectors} elements in the slots of one ciphertext, {arrangement}")
    }

    fn recipe(&self) -> String {
        let layers = counted(self.layers as u64, "layer");
        format!("{} {:?}, {layers}, results in {} order", self.method, self.recipe, self.order)
    }

    fn parameters(&self) -> String {
        let Self { scheme, ring_degree, modulus_bits, limb_schedule, key_modulus_bits, .. } = self;
        let [primes, special] =
            [(self.limbs, "prime"), (self.special_limbs, "special prime")].map(|(number, thing)| counted(number as u64, thing));
        format!(
            "{scheme}, N = {ring_degree}, {modulus_bits} bits in {primes} (present at each layer, then at the end: {limb_schedule:?}), \
             {key_modulus_bits} with {special}, {}",
            security(self.security_bits)
        )
    }

    fn operations(&self) -> String {
        let counts = &self.counts;
        let [products, additions, rotations] =
            [(counts.ct_pt_multiplies, "product"), (counts.ct_ct_additions, "addition"), (counts.rotations, "rotation")]
                .map(|(number, thing)| counted(number, thing));
        format!("{products} with diagonals, {additions}, {rotations} ({} hoisted)", counts.hoisted)
    }

    fn client(&self) -> String {
        let s = &self.seconds;
        let [keygen, galois_keys, encrypt, decrypt] = [s.keygen, s.galois_keys, s.encrypt, s.decrypt].map(seconds);
        let keys = counted(self.galois_keys as u64, "rotation key");
        format!("keygen {keygen}, {keys} {galois_keys}, encrypt {encrypt}, decrypt {decrypt}")
    }
}
