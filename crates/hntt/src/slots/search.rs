//! The search for the cheapest recipe in slots within noise, security, memory and size of keys.

use super::budget::budgets;
use super::cost::SlotCost;
use super::design::{Method, SlotDesign, SlotDesignError, SlotRequest};
use super::{Arrangement, Counted, KeyPlace, Offsets, SlotLayer, SlotRecipe, SlotRecipeError, Working};
use crate::Direction;
use crate::columns::budget::fresh;
use crate::planner::{self, Trial, plain_word};
use crate::schedule::{Needs, Schedule};
use papilio_fhe::ParametersLiteral;
use papilio_fhe::noise::{self, log2_primes};
use papilio_fhe::security;
use papilio_field::ResidueRing;
use papilio_ring::RnsBasis;

/// Least and greatest bits of a prime: those that conversions take, and those whose transforms are
/// the fastest and that are stored in six bytes.
const PRIME_BITS: (u32, u32) = (30, 47);
/// Special primes are at least as large as any digit's.
const SPECIAL_BITS: u32 = 47;
/// Most special primes that the search considers.
const MAX_SPECIAL: usize = 10;
/// Most layers that the search considers.
const MAX_LAYERS: u32 = 4;
/// Bits of budget that a design must have left by its own prediction.
const MARGIN_BITS: f64 = 0.5;

/// The cheapest design, and the runners-up in order.
///
/// # Errors
/// Any of [`SlotDesignError`].
pub fn design(t: &impl ResidueRing, request: &SlotRequest) -> Result<(SlotDesign, Vec<SlotDesign>), SlotDesignError> {
    request.problem.check(t)?;
    if request.problem.log_blowup != 0 {
        return Err(SlotRecipeError::Padded.into());
    }
    let mut search = Search { t, request, found: Vec::new(), refused: None };
    for (log_degree, arrangement) in request.places(t)? {
        for radices in request.radix_lists() {
            search.at(log_degree, arrangement, &radices)?;
        }
    }
    search.choose()
}

impl SlotRequest {
    /// Ring degrees, and what the slots hold there.
    fn places(&self, t: &impl ResidueRing) -> Result<Vec<(u32, Arrangement)>, SlotDesignError> {
        let degrees = planner::log_degrees(self.log_degree).map_err(SlotDesignError::Degree)?;
        let (log, slots) = (self.problem.log_columns, 1usize << degrees.end());
        let arrangement = |&degree: &u32| match log.cmp(&degree) {
            core::cmp::Ordering::Greater => None,
            core::cmp::Ordering::Equal => Some((degree, Arrangement::Whole)),
            core::cmp::Ordering::Less if self.interleaved => Some((degree, Arrangement::Interleaved)),
            core::cmp::Ordering::Less => Some((degree, Arrangement::Repeated)),
        };
        let fitting: Vec<_> = degrees.filter_map(|degree| arrangement(&degree)).collect();
        if fitting.is_empty() {
            return Err(SlotDesignError::Size { size: self.problem.columns(), slots });
        }
        let degree = 1 << fitting[0].0;
        let able: Vec<_> = fitting.into_iter().filter(|(degree, _)| *degree < t.two_adicity()).collect();
        if able.is_empty() { Err(SlotDesignError::NoSlots { field: t.name().into_owned(), degree }) } else { Ok(able) }
    }

    fn radix_lists(&self) -> Vec<Vec<usize>> {
        let log = self.problem.log_columns;
        let layers = match &self.method {
            Method::Radices(radices) => return vec![radices.clone()],
            Method::Diagonal => 1..=1,
            Method::Factored => 2.min(log)..=MAX_LAYERS.min(log),
            Method::Auto => 1..=MAX_LAYERS.min(log),
        };
        layers.flat_map(|layers| near_equal(log, layers, self.problem.direction)).collect()
    }
}

/// Factorisations of `2^log` into so many radices whose exponents differ by at most three: stages
/// away from the whole span have nearly twice the diagonals for their radix, so that theirs is the
/// smaller one.
fn near_equal(log: u32, layers: u32, direction: Direction) -> Vec<Vec<usize>> {
    let mut lists = Vec::new();
    for whole in 1..=log - (layers - 1) {
        let (rest, others) = (log - whole, layers - 1);
        let exponents: Vec<u32> = (0..others).map(|i| rest / others + u32::from(i < rest % others)).collect();
        if exponents.iter().all(|&e| e >= 1 && whole + 1 >= e && whole <= e + 3) && (others > 0 || rest == 0) {
            let mut radices: Vec<usize> = core::iter::once(whole).chain(exponents).map(|e| 1 << e).collect();
            if direction == Direction::Inverse {
                radices.reverse();
            }
            lists.push(radices);
        }
    }
    lists
}

