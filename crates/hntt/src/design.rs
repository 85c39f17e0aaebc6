//! Choosing a recipe: every list of radices, limb schedule, ring degree and layout that the request allows, ranked by cost,
//! the best one checked against the exact noise of its own constants.

use crate::budget::{fresh, prediction};
use crate::cost::Cost;
use crate::schedule::{Needs, Schedule};
use crate::{Direction, Layout, Packing, Problem, ProblemError, ProductSharing, Recipe, RecipeError};

use papilio_fhe::{Parameters, ParametersError, ParametersLiteral, noise, security};
use papilio_field::ResidueRing;
use papilio_ring::RnsBasis;
use serde::{Deserialize, Serialize};

/// Greatest radix that the search considers.
const MAX_LOG_RADIX: u32 = 6;
/// Most layers that the search considers.
const MAX_LAYERS: usize = 6;
/// Bits of the largest primes: the kernels are laziest below 2^47.
pub const PRIME_BITS: u32 = 47;
/// Bits of budget that a design must have left by its own prediction.
pub(crate) const MARGIN_BITS: f64 = 0.5;
/// Designs reported beside the winner.
const RUNNERS_UP: usize = 5;

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

/// What a caller asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The transform of the columns.
    pub problem: Problem,
    /// Elements of a column.
    pub lanes: usize,
    /// Allowed layouts.
    pub layout: LayoutChoice,
    /// Where values sit in a plaintext.
    pub packing: Packing,
    /// Dense or shared products.
    pub evaluator: ProductSharing,
    /// These radices, and no others.
    pub radices: Option<Vec<usize>>,
    /// So many layers of equal radices, the remainder in the last ([`Recipe::constant_depth`]), where no radices are given.
    pub depth: Option<u32>,
    /// The ring degree, `log2`; the cheapest secure one otherwise.
    pub log_degree: Option<u32>,
    /// Ciphertexts are encrypted under the public key.
    pub public_key: bool,
    /// Drop primes as the noise allows.
    pub follow_noise: bool,
    /// Switch the output to the smallest safe modulus.
    pub switch_output: bool,
    /// Accept less than 128 bits of security.
    pub insecure: bool,
}

/// A recipe with everything needed to run it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// Name of the plaintext field.
    pub field: String,
    /// The transform of the columns.
    pub outer: Problem,
    /// Elements of a column.
    pub lanes: usize,
    /// How columns are distributed.
    pub layout: Layout,
    /// Where values sit in a plaintext.
    pub packing: Packing,
    /// What is executed across ciphertexts.
    pub recipe: Recipe,
    /// Ring parameters.
    pub literal: ParametersLiteral,
    /// Whether it was planned for ciphertexts under the public key.
    pub public_key: bool,
    /// Predicted noise.
    pub predicted: Prediction,
    /// Predicted seconds of one core.
    pub seconds: f64,
}

/// Predicted noise budgets, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Of a fresh ciphertext.
    pub fresh: f64,
    /// Of the noisiest output.
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
    /// The lanes do not fit.
    #[error("{lanes} lanes do not fit: they must be a power of two, at most the ring degree {degree}")]
    Lanes {
        /// Elements of a column.
        lanes: usize,
        /// Greatest ring degree considered.
        degree: usize,
    },
    /// The ring degree is out of range.
    #[error("ring degree 2^{0} is not between 2^12 and 2^16")]
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
        /// What security allows.
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

/// The cheapest design, and the runners-up in order.
///
/// # Errors
/// Any of [`DesignError`].
pub fn design(t: &impl ResidueRing, request: &Request, cost: &Cost) -> Result<(Design, Vec<Design>), DesignError> {
    request.problem.check(t)?;
    let mut candidates = Candidates::new(t, request);
    let places = request.places()?;
    for &(log_degree, layout) in &places {
        candidates.at(log_degree, layout, cost)?;
    }
    candidates.choose()
}

