//! Messages before and after an operation, and the noise of the result.

use super::cases::{EXPONENT, Operation};
use papilio_fhe::frontend::Candidate;
use papilio_ring::sample::{ERROR_VARIANCE, TERNARY_VARIANCE};
use rand_core::Rng;

/// Bits of the message of a key switch, which is far above the noise.
const MESSAGE_BITS: u32 = 40;
/// Terms of each message of a product. Each is half of the divisor, so that the squares of their
/// quotients add up to one: the noise of the other factor counts once.
const TERMS: usize = 4;
/// Bits by which the deviation of a key switch may differ from the prediction: the error of the
/// ciphertext before is left out of it.
const SWITCH_SLACK: f64 = 0.5;
/// The same of a product, of whose noise every third is noticed: `log2(3/2)/2` is 0.29.
const PRODUCT_SLACK: f64 = 0.125;
/// Bits by which no error exceeds the deviation.
const GREATEST: f64 = 3.5;

/// Terms of a polynomial: their degrees and coefficients.
type Terms<T> = Vec<(usize, T)>;

/// The messages of operands, and what is expected of the result.
#[derive(Clone, Debug)]
pub struct Messages {
    degree: usize,
    operands: Vec<Terms<i64>>,
    result: Terms<f64>,
    /// Integers from `−spread` to `spread` that are added to each coefficient of an operand.
    spread: u32,
    /// `log2` of the deviation of the noise of the result, in units of its last bit.
    pub noise_bits: f64,
    /// By how much the deviation may differ.
    slack: f64,
}

impl Messages {
    /// The messages of an operation, which divides products by a divisor.
    pub(super) fn new(operation: Operation, candidate: &Candidate, degree: usize, divisor: u64) -> Self {
        let power = match operation {
            Operation::CkksProduct => return Self::of_product(degree, divisor),
            Operation::KeySwitch => 1,
            Operation::Automorphism => EXPONENT,
        };
        Self {
            degree,
            operands: vec![vec![(1, 1 << MESSAGE_BITS)]],
            result: vec![(power, f64::from(MESSAGE_BITS).exp2())],
            spread: 0,
            noise_bits: candidate.noise_bits,
            slack: SWITCH_SLACK,
        }
    }

    /// Two messages whose product has one term for each pair of terms, half of them with a sign.
    /// Their noise is that of operands that were rounded, so that `m·e'`, `m'·e` and the rounding
    /// of the result are of a size. The noise of the key is divided as well, and is nothing beside
    /// them.
    fn of_product(degree: usize, divisor: u64) -> Self {
        let half = divisor / 2;
        let places = [|i, n| i * n / TERMS, |i, n| n / 2 + i];
        let operands = places.map(|place| (0..TERMS).map(|i| (place(i, degree), half as i64)).collect());
        let term = (half as f64).powi(2) / divisor as f64;
        let product = |k: usize| {
            let place = places[0](k / TERMS, degree) + places[1](k % TERMS, degree);
            (place % degree, if place < degree { term } else { -term })
        };
        let rounding = (1.0 + TERNARY_VARIANCE * degree as f64) / 12.0;
        let spread = (3.0 * rounding).sqrt();
        let of_operand = (spread.floor() * (spread.floor() + 1.0)) / 3.0 + ERROR_VARIANCE;
        let squares = TERMS as f64 * (half as f64 / divisor as f64).powi(2);
        Self {
            degree,
            operands: operands.into(),
            result: (0..TERMS * TERMS).map(product).collect(),
            spread: spread as u32,
            noise_bits: (2.0 * squares * of_operand + rounding).log2() / 2.0,
            slack: PRODUCT_SLACK,
        }
    }

    /// The polynomials that are encrypted.
    pub(super) fn operands(&self, rng: &mut impl Rng) -> Vec<Vec<i64>> {
        let width = u64::from(2 * self.spread + 1);
        let mut dense = |terms: &Terms<i64>| {
            let mut all: Vec<_> = (0..self.degree).map(|_| (rng.next_u64() % width) as i64 - i64::from(self.spread)).collect();
            terms.iter().for_each(|&(place, value)| all[place] += value);
            all
        };
        self.operands.iter().map(&mut dense).collect()
    }

    /// `log2` of a bound on the values of a message of a product at the roots.
    pub(super) fn log2_bound(divisor: u64) -> f64 {
        (TERMS as f64 * divisor as f64 / 2.0).log2()
    }

    /// `log2` of the sum of the squares of the coefficients of a message of a product.
    pub(super) fn log2_squares(divisor: u64) -> f64 {
        (TERMS as f64 * (divisor as f64 / 2.0).powi(2)).log2()
    }

    /// Whether a phase in units of its last bit has the message, with errors of the deviation that
    /// is predicted and none far beyond it.
    pub(super) fn are_in(&self, mut phase: Vec<f64>) -> bool {
        self.result.iter().for_each(|&(place, value)| phase[place] -= value);
        let deviation = (phase.iter().map(|x| x * x).sum::<f64>() / phase.len() as f64).sqrt().log2();
        let greatest = phase.iter().fold(0.0, |most: f64, x| most.max(x.abs())).log2();
        (deviation - self.noise_bits).abs() < self.slack && greatest < self.noise_bits + GREATEST
    }
}
