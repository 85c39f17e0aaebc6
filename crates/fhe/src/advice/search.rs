//! The search: for every ring degree and number of special primes the least modulus that lasts,
//! ranked by cost.

use super::circuit::{Scheme, Worst};
use super::request::{AdviceError, LOG_DEGREES, Request};
use crate::noise::Model;
use crate::{ParametersLiteral, security};
use papilio_ring::gadget::Gadget;
use papilio_ring::scaled_product::auxiliary_primes;
use papilio_ring::{BasisConverter, RnsBasis};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Primes have at most as many bits: those that every processor has fast transforms for, in doubles
/// or in words of 52 bits (`docs/adr/0013-primes-of-49-bits.md`).
const PRIME_BITS: u32 = 49;
/// Primes of `Q` have as many where that saves one of them.
const WIDEST_BITS: u32 = 50;
/// Primes are the largest of their bit length; the sum of what all of them lack is below this, in
/// bits.
const LACKING: f64 = 0.1;

/// Sizes of primes, with what they cost and what they leave.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) log_degree: u32,
    /// Bits of the primes of `Q`.
    pub(super) bits: Vec<u32>,
    /// Bits of the special primes.
    pub(super) special: Vec<u32>,
    /// Predicted, fresh and after each step.
    pub(super) budgets: Vec<f64>,
    /// The greatest size that a prime of `Q` could have.
    pub(super) widest: u32,
    /// Operations on a word of a vector, for all steps of the path.
    pub(super) cost: f64,
}

impl Candidate {
    pub(super) fn degree(&self) -> usize {
        1 << self.log_degree
    }

    /// `⌈log2 Q⌉`
    pub(super) fn log_modulus(&self) -> u32 {
        self.bits.iter().sum()
    }

    /// `⌈log2 PQ⌉`
    pub(super) fn log_key_modulus(&self) -> u32 {
        self.log_modulus() + self.special.iter().sum::<u32>()
    }

    /// Digits of a key.
    pub(super) fn digits(&self) -> usize {
        self.bits.len().div_ceil(self.special.len().max(1))
    }

    /// The largest primes of these sizes; those that are special first, so that they are the
    /// greatest.
    pub(super) fn literal(&self) -> Result<ParametersLiteral, AdviceError> {
        let bits = [&*self.special, &self.bits].concat();
        let mut special = RnsBasis::choose_moduli(self.degree(), &bits, 0)?;
        let moduli = special.split_off(self.special.len());
        Ok(ParametersLiteral { log_degree: self.log_degree, moduli, special, insecure: false, ..ParametersLiteral::default() })
    }
}

pub(super) struct Search<'r> {
    request: &'r Request,
    /// Bits of budget that must be left by prediction.
    margin: f64,
    /// Predicted budgets of sizes that were tried: many searches end at the same ones.
    known: RefCell<BTreeMap<Sizes, Vec<f64>>>,
}

/// The logarithm of the ring degree, bits of the primes of `Q`, bits of the special primes.
type Sizes = (u32, Vec<u32>, Vec<u32>);

impl<'r> Search<'r> {
    pub(super) fn new(request: &'r Request, margin: f64) -> Self {
        Self { request, margin, known: RefCell::default() }
    }

    /// The same for another margin, with what is known of sizes.
    pub(super) fn with_margin(self, margin: f64) -> Self {
        Self { margin, ..self }
    }

    /// The cheapest of all degrees allowed.
    pub(super) fn best(&self) -> Result<Candidate, AdviceError> {
        let degrees = self.request.log_degree.map_or(LOG_DEGREES, |log| log..=log);
        // The refusal of the greatest degree is the one that says what is missing at best.
        let cheaper = |best: Result<Candidate, _>, next: Result<Candidate, _>| match (best, next) {
            (Ok(a), Ok(b)) => Ok(if b.cost < a.cost { b } else { a }),
            (Ok(one), Err(_)) | (Err(_), Ok(one)) => Ok(one),
            (Err(_), Err(last)) => Err(last),
        };
        let found = degrees.map(|log| self.cheapest(log)).reduce(cheaper);
        found.unwrap_or(Err(AdviceError::Degree(0)))
    }

    /// The cheapest of a degree.
    pub(super) fn cheapest(&self, log_degree: u32) -> Result<Candidate, AdviceError> {
        let least = self.least(log_degree);
        let fits = |candidate: &Candidate| candidate.log_key_modulus() <= self.limit(log_degree);
        let able = self.candidates(&least).into_iter().filter(|candidate| fits(candidate) && self.primes(candidate).is_ok());
        let best = able.reduce(|a, b| if b.cost < a.cost { b } else { a });
        best.ok_or_else(|| self.refusal(&least))
    }

    /// Why not even the candidate of the least modulus will do.
    fn refusal(&self, least: &Candidate) -> AdviceError {
        let (request, degree) = (self.request.clone(), least.degree());
        let (needed, limit) = (least.log_key_modulus(), self.limit(least.log_degree));
        match self.primes(least) {
            Err(primes) if needed <= limit => AdviceError::Primes { request, needed: primes, degree },
            _ => AdviceError::Modulus { request, needed, degree, limit },
        }
    }

