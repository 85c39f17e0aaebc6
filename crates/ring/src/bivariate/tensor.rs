//! Products of pairs of torus elements.

use super::digits::row_words;
use super::matrix::TILE;
use super::{DigitSums, DigitTransforms, Digits, PreparedDigits};
use crate::PooledVec;
use papilio_ntt::Plan;

/// The digits of both parts of a pair, or their sums, at a tile of places.
type Rows<'a> = Vec<&'a [u64]>;

impl DigitTransforms {
    /// Digits as the second operand of products, without a transform.
    #[must_use]
    pub fn prepared(&self, digits: &Digits) -> PreparedDigits {
        let mut digits = digits.clone();
        let (primes, words) = (self.plan().primes(), digits.count * row_words(self.degree()));
        for (i, (plan, rows)) in self.basis().plans().iter().zip(digits.rows.chunks_exact_mut(words.max(1))).enumerate() {
            let m = plan.modulus();
            let factor = m.inverse(self.basis().product_mod(m, primes, Some(i)));
            for row in rows.chunks_mut(row_words(self.degree())) {
                plan.kernel().scale(m, &mut row[..self.degree()], factor);
            }
        }
        PreparedDigits(digits)
    }

    /// The digits of the products of pairs, `a_0·b_0`, `a_0·b_1 + a_1·b_0` and `a_1·b_1`: those of
    /// places from `first` on, as in [`Self::convolve`].
    ///
    /// The middle is `(a_0 + a_1)·(b_0 + b_1)` less the other two, modulo the primes (A. Karatsuba
    /// and Y. Ofman, 1962): digits that are sums would be beyond the bound of a plan, and the
    /// residues of the difference are those of a sum of twice as many products.
    ///
    /// # Panics
    /// If the elements of a pair have different numbers of digits, the plan is for less than twice
    /// as many products as there are digits, or it is not certain.
    #[must_use]
    pub fn tensor(&self, a: [&Digits; 2], b: [&PreparedDigits; 2], first: usize, count: usize) -> [DigitSums; 3] {
        self.check_pairs(a, b);
        let secret = a.iter().any(|x| x.rows.is_secret()) || b.iter().any(|x| x.0.rows.is_secret());
        let (degree, words_of_row, primes) = (self.degree(), row_words(self.degree()), self.plan().primes());
        let mut sums = [(); 3].map(|()| DigitSums { count, words: buffer(count * primes * words_of_row, secret) });
        let mut scratch = [a[0].count, b[0].count()].map(|count| buffer(count * TILE, secret));
        for (prime, plan) in self.basis().plans().iter().enumerate() {
            let row = |k: usize| (k * primes + prime) * words_of_row;
            for start in (0..degree).step_by(TILE) {
                let [left, right] = [a, [&b[0].0, &b[1].0]].map(|pair| pair.map(|x| tile(x, prime, (words_of_row, start))));
                let [sum_left, sum_right] = &mut scratch;
                let (sum_left, sum_right) = (add(plan, sum_left, &left), add(plan, sum_right, &right));
                for k in 0..count {
                    let [low, middle, high] = sums.each_mut().map(|sums| &mut sums.words[row(k) + start..][..TILE]);
                    accumulate(plan, low, (&left[0], &right[0]), first + k);
                    accumulate(plan, high, (&left[1], &right[1]), first + k);
                    accumulate(plan, middle, (&sum_left, &sum_right), first + k);
                    plan.kernel().sub(plan.modulus(), middle, low);
                    plan.kernel().sub(plan.modulus(), middle, high);
                }
            }
            // A sum of no products is zero in either form.
            let some = (0..count).filter(|k| (2..=a[0].count + b[0].count()).contains(&(first + k)));
            for (k, part) in some.flat_map(|k| [(k, 0), (k, 1), (k, 2)]) {
                plan.inverse(&mut sums[part].words[row(k)..][..degree]);
            }
        }
        sums
    }

    fn check_pairs(&self, a: [&Digits; 2], b: [&PreparedDigits; 2]) {
        let terms = 2 * a[0].count.min(b[0].count());
        assert!(a[0].count == a[1].count && b[0].count() == b[1].count(), "pairs of different digits");
        assert!(terms <= self.plan().terms(), "{terms} products, of a plan for {}", self.plan().terms());
        assert!(self.plan().log2_failure() == f64::NEG_INFINITY, "a plan for products with uniform digits alone");
    }
}

/// The rows of a prime at a tile of places.
fn tile(x: &Digits, prime: usize, (words_of_row, start): (usize, usize)) -> Rows<'_> {
    x.of_prime(prime, words_of_row).map(|row| &row[start..][..TILE]).collect()
}

/// The sums of the rows of a pair.
fn add<'a>(plan: &Plan, to: &'a mut PooledVec, [x, y]: &[Rows; 2]) -> Rows<'a> {
    for ((to, x), y) in to.chunks_exact_mut(TILE).zip(x).zip(y) {
        to.copy_from_slice(x);
        plan.kernel().add(plan.modulus(), to, y);
    }
    to.chunks_exact(TILE).collect()
}

/// The sum of `x_i·y_j` with `i + j = place`, where places of digits are counted from 1.
fn accumulate(plan: &Plan, sum: &mut [u64], (x, y): (&Rows, &Rows), place: usize) {
    let pairs = x.iter().enumerate().filter_map(|(i, &x)| Some((x, *y.get(place.checked_sub(i + 2)?)?)));
    let pairs: Vec<_> = pairs.collect();
    sum.fill(0);
    plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
}

/// Words that are all to be written.
fn buffer(len: usize, secret: bool) -> PooledVec {
    if secret { PooledVec::secret(len) } else { PooledVec::unspecified(len) }
}
