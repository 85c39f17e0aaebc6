//! Costs of the parts of a key switch.

use super::error::FrontendError;
use papilio_field::Modulus;
use papilio_ntt::{DigitOperands, Reconstruction};
use papilio_ring::{PooledVec, RnsBasis};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Nanoseconds of one thread for a coefficient of each kind of work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A transform in either direction modulo a prime of 49 bits, over `N·log2 N`.
    pub transform: f64,
    /// A product with a word of a key that is read from memory, and its sum.
    pub product: f64,
    /// A product of a row with a constant in a sum of several, as in conversions.
    pub term: f64,
    /// A product of a residue with a word of a constant, as carries take them.
    pub word: f64,
    /// A word that is written to memory and read again: caches do not hold what comes between.
    pub moved: f64,
}

/// How often a key switch does each kind of work, for each coefficient.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Transforms.
    pub transforms: usize,
    /// Products with words of a key.
    pub products: usize,
    /// Terms of sums.
    pub terms: usize,
    /// Products with words of constants.
    pub words: usize,
    /// Words written to memory and read again.
    pub moved: usize,
}

/// Samples, of which the least counts: what else a machine does makes them longer.
const SAMPLES: usize = 7;
/// Rows of products.
const ROWS: usize = 8;
/// Sums of the products of the same rows.
const COLUMNS: usize = 16;
/// Words that are more than caches hold.
const WORDS: usize = 1 << 23;
/// Places of a tile of products.
const TILE: usize = 32;
/// Words of a cache line, by which rows are longer than a polynomial.
const LINE: usize = 8;

impl Costs {
    /// Costs of an AMD EPYC (family 25, model 1) with AVX2.
    pub const TYPICAL: Self = Self { transform: 0.203, product: 0.55, term: 0.32, word: 0.55, moved: 1.2 };

    /// Measures each kind of work at a degree on this machine, in about half a second.
    ///
    /// # Errors
    /// [`FrontendError::Degree`] for a degree that has no parameters.
    pub fn measure(degree: usize) -> Result<Self, FrontendError> {
        FrontendError::check_degree(degree)?;
        // Seven primes, of digits of three words.
        let moduli = RnsBasis::choose_moduli(degree, &[Reconstruction::PRIME_BITS; 7], 0);
        let basis = moduli.and_then(|moduli| RnsBasis::new(degree, &moduli)).map_err(|_| FrontendError::Degree(degree))?;
        Ok(Self {
            transform: transform_time(&basis),
            product: product_time(&basis),
            term: term_time(&basis),
            word: word_time(&basis),
            moved: moved_time(&basis),
        })
    }

    /// Predicted milliseconds of one thread.
    #[must_use]
    pub fn milliseconds(&self, degree: usize, work: &Work) -> f64 {
        let transforms = self.transform * f64::from(degree.max(2).ilog2()) * work.transforms as f64;
        let sums = self.product * work.products as f64 + self.term * work.terms as f64 + self.word * work.words as f64;
        (transforms + sums + self.moved * work.moved as f64) * degree as f64 / 1e6
    }
}

/// The least time of a call in nanoseconds.
fn nanoseconds(mut call: impl FnMut()) -> f64 {
    call();
    let sample = |_| {
        let start = Instant::now();
        call();
        start.elapsed()
    };
    (0..SAMPLES).map(sample).min().unwrap_or(Duration::ZERO).as_secs_f64() * 1e9
}

/// Rows by turns, more than a second-level cache holds, as a key switch has them.
fn transform_time(basis: &RnsBasis) -> f64 {
    let (degree, plan) = (basis.degree(), &basis.plans()[0]);
    let mut rows = vec![1; WORDS / 4];
    let time = nanoseconds(|| {
        rows.chunks_exact_mut(degree).for_each(|row| plan.forward(row));
        rows.chunks_exact_mut(degree).for_each(|row| plan.inverse(row));
    });
    time / (2 * rows.len()) as f64 / f64::from(degree.max(2).ilog2())
}

