//! The noise of a circuit, operation by operation.

use super::carried::{DEGREES, Numbers, Term};
use super::{
    GREATEST_ROUNDING, Noise, PlaintextNorms, Sources, budget_bits, fresh_public, fresh_public_product, fresh_secret,
    key_errors, log2_max, log2_modulus, log2_plain_product, log2_primes, log2_secret_moment, log2_sum, mod_switch,
    product_rounding,
};
use crate::Parameters;
use papilio_field::ResidueRing;

/// `ln 2^20`, for bounds that hold except with a probability of `2^(−20)`.
pub(super) const CONFIDENCE: f64 = 20.0 * core::f64::consts::LN_2;
/// `log2` of the ratio of the greatest square of a secret's value at a root to the mean.
const SECRET_COLOR: f64 = 4.6;
/// `log2` of the mean fourth power of a secret's values at the roots, over the square of their mean
/// square: 2 but for its deviation, which is below a fifth of it from `2^11` roots on.
const SECRET_FOURTH: f64 = 1.3;

/// Errors and roundings times the secret, or times what is as common to ciphertexts.
const SECRET: Term = Term { further: 0, secret: true };

/// Bits of a product's budget that are given up for operands of fewer primes.
const SLACK_BITS: f64 = 0.5;
/// A budget that is less than a greater one by as much falls with every level.
const FALLEN_BITS: f64 = 8.0;
/// A bound must be better by this much to be worth giving up that the noise is known to be normal.
const WORTH_BITS: f64 = 0.01;
/// A product of a smaller budget is made at the level where it is greatest.
const LEAST_PRODUCT_BITS: f64 = 8.0;

/// Predicts noise for one set of ring parameters and one plaintext modulus: each method is the
/// operation of [`crate::bfv::Bfv`] of that name, [`Self::multiply_exactly`] the product of
/// [`crate::bgv::Bgv`].
///
/// Levels follow the ciphertexts'. Operations of two operands take the lower level of both, and
/// take them to be correlated where they have a source in common.
#[derive(Clone, Debug)]
pub struct Model {
    degree: usize,
    log_plain: f64,
    log_moduli: Vec<f64>,
    log_special: Vec<f64>,
    /// [`log2_secret_moment`] of `k` factors at index `k`.
    moments: Vec<f64>,
    /// [`Self::least_log_modulus`].
    least_log_modulus: f64,
}

impl Model {
    /// The model for ring degree `N`, `log2 t`, and the `log2` of the primes of `Q` and of the
    /// special ones.
    #[must_use]
    pub fn new(degree: usize, log_plain: f64, log_moduli: Vec<f64>, log_special: Vec<f64>) -> Self {
        let moments = (0..=2 * DEGREES as u32).map(|k| log2_secret_moment(degree, k)).collect();
        let floor = Noise::none(1).with(SECRET, mod_switch(degree));
        let least_log_modulus = log_plain + 1.0 + LEAST_BUDGET + floor.log2_max(degree);
        Self { degree, log_plain, log_moduli, log_special, moments, least_log_modulus }
    }

    /// The model of a scheme's parameters and field.
    #[must_use]
    pub fn of(parameters: &Parameters, t: &impl ResidueRing) -> Self {
        let (degree, literal) = (parameters.degree(), parameters.literal());
        Self::new(degree, log2_modulus(t), log2_primes(&literal.moduli), log2_primes(&literal.special))
    }

    /// Ring degree `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// `log2 t`.
    #[must_use]
    pub fn log_plain(&self) -> f64 {
        self.log_plain
    }

    /// The least budget in bits that a ciphertext has.
    #[must_use]
    pub fn budget_bits(&self, a: &Noise) -> f64 {
        budget_bits(self.log_modulus(a.level()), self.log_plain, a.log2_max(self.degree))
    }

    /// A fresh ciphertext under the secret key.
    #[must_use]
    pub fn fresh_secret(&self, sources: Sources) -> Noise {
        Noise::fresh(self.log_moduli.len(), fresh_secret(), sources)
    }

    /// A fresh ciphertext under the public key.
    #[must_use]
    pub fn fresh_public(&self, sources: Sources) -> Noise {
        // All but the error times the secret.
        let product = fresh_public_product(self.degree);
        Noise::fresh(self.log_moduli.len(), fresh_public(self.degree) - product, sources).with(SECRET, product)
    }

