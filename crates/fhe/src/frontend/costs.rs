//! What the parts of a key switch cost.

use papilio_field::Modulus;
use papilio_ntt::{DigitOperands, Reconstruction};
use papilio_ring::RnsBasis;
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
}

/// Samples, of which the median counts.
const SAMPLES: usize = 5;
/// Rows of products and sums.
const ROWS: usize = 8;
/// Words of a key: more than caches hold.
const KEY_WORDS: usize = 1 << 23;
/// Places of a tile of products.
const TILE: usize = 128;

impl Costs {
    /// Costs of an AMD EPYC (family 25, model 1) with AVX2.
    pub const TYPICAL: Self = Self { transform: 0.203, product: 0.55, term: 0.32, word: 0.55 };

    /// Measures each kind of work at a degree on this machine, in about half a second.
    ///
    /// # Errors
    /// [`papilio_ring::RnsBasisError`] for a degree that has no transforms.
    pub fn measure(degree: usize) -> Result<Self, papilio_ring::RnsBasisError> {
        // Seven primes, of digits of three words.
        let moduli = RnsBasis::choose_moduli(degree, &[Reconstruction::PRIME_BITS; 7], 0)?;
        let basis = RnsBasis::new(degree, &moduli)?;
        Ok(Self {
            transform: transform_time(&basis),
            product: product_time(&basis),
            term: term_time(&basis),
            word: word_time(&basis),
        })
    }

    /// Predicted milliseconds of one thread.
    #[must_use]
    pub fn milliseconds(&self, degree: usize, work: &Work) -> f64 {
        let transforms = self.transform * f64::from(degree.max(2).ilog2()) * work.transforms as f64;
        let each =
            transforms + self.product * work.products as f64 + self.term * work.terms as f64 + self.word * work.words as f64;
        each * degree as f64 / 1e6
    }
}

/// The median time of a call in nanoseconds.
fn nanoseconds(mut call: impl FnMut()) -> f64 {
    call();
    let mut times: [Duration; SAMPLES] = core::array::from_fn(|_| {
        let start = Instant::now();
        call();
        start.elapsed()
    });
    times.sort_unstable();
    times[SAMPLES / 2].as_secs_f64() * 1e9
}

/// Rows by turns, as a key switch has them: a single one would stay in a cache.
fn transform_time(basis: &RnsBasis) -> f64 {
    let (degree, plan) = (basis.degree(), &basis.plans()[0]);
    let mut rows = vec![1; ROWS * degree];
    let time = nanoseconds(|| {
        rows.chunks_exact_mut(degree).for_each(|row| plan.forward(row));
        rows.chunks_exact_mut(degree).for_each(|row| plan.inverse(row));
    });
    time / (2 * ROWS * degree) as f64 / f64::from(degree.max(2).ilog2())
}

fn product_time(basis: &RnsBasis) -> f64 {
    let plan = &basis.plans()[0];
    let (key, digits) = (vec![1; KEY_WORDS], vec![1; ROWS * TILE]);
    let mut sum = vec![0; TILE];
    let time = nanoseconds(|| {
        for key in key.chunks_exact(ROWS * TILE) {
            let pairs: [(&[u64], &[u64]); ROWS] =
                core::array::from_fn(|i| (&digits[i * TILE..][..TILE], &key[i * TILE..][..TILE]));
            plan.kernel().multiply_accumulate(plan.modulus(), &mut sum, &pairs);
        }
        black_box(&sum);
    });
    time / KEY_WORDS as f64
}

fn term_time(basis: &RnsBasis) -> f64 {
    let (degree, plan) = (basis.degree(), &basis.plans()[0]);
    let (rows, mut sum) = (vec![1; 4 * degree], vec![0; degree]);
    let terms: Vec<_> = rows.chunks_exact(degree).map(|row| (row, 3)).collect();
    let bound = plan.modulus().value();
    let time = nanoseconds(|| plan.kernel().linear_combination(plan.modulus(), &mut sum, None, &terms, bound, &[]));
    time / (terms.len() * degree) as f64
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
