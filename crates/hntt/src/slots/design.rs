//! Choosing a recipe for slots: radices, arrangement, ring degree, primes, special primes and baby
//! steps, within what noise, security, memory and the size of keys allow.

use super::{Arrangement, SlotCounts, SlotRecipe, SlotRecipeError};
use crate::{Direction, KeyKind, Problem, ProblemError};
use papilio_fhe::bfv::FheError;
use papilio_fhe::security::{LOG_DEGREES, degree_refused};
use papilio_fhe::{ParametersError, ParametersLiteral, noise};
use serde::{Deserialize, Serialize};

/// Which transforms a design may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// One stage: as many products as elements, one layer.
    Diagonal,
    /// Any number of stages above one.
    Factored,
    /// Whatever costs least.
    Auto,
    /// These radices.
    Radices(Vec<usize>),
}

/// A caller's requirements for a design.
#[derive(Clone, Debug)]
pub struct SlotRequest {
    /// The transform.
    pub problem: Problem,
    /// Allowed transforms.
    pub method: Method,
    /// Whether a ciphertext holds as many different vectors as fit, instead of one.
    pub interleaved: bool,
    /// The ring degree, `log2`; the cheapest secure one otherwise.
    pub log_degree: Option<u32>,
    /// Most bytes of memory of the transform, if need be with the keys in a file and one inner sum
    /// at once.
    pub memory: u64,
    /// Most bytes of stored keys.
    pub key_bytes: u64,
    /// Accept less than 128 bits of security.
    pub insecure: bool,
    /// The key that the ciphertext is encrypted under.
    pub key: KeyKind,
}

impl SlotRequest {
    /// The cheapest design at 128 bits of security for one vector under the secret key, with up to
    /// 8 GiB of memory and 2 GiB of keys.
    #[must_use]
    pub fn new(problem: Problem) -> Self {
        Self {
            problem,
            method: Method::Auto,
            interleaved: false,
            log_degree: None,
            memory: 8 << 30,
            key_bytes: 2 << 30,
            insecure: false,
            key: KeyKind::Secret,
        }
    }
}

/// A recipe with everything needed to run it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotDesign {
    /// Name of the plaintext field.
    pub field: String,
    /// The recipe executed.
    pub recipe: SlotRecipe,
    /// Ring parameters.
    pub literal: ParametersLiteral,
    /// Predicted budget of a fresh ciphertext, bits.
    pub budget_fresh: f64,
    /// Predicted budget of the output, bits.
    pub budget_after: f64,
    /// Bytes of the keys as they are sent, each on its own, without the header of their collection.
    pub galois_key_bytes: u64,
    /// Bytes of memory of a transform with all keys in it: tables, keys, baby steps, and what is at
    /// work.
    pub memory_bytes: u64,
    /// The key that it was planned for.
    pub key: KeyKind,
    /// Operations. They are not stored, and all zero in a design that was read.
    #[serde(skip)]
    pub counts: SlotCounts,
    /// Predicted seconds of one core.
    pub seconds: f64,
}

/// Why there is no design.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SlotDesignError {
    /// The problem cannot be posed.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The radices do not fit the problem.
    #[error(transparent)]
    Recipe(#[from] SlotRecipeError),
    /// The ring degree is out of range.
    #[error("{}", degree_refused(*.0, &LOG_DEGREES))]
    Degree(u32),
    /// The field has fewer slots than the ring has coefficients.
    #[error("the field {field} has no N slots at ring degree N = {degree}: 2N must divide t - 1")]
    NoSlots {
        /// The field.
        field: String,
        /// The least ring degree that holds the vector.
        degree: usize,
    },
    /// Noise or key switching needs more modulus than security allows.
    #[error(
        "the noise budget will not last: {layers} layers over a {plain_bits}-bit field need a modulus of {needed} bits with special \
         primes, and 128-bit security allows {allowed} at ring degree {degree}; fewer layers or a larger ring degree would help, or less security if that will do (`insecure`)"
    )]
    Noise {
        /// Layers.
        layers: usize,
        /// Bits of the field.
        plain_bits: u32,
        /// `⌈log2 PQ⌉` needed.
        needed: u32,
        /// Bits of `PQ` that security allows.
        allowed: u32,
        /// Ring degree.
        degree: usize,
    },
    /// Every recipe needs more memory or keys.
    #[error(
        "the smallest recipe found needs {memory} bytes of memory and {keys} bytes of keys; the limits are {memory_limit} and {key_limit}"
    )]
    Limits {
        /// Bytes of memory.
        memory: u64,
        /// Bytes of keys.
        keys: u64,
        /// Most bytes of memory.
        memory_limit: u64,
        /// Most bytes of keys.
        key_limit: u64,
    },
    /// The vector fits no ring.
    #[error("{size} elements fit no ring degree allowed: the greatest has {slots} slots")]
    Size {
        /// Elements.
        size: usize,
        /// Slots.
        slots: usize,
    },
    /// The ring cannot be made.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
    /// The scheme cannot be made.
    #[error(transparent)]
    Scheme(#[from] FheError),
}

impl SlotDesign {
    /// One line: what runs where.
    #[must_use]
    pub fn summary(&self) -> String {
        let direction = if self.recipe.problem.direction == Direction::Forward { "forward" } else { "inverse" };
        let bits = |primes: &[u64]| noise::log2_primes(primes).iter().sum::<f64>().ceil();
        format!(
            "{direction} NTT of {} elements over {} in slots, {}, radices {}, N = {}, log2 Q = {} in {} prime{}, log2 P = {} in {}, limbs {:?} then {}",
            self.recipe.size(),
            self.field,
            match self.recipe.arrangement {
                Arrangement::Repeated => "repeated".to_owned(),
                Arrangement::Whole => "in both rows".to_owned(),
                Arrangement::Interleaved => format!("{} at once", self.recipe.vectors()),
            },
            self.recipe.radices_text(),
            1u64 << self.recipe.log_degree,
            bits(&self.literal.moduli),
            self.literal.moduli.len(),
            if self.literal.moduli.len() == 1 { "" } else { "s" },
            bits(&self.literal.special),
            self.literal.special.len(),
            self.recipe.limbs,
            self.recipe.output_limbs,
        )
    }
}