    /// A fresh ciphertext under an extended public key, divided by `P`.
    #[must_use]
    pub fn fresh_extended(&self, sources: Sources) -> Noise {
        let fresh = self.fresh_public(sources);
        match self.log_special.is_empty() {
            true => fresh,
            false => self.divided(&fresh.scaled(-self.log_special.iter().sum::<f64>())),
        }
    }

    /// A sum or difference; of BGV, of ciphertexts of the same factor. Where both are related, what
    /// is left of their masks may be a function of their roundings.
    #[must_use]
    pub fn add(&self, a: &Noise, b: &Noise) -> Noise {
        let level = a.level().min(b.level());
        let sum = self.mod_switch_to(a, level).sum(&self.mod_switch_to(b, level));
        // A trivial ciphertext adds nothing to the mask of the other one.
        let trivial = a.is_trivial() && b.is_trivial();
        let spent = [a, b].iter().any(|x| x.is_spent() && (trivial || !x.is_trivial()));
        sum.spent_if(spent || a.is_related(b))
    }

    /// A sum with a plaintext: the rounding of one message more.
    #[must_use]
    pub fn add_plain(&self, a: &Noise) -> Noise {
        a.clone().with_plaintext()
    }

    /// A multiple by a constant whose centered lift has this `log2`: at most `log2 t − 1`.
    #[must_use]
    pub fn mul_scalar(&self, a: &Noise, log2_constant: f64) -> Noise {
        a.clone().scaled(log2_constant)
    }

    /// A product with a plaintext.
    ///
    /// At every root the noise is multiplied by the value of the plaintext there. Noise of a flat
    /// spectrum gains the mean of their squares, any other at most the greatest. The fewer roots
    /// have most of the result, the less do random factors average out.
    #[must_use]
    pub fn mul_plain(&self, a: &Noise, plaintext: &PlaintextNorms) -> Noise {
        let color = a.log2_color();
        let PlaintextNorms { sum, squares, spectral, fourth } = *plaintext;
        let mut product = a.clone();
        let together = color + (spectral - squares).max(0.0);
        let slack = self.log2_mean_slack(together.min(fourth + 2.0 * color), together) - self.log2_slack(color);
        // A power of the secret's square is counted with its mean, which is near a factorial.
        let factors = |term: Term| term.further as f64 + if term.power() > 0 { (term.power() as f64 + 1.0) / 2.0 } else { 0.0 };
        let excess = slack.max(0.0) * a.terms().map(|(term, _)| factors(term)).fold(0.0, f64::max);
        let numbers = product.numbers_mut();
        numbers.squares.iter_mut().for_each(|x| *x += f64::min(squares + color, spectral) + excess);
        numbers.normal = f64::max(numbers.normal, numbers.spectral) + squares + excess;
        numbers.spectral += spectral + excess;
        // No coefficient of a product is above the product of the norms, for either pair of norms.
        let bounded = |log2_bound: f64, log2_norm: f64| f64::min(sum + log2_bound, squares / 2.0 + log2_norm);
        numbers.peak += sum;
        let random = |numbers: &Numbers| log2_sum(log2_max(numbers.normal, self.degree as f64), numbers.peak);
        let greatest = bounded(random(a.numbers()), self.log2_norm(a));
        if random(numbers) > greatest + WORTH_BITS {
            (numbers.normal, numbers.peak) = (f64::NEG_INFINITY, greatest);
        }
        numbers.roundings = bounded(numbers.roundings, numbers.roundings_mean + self.log_degree() / 2.0);
        numbers.roundings_mean = f64::min(numbers.roundings_mean + spectral / 2.0, numbers.roundings);
        product
    }

    fn log_degree(&self) -> f64 {
        (self.degree as f64).log2()
    }

    fn log2_max(&self, a: &Noise) -> f64 {
        a.log2_max(self.degree)
    }

    /// A product of ciphertexts, relinearized or not: `e·W' + e'·W + t·e·e'/Q`.
    #[must_use]
    pub fn multiply(&self, a: &Noise, b: &Noise) -> Noise {
        let related = a.is_related(b);
        let [x, y] = [a, b].map(|x| x.clone().all_random(self.degree));
        let linear = self.times_phase(&x, &y, related).sum(&self.times_phase(&y, &x, related));
        let roundings = log2_sum(self.roundings_times_trivial(a, b), self.roundings_times_trivial(b, a));
        self.rounded(linear, &x, &y).with_roundings(roundings).masked_by(&[a, b])
    }