/// Rows of digits, tile after tile, with a key that is read once, to sums in memory.
fn product_time(basis: &RnsBasis) -> f64 {
    let (degree, plan) = (basis.degree(), &basis.plans()[0]);
    let (key, row_words) = (vec![1; WORDS.max(ROWS * COLUMNS * degree)], degree + LINE);
    let (digits, mut sums) = (vec![1; ROWS * row_words], vec![0; COLUMNS * row_words]);
    let time = nanoseconds(|| {
        for (i, key) in key.chunks_exact(ROWS * TILE).enumerate() {
            let (column, tile) = (i % COLUMNS, i / COLUMNS % (degree / TILE));
            let pairs: [(&[u64], &[u64]); ROWS] =
                core::array::from_fn(|row| (&digits[row * row_words + tile * TILE..][..TILE], &key[row * TILE..][..TILE]));
            let sum = &mut sums[column * row_words + tile * TILE..][..TILE];
            sum.fill(0);
            plan.kernel().multiply_accumulate_tile(plan.modulus(), sum, &pairs);
        }
        black_box(&sums);
    });
    time / key.len() as f64
}

/// Rows of several digits, each to a row of its own, as a key switch has them modulo a prime. There
/// is a cache line between rows: which of two contend for a cache would be left to chance.
fn term_time(basis: &RnsBasis) -> f64 {
    const TERMS: usize = 4;
    const DIGITS: usize = 8;
    let (degree, plan) = (basis.degree(), &basis.plans()[0]);
    let mut rows = PooledVec::zero((TERMS + 1) * DIGITS * (degree + LINE));
    let time = nanoseconds(|| {
        for digit in rows.chunks_exact_mut((TERMS + 1) * (degree + LINE)) {
            let (sum, rows) = digit.split_at_mut(degree + LINE);
            let terms: Vec<_> = rows.chunks_exact(degree + LINE).map(|row| (&row[..degree], 3)).collect();
            let bound = plan.modulus().value();
            plan.kernel().linear_combination(plan.modulus(), &mut sum[..degree], None, &terms, bound, &[]);
        }
    });
    time / (TERMS * DIGITS * degree) as f64
}

fn word_time(basis: &RnsBasis) -> f64 {
    const BLOCK: usize = 256;
    const WORDS: usize = 3;
    let primes: Vec<Modulus> = basis.moduli(basis.limbs()).copied().collect();
    let Some(constants) = Reconstruction::new(&primes) else { return 0.0 };
    let (rows, bias) = (vec![1; primes.len() * basis.degree()], vec![1; primes.len()]);
    let (mut carry, mut digit) = (vec![0; (primes.len() - WORDS) * BLOCK], vec![0; WORDS * BLOCK]);
    let kernel = basis.plans()[0].kernel();
    let blocks = basis.degree() / BLOCK;
    let time = nanoseconds(|| {
        for block in 0..blocks {
            let row = |row: usize| &rows[row * basis.degree() + block * BLOCK..][..BLOCK];
            let residues: Vec<_> = (0..primes.len()).map(row).collect();
            let mut digit: Vec<_> = digit.chunks_exact_mut(BLOCK).collect();
            let (carry, digit) = (&mut *carry, &mut *digit);
            carry.fill(0);
            kernel.reconstruct(&constants, DigitOperands { residues: &residues, plus: &[], bias: &bias, carry, digit });
        }
    });
    time / (blocks * BLOCK * primes.len() * (primes.len() + 1)) as f64
}

/// Sums in place of rows in memory: three words go by for each.
fn moved_time(basis: &RnsBasis) -> f64 {
    let plan = &basis.plans()[0];
    let (mut to, from) = (vec![1; WORDS], vec![1; WORDS]);
    nanoseconds(|| plan.kernel().add(plan.modulus(), &mut to, &from)) / WORDS as f64
}
