//! Key switches in words.

use super::candidate::{Candidate, Frontend, Request, rounding};
use super::{Costs, Work};
use papilio_ring::bivariate::{DigitPlan, DigitWords, WORD_BITS};
use papilio_ring::sample::ERROR_VARIANCE;

/// Most words of a digit of a key that are looked at: with more, carries take longest.
const MOST_ROW_WORDS: usize = 12;

/// Digits of so many words, and those of keys with which they are fastest.
pub(super) fn of_request(request: &Request, words: usize, costs: &Costs) -> Option<Candidate> {
    let of = |row| of_digits(request, DigitWords { operand: words, row }, costs);
    (1..=MOST_ROW_WORDS).filter_map(of).min_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds))
}

pub(super) fn of_digits(request: &Request, words: DigitWords, costs: &Costs) -> Option<Candidate> {
    let k = WORD_BITS * words.operand as u32;
    let key_bits = request.usable_bits + k;
    let rows = request.usable_bits.div_ceil(k) as usize;
    // `Bivariate` plans for both halves of an external product.
    let plan = DigitPlan::new(words, request.degree, 2 * rows, DigitPlan::LOG2_FAILURE).ok()?;
    let (columns, primes) = (plan.row_digits(key_bits), plan.primes());
    let operand = request.usable_bits.div_ceil(WORD_BITS) as usize;
    let work = Work {
        transforms: primes * (rows + 2 * columns),
        products: 2 * rows * columns * primes,
        terms: primes * rows * (words.operand + 1),
        words: 2 * columns * primes * (primes + 1),
        // A row that is moved is three that go by. Digits are written and read, three each;
        // sums five, as transforms read and write them again; the operand is read for each
        // prime; and with the summand and both results it is sixteen more.
        moved: (primes * (3 * rows + 10 * columns + operand) + 16 * operand) / 3,
    };
    let n = request.degree as f64;
    let key = n * rows as f64 / 12.0 * ERROR_VARIANCE;
    Some(Candidate {
        digits: rows,
        key_bits: f64::from(key_bits),
        usable_bits: f64::from(request.usable_bits),
        key_bytes: 2 * rows * columns * primes * request.degree * size_of::<u64>(),
        milliseconds: costs.milliseconds(request.degree, &work),
        work,
        noise_bits: (key + rounding(n)).log2() / 2.0,
        log2_failure: plan.log2_failure(),
        frontend: Frontend::Bivariate { key_bits, digit_words: words, primes },
    })
}