    /// A square. Its noise is `2·e·W`, and its own phase is a factor of the noise only where the
    /// mask may be a function of the noise.
    #[must_use]
    pub fn square(&self, a: &Noise) -> Noise {
        let x = a.clone().all_random(self.degree);
        let linear = self.times_phase(&x, &x, a.is_spent());
        let roundings = 1.0 + self.roundings_times_trivial(a, a);
        self.rounded(linear.scaled(1.0), &x, &x).with_roundings(roundings).masked_by(&[a])
    }

    /// A bound on the roundings of `a` times the phase of `b`, where that is a message alone: both
    /// are functions of plaintexts, and add up as they please.
    fn roundings_times_trivial(&self, a: &Noise, b: &Noise) -> f64 {
        let bound = a.numbers().roundings_mean + self.log_degree() + self.log_plain - 1.0;
        if b.is_trivial() { bound } else { f64::NEG_INFINITY }
    }

    /// `e·W'`, `W'` the phase of `b` over `Q/t`: uniform multiples of `t` times a factor of the
    /// secret. Phases that are `repeated` may be factors of the noise already, and even the first
    /// one with the secret: what is rounded away from a mask may be another mask.
    fn times_phase(&self, a: &Noise, b: &Noise, repeated: bool) -> Noise {
        let (color, plain) = (a.log2_color(), log2_plain_product(self.degree, self.log_plain));
        // The square that the noise has, and the square of the secret where it has most of it.
        let slack = 2.0 * self.log2_slack(color) - self.log2_slack(0.0);
        let mut product = Noise::none(a.level()).descends(a);
        for (term, square) in a.terms() {
            let secret = log2_sum(0.0, self.moments[term.power() + 1] - self.moments[term.power()]);
            let repeated = if repeated { self.gain(term.further + usize::from(term.secret), 1) } else { 0.0 };
            let next = Term::new(term.further + 1, term.secret);
            product.add_term(next, square + plain + secret + repeated + slack);
        }
        let total = product.log2_variance();
        product.numbers_mut().spectral = total + color;
        // Given the noise, the phase is uniform, unless its mask is a function of what is in the
        // noise.
        if !(b.is_spent() && a.is_related(b)) {
            product.numbers_mut().normal = total;
            return product;
        }
        let chaos = 2.0 * self.log2_chaos(color + SECRET_COLOR);
        let normal = if a.is_moved() || b.is_moved() { None } else { Some(total + chaos) };
        let norms = self.log2_norm(a) + self.log2_phase_norm();
        self.bounded(product, normal, f64::NEG_INFINITY, norms)
    }

    /// `log2` of the norm of a phase over `Q/t`: of `t/Q·(c_0 + c_1·s)` for uniform masks.
    fn log2_phase_norm(&self) -> f64 {
        let square = log2_plain_product(self.degree, self.log_plain) + log2_sum(0.0, self.moments[1]);
        (square + self.log2_mean_slack(SECRET_FOURTH, SECRET_COLOR)) / 2.0
    }

    /// The linear part of a product completed by the product of both noises and the roundings.
    fn rounded(&self, linear: Noise, a: &Noise, b: &Noise) -> Noise {
        let both = self.product_of_noises(a, b).scaled(-self.log_modulus(linear.level()));
        let level = linear.level();
        let sum = linear.sum(&both).at(level).with(Term::new(1, true), product_rounding(self.degree));
        sum.with_rounded_first_part().product_of(a, b)
    }

    /// `t·e·e'`.
    fn product_of_noises(&self, a: &Noise, b: &Noise) -> Noise {
        let related = a.is_related(b);
        let scale = self.log_degree() + 2.0 * self.log_plain;
        let mut product = Noise::none(a.level().min(b.level())).descends(a).descends(b);
        for (i, x) in a.terms() {
            for (j, y) in b.terms() {
                // Once for the secret, and once for factors of noise that both may have.
                let repeated = if related { self.gain(i.further + 1, j.further + 1) } else { 0.0 };
                let term = Term::new(i.further + j.further + 1, i.secret && j.secret);
                product.add_term(term, x + y + scale + self.gain(i.power(), j.power()) + repeated);
            }
        }
        self.shaped(product, a, b)
    }