    /// The numbers of special primes next to a candidate's, as far as they change the number of
    /// digits.
    pub(super) fn neighbors(&self, best: &Candidate) -> Vec<Candidate> {
        let others = Gadget::special_counts(best.bits.len());
        let at = others.iter().position(|&count| count == best.special.len());
        let near =
            |count: Option<&usize>| count.map(|&count| self.with_special(best.log_degree, count, [best.widest, PRIME_BITS]));
        let before = at.and_then(|at| near(others.get(at.wrapping_sub(1))));
        before.into_iter().chain(at.and_then(|at| near(others.get(at + 1)))).collect()
    }

    /// The greatest sizes of primes of `Q` to try, of which the first is taken among equals.
    /// Products of BGV drop whole primes. The least
    /// size is not tried where it is that of the plaintext prime, for [`Self::greatest`] is below
    /// it.
    fn widths(&self) -> impl Iterator<Item = u32> + Clone {
        let widths: &[u32] = match self.request.scheme {
            Scheme::Bfv => &[PRIME_BITS, WIDEST_BITS],
            Scheme::Bgv => &[PRIME_BITS, WIDEST_BITS, 45, 40, 36, 33, BasisConverter::MIN_SOURCE_BITS],
        };
        widths.iter().copied().filter(|&widest| self.greatest(widest) >= BasisConverter::MIN_SOURCE_BITS)
    }

    /// The greatest size of primes up to a size that is not that of the plaintext prime.
    pub(super) fn greatest(&self, widest: u32) -> u32 {
        widest - u32::from(self.request.plain_bits == widest)
    }

    /// Sizes of primes of `Q` and of special ones to try.
    fn sizes(&self) -> impl Iterator<Item = [u32; 2]> {
        self.widths().flat_map(|widest| special_sizes().map(move |special| [widest, special]))
    }

    pub(super) fn limit(&self, log_degree: u32) -> u32 {
        security::limit(1 << log_degree, self.request.security)
    }

    /// With as few and small special primes as there may be.
    fn least(&self, log_degree: u32) -> Candidate {
        let count = usize::from(self.request.switches_keys());
        // A modulus of twice the limit is not brought within it by other sizes.
        let first = self.with_special(log_degree, count, [PRIME_BITS; 2]);
        if first.log_key_modulus() > 2 * self.limit(log_degree) {
            return first;
        }
        let sizes = self.sizes().map(|sizes| self.with_special(log_degree, count, sizes));
        let less = |a: Candidate, b: Candidate| if b.log_key_modulus() < a.log_key_modulus() { b } else { a };
        sizes.reduce(less).unwrap_or(first)
    }

    /// One for each number of special primes that is worth it and for each size of primes of `Q`:
    /// with special primes of the greatest size that fits the limit.
    fn candidates(&self, least: &Candidate) -> Vec<Candidate> {
        if !self.request.switches_keys() {
            return vec![least.clone()];
        }
        let fits = |candidate: &Candidate| candidate.log_key_modulus() <= self.limit(least.log_degree);
        let of = |(widest, count)| {
            let sizes = special_sizes().map(|special| [widest, special]);
            sizes.map(|sizes| self.with_special(least.log_degree, count, sizes)).find(fits)
        };
        let room = |&count: &usize| {
            least.log_modulus() + count as u32 * BasisConverter::MIN_SOURCE_BITS <= self.limit(least.log_degree)
        };
        let counts: Vec<usize> = Gadget::special_counts(least.bits.len()).into_iter().filter(room).collect();
        let all = self.widths().flat_map(|widest| counts.iter().map(move |&count| (widest, count)));
        all.filter_map(of).collect()
    }

    /// The least modulus that lasts, with primes of `Q` and special ones of at most these sizes.
    fn with_special(&self, log_degree: u32, special: usize, sizes: [u32; 2]) -> Candidate {
        let Request { plain_bits, circuit, .. } = self.request;
        // More than any circuit uses, so that what is left over can be taken away.
        let steps: u32 = circuit.iter().map(|step| step.bits(*plain_bits, log_degree)).sum();
        let mut total = steps + 2 * (plain_bits + 2 * log_degree + 16);
        let left = |candidate: &Candidate| candidate.budgets.last().copied().unwrap_or(0.0) - self.margin - LACKING;
        let mut candidate = self.of_total(log_degree, total, special, sizes);
        total = (f64::from(candidate.log_modulus()) - left(&candidate)).ceil().max(1.0) as u32;
        loop {
            candidate = self.of_total(log_degree, total, special, sizes);
            let missing = -left(&candidate);
            if missing <= 0.0 {
                break;
            }
            total = candidate.log_modulus() + missing.ceil() as u32;
        }
        // Products of BGV drop whole primes, so that less may do as well.
        loop {
            let spare = left(&candidate) as u32;
            let less = self.of_total(log_degree, candidate.log_modulus() - spare, special, sizes);
            if less.log_modulus() >= candidate.log_modulus() || left(&less) < 0.0 {
                return candidate;
            }
            candidate = less;
        }
    }