struct Search<'r, R> {
    t: &'r R,
    request: &'r SlotRequest,
    found: Vec<SlotDesign>,
    refused: Option<SlotDesignError>,
}

impl<R: ResidueRing> Search<'_, R> {
    fn at(&mut self, log_degree: u32, arrangement: Arrangement, radices: &[usize]) -> Result<(), SlotDesignError> {
        let mut recipe = SlotRecipe {
            problem: self.request.problem,
            log_degree,
            arrangement,
            layers: radices.iter().map(|&radix| SlotLayer { radix, baby: 1 }).collect(),
            limbs: vec![1; radices.len()],
            output_limbs: 1,
        };
        recipe.check()?;
        for s in 0..radices.len() {
            recipe.layers[s].baby = baby_steps(&recipe.offsets(s));
        }
        let degree = 1usize << log_degree;
        let allowed = security::max_log_modulus(degree);
        for schedule in needs(self.t, self.request, &recipe).schedules() {
            let total: u32 = schedule.bits.iter().sum();
            let mut least = u32::MAX;
            for special in 1..=MAX_SPECIAL.min(schedule.bits.len()) {
                let needed = total + special as u32 * SPECIAL_BITS;
                if schedule.bits.len() + special > RnsBasis::MAX_LIMBS || needed > allowed && !self.request.insecure {
                    least = least.min(needed);
                    continue;
                }
                self.settle(&recipe, &schedule, special)?;
            }
            if self.found.is_empty() && least < u32::MAX {
                self.refuse(&recipe, least, allowed);
            }
        }
        Ok(())
    }

    /// Considers the primes of a schedule, with fewer baby steps where those that cost least take
    /// too much memory or too many keys.
    fn settle(&mut self, recipe: &SlotRecipe, schedule: &Schedule, special: usize) -> Result<(), SlotDesignError> {
        let mut recipe = recipe.clone();
        while let Some(design) = settle(self.t, self.request, &recipe, schedule, special)? {
            let fewest = recipe.layers.iter().all(|layer| layer.baby == 1);
            if self.consider(design) || fewest {
                break;
            }
            recipe.layers.iter_mut().for_each(|layer| layer.baby = (layer.baby / 2).max(1));
        }
        Ok(())
    }

    /// Keeps a design within the limits, or remembers the least of those beyond; whether it was
    /// kept.
    fn consider(&mut self, design: SlotDesign) -> bool {
        let SlotRequest { memory: memory_limit, key_bytes: key_limit, .. } = *self.request;
        let least = design.working_within(memory_limit, 1).err();
        if least.is_none() && design.galois_key_bytes <= key_limit {
            self.found.push(design);
            return true;
        }
        let (memory, keys) = (least.unwrap_or(design.memory_bytes), design.galois_key_bytes);
        let smaller = !matches!(self.refused, Some(SlotDesignError::Limits { memory: least, .. }) if least <= memory);
        if smaller {
            self.refused = Some(SlotDesignError::Limits { memory, keys, memory_limit, key_limit });
        }
        false
    }

    fn refuse(&mut self, recipe: &SlotRecipe, needed: u32, allowed: u32) {
        let (degree, layers) = (1usize << recipe.log_degree, recipe.layers.len());
        let excess = i64::from(needed) - i64::from(allowed);
        let closer = match self.refused {
            Some(SlotDesignError::Noise { needed, allowed, .. }) => excess < i64::from(needed) - i64::from(allowed),
            Some(_) => false,
            None => true,
        };
        if closer {
            self.refused = Some(SlotDesignError::Noise { layers, plain_bits: self.t.bits(), needed, allowed, degree });
        }
    }

    /// The cheapest of those found. Each list of radices and ring has one entry, so that the
    /// runners-up differ in what matters.
    fn choose(self) -> Result<(SlotDesign, Vec<SlotDesign>), SlotDesignError> {
        let key = |design: &SlotDesign| (design.recipe.radices_text(), design.recipe.log_degree);
        let designs =
            planner::cheapest(self.found, |design| design.seconds, key, |design| Ok::<_, SlotDesignError>(Some(design)))?;
        let (size, slots) = (self.request.problem.columns(), 1 << 16);
        designs.ok_or_else(|| self.refused.unwrap_or(SlotDesignError::Size { size, slots }))
    }
}