    /// The product of two noises with what is known of single coefficients.
    fn shaped(&self, mut product: Noise, a: &Noise, b: &Noise) -> Noise {
        let [x, y] = [a, b].map(Noise::log2_color);
        let slack = f64::max(self.log2_slack(x), self.log2_slack(y));
        // Both may have most of their squares at the same root.
        product.numbers_mut().squares.iter_mut().for_each(|square| *square += slack + x.min(y));
        let total = product.log2_variance();
        // No coefficient of a product of polynomials is above the product of their norms, which is
        // all that is known where coefficients of either one are not normal.
        let [a_norm, b_norm] = [a, b].map(|x| self.log2_norm(x));
        let peaks = log2_sum(a.numbers().peak + b_norm, b.numbers().peak + a_norm) + self.log_plain + self.log_degree() / 2.0;
        let normal = match (a.is_related(b), a.is_moved() || b.is_moved()) {
            // Given one of them, the other's coefficients are normal.
            (false, _) => Some(total),
            (true, false) => Some(total + 2.0 * self.log2_chaos(x.max(y) + self.secret_color(a, b))),
            (true, true) => None,
        };
        product.numbers_mut().spectral = total + x.max(y);
        self.bounded(product, normal, peaks, self.log_plain + a_norm + b_norm)
    }

    /// A product of polynomials of this variance of a coefficient and of these peaks, or else of
    /// which the product of the norms is all that is known of a coefficient; the latter too where
    /// it is less.
    fn bounded(&self, mut product: Noise, normal: Option<f64>, peaks: f64, norms: f64) -> Noise {
        let greatest = norms.min(self.log2_norm(&product));
        let numbers = product.numbers_mut();
        match normal.filter(|&normal| log2_sum(log2_max(normal, self.degree as f64), peaks) < greatest) {
            Some(normal) => (numbers.normal, numbers.peak) = (normal, peaks),
            None => numbers.peak = greatest,
        }
        product
    }

    /// `log2` of the factor by which the secret in noises makes their spectrum exceed its mean.
    fn secret_color(&self, a: &Noise, b: &Noise) -> f64 {
        let powers = |x: &Noise| {
            let least = x.log2_variance() - 6.0;
            x.terms().any(|(term, square)| term.power() > 0 && square > least)
        };
        if powers(a) || powers(b) { SECRET_COLOR } else { 0.0 }
    }

    /// `log2` of the ratio of the tail of a product of related normal polynomials to that of a
    /// normal one (Bernstein): its coefficients are quadratic forms, whose greatest eigenvalue is
    /// `2^color` times that of a flat spectrum.
    fn log2_chaos(&self, color: f64) -> f64 {
        let degree = self.degree as f64;
        let tail = degree.ln() + CONFIDENCE;
        let eigenvalue = color.exp2() * (2.0 / degree).sqrt();
        let deviations = eigenvalue * tail + ((eigenvalue * tail).powi(2) + 2.0 * tail).sqrt();
        (deviations / (2.0 * tail).sqrt()).log2()
    }

    /// A product of BGV: `t·e·e'`, at the lower level.
    #[must_use]
    pub fn multiply_exactly(&self, a: &Noise, b: &Noise) -> Noise {
        let level = a.level().min(b.level());
        let [x, y] = [a, b].map(|x| self.mod_switch_to(x, level));
        // Parts that are random in neither operand are bounded by the product of their norms.
        let roundings = self.log_plain + self.log_degree() + x.numbers().roundings_mean + y.numbers().roundings_mean;
        let [x, y] = [x, y].map(|x| x.all_random(self.degree));
        let mut product = self.product_of_noises(&x, &y).product_of(a, b).masked_by(&[a, b]);
        let numbers = product.numbers_mut();
        [numbers.roundings, numbers.roundings_mean] = [roundings; 2];
        product
    }

    /// A product of BGV at the level of [`Self::product_level`].
    #[must_use]
    pub fn multiply_switched(&self, a: &Noise, b: &Noise) -> Noise {
        let level = self.product_level(a, b);
        let [a, b] = [a, b].map(|x| self.mod_switch_to(x, level));
        self.multiply_exactly(&a, &b)
    }

    /// `log2` of the root of the sum of squares of all coefficients.
    fn log2_norm(&self, a: &Noise) -> f64 {
        (a.log2_variance() + self.log_degree() + self.log2_slack(a.log2_color())) / 2.0
    }

    /// `log2` of the factor by which a mean of squares of normal variables exceeds its expectation,
    /// where one pair of roots of `X^N + 1` has `2^color` times the mean.
    fn log2_slack(&self, color: f64) -> f64 {
        self.log2_mean_slack(color, color)
    }

