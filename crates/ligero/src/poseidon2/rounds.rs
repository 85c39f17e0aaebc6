//! The exponent and the round numbers, from the attacks they must outlast.
//!
//! The inequalities are those of the Poseidon papers with the addition from ePrint 2023/537;
//! `docs/notes/poseidon2.md` writes them out.

use papilio_field::prime::gcd;
use papilio_field::words::Words;

/// Security level in bits.
pub(super) const SECURITY: u32 = 128;

/// Round numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Full rounds, half before and half after the partial ones.
    pub full: u32,
    /// Partial rounds.
    pub partial: u32,
}

/// The smallest `α ≥ 3` that makes `x ↦ x^α` a permutation: prime to `p − 1`.
pub(super) fn exponent(modulus: Words) -> u64 {
    let remainder = |alpha: u64| {
        let fold = |high: u128, word: &u64| (high << 64 | u128::from(*word)) % u128::from(alpha);
        modulus.iter().rev().fold(0, fold) as u64
    };
    // gcd(α, p − 1), for p mod α in place of p.
    (3..).find(|&alpha| gcd(alpha, (remainder(alpha) + alpha - 1) % alpha) == 1).expect("a prime below p that misses p − 1")
}

impl Rounds {
    /// The cheapest round numbers (fewest S-boxes, then fewest full rounds) that resist the known
    /// attacks, with the design's margin: two more full rounds and 7.5 % more partial ones.
    pub(super) fn derive(modulus: Words, bits: u32, width: usize, exponent: u64) -> Self {
        let attacks = Attacks::new(modulus, bits, width, exponent);
        let candidates = (4..100).step_by(2).filter_map(|full| attacks.cheapest(full)).map(Self::with_margin);
        candidates.min_by_key(|rounds| (rounds.sboxes(width), rounds.full)).expect("some round numbers resist")
    }

    fn with_margin(self) -> Self {
        Self { full: self.full + 2, partial: (self.partial * 1075).div_ceil(1000) }
    }

    /// S-boxes of a permutation of this width.
    #[must_use]
    pub fn sboxes(&self, width: usize) -> u32 {
        self.full * width as u32 + self.partial
    }
}

/// The quantities that the attacks' costs are stated in. Doubles are enough: bounds are rounded to
/// whole rounds, and a test compares the instances in use with published numbers.
struct Attacks {
    security: f64,
    bits: f64,
    log_p: f64,
    width: f64,
    alpha: f64,
    /// `log_α 2`.
    log_alpha_2: f64,
}

impl Attacks {
    fn new(modulus: Words, bits: u32, width: usize, exponent: u64) -> Self {
        let p: f64 = modulus.iter().enumerate().map(|(i, &word)| word as f64 * f64::powi(2.0, 64 * i as i32)).sum();
        let alpha = exponent as f64;
        let (security, bits, width) = (SECURITY.into(), bits.into(), width as f64);
        Self { security, bits, log_p: p.log2(), width, alpha, log_alpha_2: alpha.log2().recip() }
    }

    /// These full rounds with the fewest partial ones that resist. Every condition is monotone in
    /// both.
    fn cheapest(&self, full: u32) -> Option<Rounds> {
        (1..500).map(|partial| Rounds { full, partial }).find(|&rounds| self.resisted_by(rounds))
    }

    fn resisted_by(&self, rounds: Rounds) -> bool {
        let (full, partial) = (f64::from(rounds.full), f64::from(rounds.partial));
        let bounds = [self.interpolation(), self.groebner_permutation(), self.groebner_subspace()];
        full >= self.statistical()
            && bounds.iter().all(|bound| full >= (bound - partial).ceil())
            && full >= self.groebner_rounds(partial).ceil()
            && self.groebner_regularity(full, partial) >= self.security
    }

    /// Full rounds against differential and linear attacks.
    fn statistical(&self) -> f64 {
        let trail = (self.log_p - (self.alpha - 1.0) / 2.0).floor() * (self.width + 1.0);
        if self.security <= trail { 6.0 } else { 10.0 }
    }

    /// `R_F + R_P` against interpolation.
    fn interpolation(&self) -> f64 {
        let chain = (self.log_alpha_2 * self.security.min(self.bits)).ceil();
        1.0 + chain + (self.width.log2() * self.log_alpha_2).ceil()
    }

    /// `R_F + R_P` against Gröbner bases of the equations of the whole permutation.
    fn groebner_permutation(&self) -> f64 {
        self.log_alpha_2 * self.security.min(self.log_p)
    }

    /// `R_F + R_P` against Gröbner bases with inputs in a subspace.
    fn groebner_subspace(&self) -> f64 {
        self.width - 1.0 + self.log_alpha_2 * (self.security / (self.width + 1.0)).min(self.log_p / 2.0)
    }

    /// Full rounds, given partial ones, against Gröbner bases of the equations of each round.
    fn groebner_rounds(&self, partial: f64) -> f64 {
        (self.width - 2.0 + self.security * self.log_alpha_2 / 2.0 - partial) / (self.width - 1.0)
    }

    /// Bits of work of a Gröbner basis by its degree of regularity (ePrint 2023/537), the exponent
    /// of linear algebra taken as 2.
    fn groebner_regularity(&self, full: f64, partial: f64) -> f64 {
        let extra = (self.width / 3.0).floor();
        let degree = extra * full / 2.0 + partial + self.alpha;
        let variables = (full - 1.0) * self.width + partial + extra;
        (2.0 * log2_binomial(variables + degree, degree)).ceil()
    }
}

/// `log2` of the binomial coefficient, for whole numbers.
fn log2_binomial(n: f64, k: f64) -> f64 {
    (1..=k as u32).map(f64::from).map(|i| ((n - k + i) / i).log2()).sum()
}