impl Request {
    /// Ring degrees and layouts to search.
    fn places(&self) -> Result<Vec<(u32, Layout)>, DesignError> {
        let degrees = match self.log_degree {
            Some(log) if !(12..=16).contains(&log) => return Err(DesignError::Degree(log)),
            Some(log) => log..=log,
            None => 12..=16,
        };
        let (lanes, greatest) = (self.lanes, 1usize << degrees.end());
        if !lanes.is_power_of_two() || lanes > greatest {
            return Err(DesignError::Lanes { lanes, degree: greatest });
        }
        let fits = degrees.filter(|&log| lanes <= 1 << log);
        let mut places = Vec::new();
        for log in fits {
            let most = self.most_blocks();
            let log_blocks = (log - lanes.trailing_zeros()).min(most);
            if self.layout != LayoutChoice::Blocked || log_blocks == 0 {
                places.push((log, Layout::Columns));
            }
            if self.layout != LayoutChoice::Columns && log_blocks > 0 {
                places.push((log, Layout::Blocked { log_blocks, after: self.problem.log_blowup > 0 }));
            }
        }
        Ok(places)
    }

    /// `log2` of the most columns in a ciphertext. At least one radix-2 step stays with the server, and padded inputs stay
    /// whole. Left to itself the planner does no more of the transform in the clear than it leaves to the server: filling
    /// a last ciphertext with all columns would be cheapest, and delegate nothing.
    fn most_blocks(&self) -> u32 {
        let Problem { log_columns, log_blowup, .. } = self.problem;
        let most = if self.layout == LayoutChoice::Auto { log_columns / 2 } else { log_columns - 1 };
        most.min(log_columns - log_blowup)
    }

    fn radix_lists(&self, inner: &Problem) -> Vec<Vec<usize>> {
        match (&self.radices, self.depth) {
            (Some(radices), _) => vec![radices.clone()],
            (None, Some(depth)) => Recipe::constant_depth(inner.log_columns, depth).into_iter().collect(),
            (None, None) => {
                let mut lists = Vec::new();
                compositions(inner.log_columns, &mut Vec::new(), &mut lists);
                lists
            }
        }
    }
}

/// Ordered factorisations of `2^log` into radices up to `2^MAX_LOG_RADIX`.
fn compositions(log: u32, prefix: &mut Vec<usize>, lists: &mut Vec<Vec<usize>>) {
    if log == 0 {
        lists.push(prefix.clone());
        return;
    }
    if prefix.len() == MAX_LAYERS {
        return;
    }
    for part in 1..=log.min(MAX_LOG_RADIX) {
        prefix.push(1 << part);
        compositions(log - part, prefix, lists);
        prefix.pop();
    }
}

/// The plaintext modulus when it is a word, which must not be among the primes of the ciphertexts; 0 otherwise.
pub(crate) fn plain_word(t: &impl ResidueRing) -> u64 {
    if t.words() == 1 { t.modulus()[0] } else { 0 }
}

/// A candidate before its noise is checked.
struct Candidate {
    seconds: f64,
    log_degree: u32,
    layout: Layout,
    recipe: Recipe,
    bits: Vec<u32>,
}

struct Candidates<'r, R> {
    t: &'r R,
    request: &'r Request,
    found: Vec<Candidate>,
    /// The refusal that missed by least.
    refused: Option<DesignError>,
    /// Why given radices fit no layout.
    unfit: Option<RecipeError>,
}

impl<'r, R: ResidueRing> Candidates<'r, R> {
    fn new(t: &'r R, request: &'r Request) -> Self {
        Self { t, request, found: Vec::new(), refused: None, unfit: None }
    }

    /// All candidates of one ring degree and layout.
    fn at(&mut self, log_degree: u32, layout: Layout, cost: &Cost) -> Result<(), DesignError> {
        let problem = layout.inner(&self.request.problem);
        let degree = 1 << log_degree;
        let allowed = security::max_log_modulus(degree);
        for radices in self.request.radix_lists(&problem) {
            let limbs = vec![1; radices.len()];
            let recipe = Recipe { problem, radices, evaluator: self.request.evaluator, limbs, output_limbs: 1 };
            if let Err(error) = recipe.check() {
                // Given radices fit one layout's number of ciphertexts and not another's.
                self.unfit.get_or_insert(error);
                continue;
            }
            for schedule in self.needs(&recipe, degree, 0.0).schedules() {
                let total: u32 = schedule.bits.iter().sum();
                if schedule.bits.len() > RnsBasis::MAX_LIMBS || total > allowed && !self.request.insecure {
                    self.refuse(&recipe, degree, total, allowed);
                    continue;
                }
                let Schedule { bits, limbs, output_limbs } = schedule;
                let recipe = Recipe { limbs, output_limbs, ..recipe.clone() };
                self.found.push(Candidate { seconds: cost.seconds(&recipe, degree), log_degree, layout, recipe, bits });
            }
        }
        Ok(())
    }