    /// The slack of [`Self::log2_slack`] where the mean of the squares of the weights is `2^fourth`
    /// times that of equal ones: `1 + √(2vL) + wL` for the sum `v` of the squares, the greatest
    /// weight `w` and the confidence `L` (Laurent and Massart 2000, lemma 1), at least five
    /// standard deviations.
    fn log2_mean_slack(&self, fourth: f64, color: f64) -> f64 {
        let [squares, greatest] = [fourth, color].map(|x| (x.exp2() * 2.0 / self.degree as f64).min(1.0) * CONFIDENCE);
        (1.0 + (2.0 * squares).sqrt() + greatest).log2()
    }

    /// `log2` of the ratio of the mean of a product of `i + j` equal factors to the product of the
    /// means of `i` and of `j`.
    fn gain(&self, i: usize, j: usize) -> f64 {
        self.moments[i + j] - self.moments[i] - self.moments[j]
    }

    /// A relinearization or an automorphism: noise of key switching more.
    #[must_use]
    pub fn key_switch(&self, a: &Noise) -> Noise {
        self.divided(&self.key_errors(a))
    }

    /// The errors of a key alone: of a switched ciphertext modulo `P·Q`.
    fn key_errors(&self, a: &Noise) -> Noise {
        let group = self.log_special.len().max(1);
        let digits: Vec<f64> = self.moduli(a.level()).chunks(group).map(|digit| digit.iter().sum()).collect();
        // The errors of the key are in the noise of every ciphertext that it switches, as the
        // secret is.
        a.clone().with(SECRET, key_errors(self.degree, &digits, self.log_special.iter().sum())).masked_by(&[a])
    }

    /// The division by `P` of a ciphertext modulo `P·Q` that was made by key switches.
    #[must_use]
    pub fn divided(&self, a: &Noise) -> Noise {
        a.clone().with(SECRET, mod_switch(self.degree))
    }

    /// An automorphism whose result is kept modulo `P·Q`, to be divided by `P` later on.
    #[must_use]
    pub fn automorphism_undivided(&self, a: &Noise) -> Noise {
        self.key_errors(a).moved()
    }

    /// An automorphism.
    #[must_use]
    pub fn automorphism(&self, a: &Noise) -> Noise {
        self.key_switch(a).moved()
    }

    /// A product as a ciphertext of two parts.
    #[must_use]
    pub fn multiply_relinearize(&self, a: &Noise, b: &Noise) -> Noise {
        self.key_switch(&self.multiply(a, b))
    }

    /// The sum over all slots.
    #[must_use]
    pub fn inner_sum(&self, a: &Noise) -> Noise {
        self.traced(self.sum_of_images(a))
    }

    /// `log2 N` sums of a ciphertext and its image.
    pub(crate) fn sum_of_images(&self, a: &Noise) -> Noise {
        (0..self.degree.trailing_zeros()).fold(a.clone(), |sum, _| self.add(&sum, &self.automorphism(&sum)))
    }

    /// The noise of a sum of all images of a ciphertext under automorphisms, which is that of
    /// `log2 N` sums of two: one coefficient has all of it but for the last key switches, whose
    /// mean square is less.
    pub(crate) fn traced(&self, mut sum: Noise) -> Noise {
        let square = 2.0 * self.log2_max(&sum) - self.log_degree() + 1.0;
        let less = (square - sum.log2_variance()).min(0.0);
        let one = sum.numbers().roundings - self.log_degree() / 2.0;
        let numbers = sum.numbers_mut();
        numbers.squares.iter_mut().for_each(|x| *x += less);
        numbers.roundings_mean = numbers.roundings_mean.min(one);
        sum
    }

    /// Switches down to a level; nothing where it is that of the ciphertext or above. Where the
    /// mask may be a function of the noise, the rounding may be a multiple of it, and one half
    /// everywhere.
    #[must_use]
    pub fn mod_switch_to(&self, a: &Noise, level: usize) -> Noise {
        if level >= a.level() {
            return a.clone();
        }
        let dropped: f64 = self.moduli(a.level()).iter().skip(level).sum();
        let divided = a.clone().at(level).scaled(-dropped);
        let rounding = mod_switch(self.degree);
        let switched = match a.is_spent() {
            true => divided.with_related(SECRET, GREATEST_ROUNDING * rounding),
            false => divided.with(SECRET, rounding),
        };
        switched.with_rounded_first_part().masked_by(&[a])
    }