/// Baby steps that make babies and giants about as dear: a hoisted rotation costs about half of one
/// by itself.
fn baby_steps(offsets: &Offsets) -> usize {
    let ideal = (2.0 * offsets.count as f64 / offsets.inputs() as f64).sqrt();
    let power = 1usize << (ideal.log2().round() as u32);
    power.clamp(1, offsets.count)
}

/// The requirements on a limb schedule. The noise of a key switch counts where a division leaves
/// its floor: both come before every product.
fn needs(t: &impl ResidueRing, request: &SlotRequest, recipe: &SlotRecipe) -> Needs {
    let degree = 1usize << recipe.log_degree;
    let log_plain = noise::log2_modulus(t);
    let coefficients = if recipe.arrangement == Arrangement::Repeated { 2 * recipe.size() } else { degree };
    // With as many special primes as a digit has, a key switch adds little more than its rounding.
    let switched = 2.0 * noise::mod_switch(degree);
    let growth = |s: usize| {
        let offsets = recipe.offsets(s);
        let terms = (offsets.count * offsets.inputs()) as f64;
        log_plain + 0.5 * (terms * coefficients as f64 / 12.0).log2()
    };
    Needs {
        fresh: (fresh(degree, request.key) + switched).log2() / 2.0,
        floor: (noise::mod_switch(degree) + switched).log2() / 2.0,
        growth: (0..recipe.layers.len()).map(growth).collect(),
        headroom: log_plain + 1.0 + noise::tail_bits(degree as f64) + MARGIN_BITS + 1.0,
        prime_bits: PRIME_BITS,
        follow_noise: true,
        switch_output: true,
    }
}

/// Primes for a schedule, and its exact noise.
fn settle(
    t: &impl ResidueRing,
    request: &SlotRequest,
    recipe: &SlotRecipe,
    schedule: &Schedule,
    special: usize,
) -> Result<Option<SlotDesign>, SlotDesignError> {
    let degree = 1usize << recipe.log_degree;
    let recipe = SlotRecipe { limbs: schedule.limbs.clone(), output_limbs: schedule.output_limbs, ..recipe.clone() };
    planner::settle(schedule.bits.clone(), recipe.output_limbs, PRIME_BITS.1, |bits| {
        let all = [&vec![SPECIAL_BITS; special], bits].concat();
        let Ok(mut primes) = RnsBasis::choose_moduli(degree, &all, plain_word(t)) else { return Ok(Trial::Failed) };
        let moduli = primes.split_off(special);
        let (log_degree, insecure) = (recipe.log_degree, request.insecure);
        let literal = ParametersLiteral { log_degree, moduli, special: primes, insecure, ..ParametersLiteral::default() };
        let total: f64 = log2_primes(&literal.moduli).iter().chain(&log2_primes(&literal.special)).sum();
        if total > f64::from(security::max_log_modulus(degree)) && !request.insecure {
            return Ok(Trial::Failed);
        }
        let budgets = budgets(t, &recipe, &literal, request.key);
        if budgets[1] < MARGIN_BITS {
            return Ok(Trial::Short);
        }
        Ok(Trial::Passed(complete(t, request, recipe.clone(), literal, budgets)))
    })
}

fn complete(
    t: &impl ResidueRing,
    request: &SlotRequest,
    recipe: SlotRecipe,
    literal: ParametersLiteral,
    [budget_fresh, budget_after]: [f64; 2],
) -> SlotDesign {
    let cost = SlotCost::new(&recipe, &literal);
    SlotDesign {
        field: t.name().into_owned(),
        counts: Counted::count(&recipe),
        seconds: cost.seconds(t),
        memory_bytes: cost.memory(&Working { keys: KeyPlace::Memory, at_once: rayon::current_num_threads() }),
        galois_key_bytes: cost.stored_keys(),
        key: request.key,
        recipe,
        literal,
        budget_fresh,
        budget_after,
    }
}
