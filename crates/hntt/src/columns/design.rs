//! Choosing a recipe: every list of radices, limb schedule, ring degree and layout that the request
//! allows, ranked by cost, the best one checked against the exact noise of its own constants.

use crate::{Direction, KeyKind, Layout, Packing, Problem, ProblemError, ProductSharing, Recipe, RecipeError};

use papilio_fhe::security::{LOG_DEGREES, degree_refused};
use papilio_fhe::{Parameters, ParametersError, ParametersLiteral};
use papilio_field::ResidueRing;
use serde::{Deserialize, Serialize};

/// Bits of the largest primes: the kernels are laziest below 2^47.
pub const PRIME_BITS: u32 = 47;
/// Bits of budget that a design must have left by its own prediction.
pub(crate) const MARGIN_BITS: f64 = 0.5;

/// Which layouts a design may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LayoutChoice {
    /// Whatever costs least, with at most half of the transform in the clear.
    Auto,
    /// One column a ciphertext.
    Columns,
    /// All slots filled.
    Blocked,
}

/// A caller's requirements for a design.
#[derive(Clone, Debug)]
pub struct Request {
    /// The transform of the columns.
    pub problem: Problem,
    /// Elements of a column: a power of two, at most the ring degree.
    pub lanes: usize,
    /// Allowed layouts.
    pub layout: LayoutChoice,
    /// Where values sit in a plaintext.
    pub packing: Packing,
    /// Dense or shared products.
    pub evaluator: ProductSharing,
    /// These radices, and no others.
    pub radices: Option<Vec<usize>>,
    /// Number of layers of equal radices, the remainder in the last ([`Recipe::constant_depth`]),
    /// where no radices are given.
    pub depth: Option<u32>,
    /// The ring degree, `log2`; the cheapest secure one otherwise.
    pub log_degree: Option<u32>,
    /// The key that ciphertexts are encrypted under.
    pub key: KeyKind,
    /// Drop primes as the noise allows.
    pub follow_noise: bool,
    /// Switch the output to the smallest safe modulus.
    pub switch_output: bool,
    /// Accept less than 128 bits of security.
    pub insecure: bool,
}

impl Request {
    /// The cheapest design at 128 bits of security for ciphertexts under the secret key, with at
    /// most half of the transform in the clear.
    #[must_use]
    pub fn new(problem: Problem, lanes: usize) -> Self {
        Self {
            problem,
            lanes,
            layout: LayoutChoice::Auto,
            packing: Packing::Coefficients,
            evaluator: ProductSharing::Shared,
            radices: None,
            depth: None,
            log_degree: None,
            key: KeyKind::Secret,
            follow_noise: true,
            switch_output: true,
            insecure: false,
        }
    }
}

/// A recipe with everything needed to run it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// Name of the plaintext field.
    pub field: String,
    /// The transform of the columns.
    pub outer: Problem,
    /// Elements of a column: a power of two, at most the ring degree.
    pub lanes: usize,
    /// How columns are distributed.
    pub layout: Layout,
    /// Where values sit in a plaintext.
    pub packing: Packing,
    /// The recipe executed across ciphertexts.
    pub recipe: Recipe,
    /// Ring parameters.
    pub literal: ParametersLiteral,
    /// The key that it was planned for.
    pub key: KeyKind,
    /// Predicted noise.
    pub predicted: Prediction,
    /// Predicted seconds of one core.
    pub seconds: f64,
}

/// Predicted noise budgets, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Budget of a fresh ciphertext.
    pub fresh: f64,
    /// Budget of the noisiest output.
    pub after: f64,
}