    /// The level at which two ciphertexts of BGV are multiplied: the lowest whose product has, but
    /// for half a bit, the greatest budget, where noise below the floor of switching down counts as
    /// the floor.
    ///
    /// A prime that is dropped takes its bits from the modulus; from the noise of the product it
    /// takes them twice while both operands are above the floor, once while one is, and then no
    /// more. So primes go until the second operand is near the floor too. The floor of fresh
    /// ciphertexts costs a few bits; where that is all there is, the level of the greatest budget
    /// is taken instead. A level that has too small a modulus for messages is none.
    #[must_use]
    pub fn product_level(&self, a: &Noise, b: &Noise) -> usize {
        let budget = |level| self.product_budget(a, b, level);
        self.level_of_scores(self.top(a, b), &self.scores(a, b), budget, [SLACK_BITS, LEAST_PRODUCT_BITS])
    }

    /// The levels that [`Self::product_level`] may take where noise, or the plaintext modulus, is a
    /// little different.
    pub(crate) fn product_levels(&self, a: &Noise, b: &Noise) -> Vec<usize> {
        let top = self.top(a, b);
        let (scores, budgets) =
            (self.scores(a, b), (1..=top).map(|level| self.product_budget(a, b, level)).collect::<Vec<_>>());
        let slacks = [0.0, SLACK_BITS, 2.0 * SLACK_BITS].into_iter();
        let all = slacks.flat_map(|slack| [-1.0, 0.0, 1.0].map(|more| (slack, LEAST_PRODUCT_BITS + more)));
        let level = |(slack, least)| self.level_of_scores(top, &scores, |level| budgets[level - 1], [slack, least]);
        let mut levels: Vec<usize> = all.map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// The level that both have; noise from elsewhere may be of any.
    fn top(&self, a: &Noise, b: &Noise) -> usize {
        a.level().min(b.level()).min(self.log_moduli.len())
    }

    fn product_budget(&self, a: &Noise, b: &Noise, level: usize) -> f64 {
        let [a, b] = [a, b].map(|x| self.mod_switch_to(x, level));
        self.budget_bits(&self.multiply_exactly(&a, &b))
    }

    /// The budgets of a product where noise below the floor of switching down counts as the floor:
    /// from the top level down to where they have fallen.
    fn scores(&self, a: &Noise, b: &Noise) -> Vec<f64> {
        let top = self.top(a, b);
        let [lifted, other] = [a, b].map(|x| x.clone().with(SECRET, mod_switch(self.degree)));
        let (mut best, mut scores) = (f64::NEG_INFINITY, Vec::new());
        // From the top the budget rises, stays and falls by the bits of a prime, in this order.
        for level in (1..=top).rev() {
            let score = self.product_budget(&lifted, &other, level);
            if score < best - FALLEN_BITS {
                break;
            }
            best = best.max(score);
            scores.push(score);
        }
        scores
    }

    /// The lowest level with a score next to the best, or that of the greatest budget where its own
    /// budget is below the least.
    fn level_of_scores(&self, top: usize, scores: &[f64], budget: impl Fn(usize) -> f64, [slack, least]: [f64; 2]) -> usize {
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let near = scores.iter().rposition(|&score| score >= best - slack).map_or(top, |place| top - place);
        let level =
            if budget(near) < least { (1..=top).max_by(|&k, &l| budget(k).total_cmp(&budget(l))).unwrap_or(top) } else { near };
        (level..top).find(|&level| self.log_modulus(level) >= self.least_log_modulus).unwrap_or(top)
    }

    /// `log2` of the product of the primes of a level; levels above the top are taken for it.
    #[must_use]
    pub fn log_modulus(&self, level: usize) -> f64 {
        self.moduli(level).iter().sum()
    }

    /// `log2` of the primes of a level.
    fn moduli(&self, level: usize) -> &[f64] {
        &self.log_moduli[..level.min(self.log_moduli.len())]
    }

    /// The bits that the modulus of a level needs, so that a ciphertext without other noise than a
    /// switch down to it decrypts.
    #[must_use]
    pub fn least_log_modulus(&self) -> f64 {
        self.least_log_modulus
    }
}

/// Bits of budget without which decryption refuses a ciphertext: the roundings of decryption itself
/// are below what they keep from the end of the interval, 0.079 of an integer.
pub const LEAST_BUDGET: f64 = 0.25;
