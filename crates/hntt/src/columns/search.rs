//! The search for the cheapest recipe across ciphertexts within noise and security.

use super::budget::{fresh, prediction};
use super::cost::Cost;
use super::design::{Design, DesignError, LayoutChoice, MARGIN_BITS, PRIME_BITS, Prediction, Request};
use crate::planner::{self, Trial, plain_word};
use crate::schedule::{Needs, Schedule};
use crate::{Layout, Problem, Recipe, RecipeError};
use papilio_fhe::ParametersLiteral;
use papilio_fhe::noise::{self, log2_primes};
use papilio_fhe::security;
use papilio_field::ResidueRing;
use papilio_ring::RnsBasis;

/// Greatest radix that the search considers.
const MAX_LOG_RADIX: u32 = 6;
/// Most layers that the search considers.
const MAX_LAYERS: usize = 6;

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
        let degrees = planner::log_degrees(self.log_degree).map_err(DesignError::Degree)?;
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

    /// `log2` of the most columns in a ciphertext. At least one radix-2 step stays with the server,
    /// and padded inputs stay whole. Left to itself the planner does no more of the transform in
    /// the clear than it leaves to the server: filling a last ciphertext with all columns would be
    /// cheapest, and delegate nothing.
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
            fresh: fresh(degree, self.request.key).log2() / 2.0,
            floor: noise::mod_switch(degree).log2() / 2.0,
            growth: recipe.steps().iter().map(|step| layer(step.shape.nonzero_inputs)).collect(),
            headroom: log_plain + 1.0 + noise::tail_bits(samples) + MARGIN_BITS + 0.5 + extra,
            prime_bits: ((degree.trailing_zeros() + 8).max(22), PRIME_BITS),
            follow_noise: self.request.follow_noise,
            switch_output: self.request.switch_output,
        }
    }

    /// The cheapest candidates that pass the exact prediction. Each list of radices and ring has
    /// one entry, so that the runners-up differ in what matters.
    fn choose(mut self) -> Result<(Design, Vec<Design>), DesignError> {
        let key = |candidate: &Candidate| (candidate.recipe.radices.clone(), candidate.log_degree);
        let found = core::mem::take(&mut self.found);
        let designs = planner::cheapest(found, |found| found.seconds, key, |candidate| self.settle(&candidate))?;
        let unfit = self.unfit.map(DesignError::Recipe);
        let columns = self.request.problem.columns();
        designs.ok_or_else(|| self.refused.or(unfit).unwrap_or(DesignError::Search { columns }))
    }

    /// Primes for a candidate, and its exact noise.
    fn settle(&mut self, candidate: &Candidate) -> Result<Option<Design>, DesignError> {
        let (degree, recipe) = (1usize << candidate.log_degree, &candidate.recipe);
        let allowed = security::max_log_modulus(degree);
        planner::settle(candidate.bits.clone(), recipe.output_limbs, PRIME_BITS, |bits| {
            let Ok(moduli) = RnsBasis::choose_moduli(degree, bits, plain_word(self.t)) else { return Ok(Trial::Failed) };
            let logs = log2_primes(&moduli);
            let predicted = prediction(self.t, recipe, &logs, degree, self.request.key);
            let Some(predicted) = predicted else { return Ok(Trial::Failed) };
            let log_modulus: f64 = logs.iter().sum();
            if log_modulus > f64::from(allowed) && !self.request.insecure {
                self.refuse(recipe, degree, log_modulus.ceil() as u32, allowed);
                return Ok(Trial::Failed);
            }
            if predicted.after < MARGIN_BITS {
                return Ok(Trial::Short);
            }
            let (log_degree, insecure) = (candidate.log_degree, self.request.insecure);
            let literal = ParametersLiteral { log_degree, moduli, insecure, ..ParametersLiteral::default() };
            Ok(Trial::Passed(self.complete(candidate, literal, predicted)))
        })
    }

    fn complete(&self, candidate: &Candidate, literal: ParametersLiteral, predicted: Prediction) -> Design {
        let Candidate { seconds, layout, ref recipe, .. } = *candidate;
        let Request { problem, lanes, packing, key, .. } = *self.request;
        let recipe = recipe.clone();
        Design {
            field: self.t.name().into_owned(),
            outer: problem,
            lanes,
            layout,
            packing,
            recipe,
            literal,
            key,
            predicted,
            seconds,
        }
    }
}