/// Why there is no design.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DesignError {
    /// The problem cannot be posed.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The radices do not fit the problem.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The lanes are no power of two, or more than the ring degree.
    #[error("{lanes} lanes do not fit: they must be a power of two, at most the ring degree {degree}")]
    Lanes {
        /// Elements of a column, as asked for.
        lanes: usize,
        /// Greatest ring degree considered.
        degree: usize,
    },
    /// The ring degree is out of range.
    #[error("{}", degree_refused(*.0, &LOG_DEGREES))]
    Degree(u32),
    /// The noise needs more modulus than security allows.
    #[error(
        "the noise budget will not last: {layers} layers over a {plain_bits}-bit field need a modulus of {needed} bits, {missing} more than \
         128-bit security allows at ring degree {degree} ({allowed}); fewer layers (larger radices), a larger ring degree, or `--insecure` would help"
    )]
    Noise {
        /// Layers of the cheapest candidate.
        layers: usize,
        /// Bits of the field.
        plain_bits: u32,
        /// `⌈log2 Q⌉` needed.
        needed: u32,
        /// Bits missing.
        missing: u32,
        /// Ring degree of that candidate.
        degree: usize,
        /// Bits of the modulus that security allows.
        allowed: u32,
    },
    /// No recipe of the search passed, for another reason than its modulus.
    #[error("no recipe was found for {columns} columns: no layout allowed has that many layers across its ciphertexts")]
    Search {
        /// Columns of the transform.
        columns: usize,
    },
    /// The ring cannot be made.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
}

/// Why a stored design is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StoredDesignError {
    /// It is for another field.
    #[error("it is for the field {found}, not {expected}")]
    Field {
        /// The field it names.
        found: String,
        /// The field it is read for.
        expected: String,
    },
    /// A part of it is not valid by itself.
    #[error(transparent)]
    Part(#[from] DesignError),
    /// A part of a transform in slots is not valid by itself.
    #[error(transparent)]
    Slots(#[from] crate::slots::SlotDesignError),
    /// Its parts do not fit each other.
    #[error("its {0} does not fit the rest of it")]
    Mismatch(&'static str),
}

impl Design {
    /// Checks a design that comes from outside, and validates its ring parameters.
    ///
    /// # Errors
    /// Any of [`StoredDesignError`].
    pub fn check(&self, t: &impl ResidueRing) -> Result<Parameters, StoredDesignError> {
        if self.field != t.name() {
            return Err(StoredDesignError::Field { found: self.field.clone(), expected: t.name().into_owned() });
        }
        self.outer.check(t).map_err(DesignError::from)?;
        if let Layout::Blocked { log_blocks, after } = self.layout
            && (log_blocks >= self.outer.log_columns || after && log_blocks + self.outer.log_blowup > self.outer.log_columns)
        {
            return Err(StoredDesignError::Mismatch("number of blocks"));
        }
        if self.layout.inner(&self.outer) != self.recipe.problem {
            return Err(StoredDesignError::Mismatch("recipe"));
        }
        self.recipe.check().map_err(DesignError::from)?;
        let parameters = Parameters::new(self.literal.clone()).map_err(DesignError::from)?;
        if self.recipe.limbs[0] != parameters.limbs() {
            return Err(StoredDesignError::Mismatch("limb schedule"));
        }
        if !self.lanes.is_power_of_two() || self.lanes > parameters.degree() || self.values() > parameters.degree() {
            return Err(StoredDesignError::Mismatch("number of lanes"));
        }
        Ok(parameters)
    }

    /// Elements of the input matrix: the most that can be encrypted.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.outer.inputs() * self.lanes
    }

    /// Whether the domain is a coset.
    #[must_use]
    pub fn on_coset(&self) -> bool {
        self.outer.shift != 0
    }

    /// Values in a ciphertext.
    #[must_use]
    pub fn values(&self) -> usize {
        self.lanes * self.layout.blocks()
    }

    /// One line: what runs where.
    #[must_use]
    pub fn summary(&self) -> String {
        let direction = match self.outer.direction {
            Direction::Forward => "forward",
            Direction::Inverse => "inverse",
        };
        format!(
            "{direction} NTT of {} columns over {}, {} layout, radices {}, N = {}, log2 Q = {} in {} prime{}, limbs {:?} then {}",
            self.outer.columns(),
            self.field,
            self.layout.name(),
            self.recipe.radices_text(),
            1u64 << self.literal.log_degree,
            self.literal.moduli.iter().map(|&q| (q as f64).log2()).sum::<f64>().ceil(),
            self.literal.moduli.len(),
            if self.literal.moduli.len() == 1 { "" } else { "s" },
            self.recipe.limbs,
            self.recipe.output_limbs,
        )
    }
}