    fn of_total(&self, log_degree: u32, total: u32, special: usize, [widest, size]: [u32; 2]) -> Candidate {
        let bits = self.cut(total, widest);
        let size = bits.iter().copied().max().unwrap_or(PRIME_BITS).min(size);
        let special = vec![if size == self.request.plain_bits { size + 1 } else { size }; special];
        let budgets = self.budgets(log_degree, &bits, &special);
        let mut candidate = Candidate { log_degree, budgets, bits, special, widest, cost: 0.0 };
        candidate.cost = self.cost(&candidate);
        candidate
    }

    /// Sizes of as few primes as possible, none that of the plaintext prime, which so cannot be one
    /// of them.
    fn cut(&self, total: u32, widest: u32) -> Vec<u32> {
        let widest = self.greatest(widest);
        let cut = |total: u32| {
            let count = total.max(1).div_ceil(widest);
            let total = total.max(count * BasisConverter::MIN_SOURCE_BITS);
            RnsBasis::even_bits(total, count as usize)
        };
        let mut totals = (total..).map(cut);
        totals.find(|bits| !bits.contains(&self.request.plain_bits)).unwrap_or_default()
    }

    /// The predicted budget of a fresh ciphertext, then after each step.
    fn budgets(&self, log_degree: u32, bits: &[u32], special: &[u32]) -> Vec<f64> {
        let sizes = (log_degree, bits.to_vec(), special.to_vec());
        if let Some(known) = self.known.borrow().get(&sizes) {
            return known.clone();
        }
        let logs = |bits: &[u32]| bits.iter().copied().map(f64::from).collect();
        let model = Model::new(1 << log_degree, f64::from(self.request.plain_bits), logs(bits), logs(special));
        let budgets = self.of_model(&model);
        self.known.borrow_mut().insert(sizes, budgets.clone());
        budgets
    }

    fn of_model(&self, model: &Model) -> Vec<f64> {
        let mut paths = Worst::fresh(model, self.request.scheme);
        let least = |paths: &[Worst]| paths.iter().map(|worst| worst.budget_bits(model)).fold(f64::INFINITY, f64::min);
        let mut budgets = vec![least(&paths)];
        for &step in &self.request.circuit {
            paths.iter_mut().for_each(|worst| *worst = worst.after(model, step));
            budgets.push(least(&paths));
        }
        budgets
    }

    /// Vectors of `N` words that are multiplied and added, as `docs/notes/products.md` counts them;
    /// a transform is worth 1.5 for each of its levels.
    fn cost(&self, candidate: &Candidate) -> f64 {
        let (products, switches) = (self.request.depth(), self.switches(candidate.log_degree));
        let (limbs, special, digits) = (candidate.bits.len(), candidate.special.len(), candidate.digits());
        let exact = self.request.scheme == Scheme::Bgv;
        let transform = 1.5 * f64::from(candidate.log_degree);
        let auxiliary = self.auxiliary(candidate);
        let product = {
            let conversions =
                if exact { 0 } else { 4 * limbs * auxiliary + 3 * (limbs + 2) * auxiliary + 3 * (auxiliary + 1) * limbs };
            let all = limbs + auxiliary;
            (7 * all) as f64 * transform + (conversions + 4 * all) as f64
        };
        let switch = {
            let all = limbs + special;
            let vectors = digits * special * all + 2 * digits * all + 2 * special * limbs;
            ((digits + 2) * all) as f64 * transform + vectors as f64
        };
        candidate.degree() as f64 * (f64::from(products) * product + f64::from(switches) * switch + limbs as f64)
    }

    /// Key switches of the path.
    fn switches(&self, log_degree: u32) -> u32 {
        self.request.circuit.iter().fold(0, |sum: u32, step| sum.saturating_add(step.switches(log_degree)))
    }

    /// Primes beside those of `Q` that a product of BFV needs while it is computed.
    fn auxiliary(&self, candidate: &Candidate) -> usize {
        match self.request.scheme {
            Scheme::Bfv => {
                let (log_modulus, log_plain) = (f64::from(candidate.log_modulus()), f64::from(self.request.plain_bits));
                auxiliary_primes(candidate.bits.len(), log_modulus, log_plain, candidate.degree()).0
            }
            Scheme::Bgv => 0,
        }
    }

    /// Whether all primes fit a basis; their number if they do not.
    fn primes(&self, candidate: &Candidate) -> Result<(), usize> {
        let auxiliary = if self.request.depth() > 0 { self.auxiliary(candidate) } else { 0 };
        let needed = candidate.bits.len() + auxiliary.max(candidate.special.len());
        if needed <= RnsBasis::MAX_LIMBS { Ok(()) } else { Err(needed) }
    }
}

/// Sizes of special primes to try, the widest first: narrower ones save modulus and make more
/// noise.
fn special_sizes() -> impl Iterator<Item = u32> {
    core::iter::once(PRIME_BITS).chain((BasisConverter::MIN_SOURCE_BITS..=PRIME_BITS - 3).rev().step_by(4))
}