    fn refuse(&mut self, recipe: &Recipe, degree: usize, needed: u32, allowed: u32) {
        let missing = needed.saturating_sub(allowed);
        let closer = !matches!(self.refused, Some(DesignError::Noise { missing: least, .. }) if least <= missing);
        if closer {
            let (layers, plain_bits) = (recipe.layers(), self.t.bits());
            self.refused = Some(DesignError::Noise { layers, plain_bits, needed, missing, degree, allowed });
        }
    }

    fn needs(&self, recipe: &Recipe, degree: usize, extra: f64) -> Needs {
        let log_plain = noise::log2_modulus(self.t);
        let samples = (recipe.problem.columns() * degree) as f64;
        let layer = |live: usize| log_plain + 0.5 * (live as f64 / 12.0).log2().max(-2.0);
        Needs {
            fresh: fresh(degree, self.request.public_key).log2() / 2.0,
            floor: noise::switch_down(degree).log2() / 2.0,
            growth: recipe.steps().iter().map(|step| layer(step.shape.nonzero_inputs)).collect(),
            headroom: log_plain + 1.0 + noise::tail_bits(samples) + MARGIN_BITS + 0.5 + extra,
            prime_bits: ((degree.trailing_zeros() + 8).max(22), PRIME_BITS),
            follow_noise: self.request.follow_noise,
            switch_output: self.request.switch_output,
        }
    }

    /// The cheapest candidates that pass the exact prediction.
    fn choose(mut self) -> Result<(Design, Vec<Design>), DesignError> {
        self.found.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let found = core::mem::take(&mut self.found);
        let mut designs: Vec<Design> = Vec::new();
        for candidate in &found {
            // One entry for each list of radices and ring, so that the runners-up differ in what matters.
            let same =
                |d: &Design| d.recipe.radices == candidate.recipe.radices && d.literal.log_degree == candidate.log_degree;
            if !designs.iter().any(same) {
                designs.extend(self.settle(candidate)?);
            }
            if designs.len() > RUNNERS_UP {
                break;
            }
        }
        if designs.is_empty() {
            let unfit = self.unfit.map(DesignError::Recipe);
            return Err(self.refused.or(unfit).unwrap_or(DesignError::Search { columns: self.request.problem.columns() }));
        }
        let best = designs.remove(0);
        Ok((best, designs))
    }

    /// Primes for a candidate, and its exact noise; when that falls short the primes that stay grow, a bit at a time.
    fn settle(&mut self, candidate: &Candidate) -> Result<Option<Design>, DesignError> {
        let (degree, recipe) = (1usize << candidate.log_degree, &candidate.recipe);
        let mut bits = candidate.bits.clone();
        for _ in 0..8 {
            let Ok(moduli) = RnsBasis::choose_moduli(degree, &bits, plain_word(self.t)) else { return Ok(None) };
            let logs: Vec<f64> = moduli.iter().map(|&q| (q as f64).log2()).collect();
            let Some(predicted) = prediction(self.t, recipe, &logs, degree, self.request.public_key) else { return Ok(None) };
            let log_modulus: f64 = logs.iter().sum();
            let allowed = security::max_log_modulus(degree);
            if log_modulus > f64::from(allowed) && !self.request.insecure {
                self.refuse(recipe, degree, log_modulus.ceil() as u32, allowed);
                return Ok(None);
            }
            if predicted.after >= MARGIN_BITS {
                let literal = ParametersLiteral {
                    log_degree: candidate.log_degree,
                    moduli,
                    special: Vec::new(),
                    insecure: self.request.insecure,
                    ..ParametersLiteral::default()
                };
                return Ok(Some(self.complete(candidate, literal, predicted)));
            }
            let weakest = bits[..recipe.output_limbs].iter().enumerate().min_by_key(|(_, b)| **b).map_or(0, |(i, _)| i);
            if bits[weakest] >= PRIME_BITS {
                return Ok(None);
            }
            bits[weakest] += 1;
        }
        Ok(None)
    }

    fn complete(&self, candidate: &Candidate, literal: ParametersLiteral, predicted: Prediction) -> Design {
        let Candidate { seconds, layout, ref recipe, .. } = *candidate;
        let Request { problem, lanes, packing, public_key, .. } = *self.request;
        let recipe = recipe.clone();
        Design {
            field: self.t.name().into_owned(),
            outer: problem,
            lanes,
            layout,
            packing,
            recipe,
            literal,
            public_key,
            predicted,
            seconds,
        }
    }
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
