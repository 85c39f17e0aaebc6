//! Products of pairs of torus elements.

use super::digits::row_words;
use super::{DigitSums, DigitTransforms, Digits, PreparedDigits};
use crate::PooledVec;
use core::ops::Range;
use papilio_ntt::Plan;

/// Places of a tile: a second-level cache holds the digits of both pairs at so many.
const TILE: usize = 512;

/// The digits of both parts of a pair, or their sums, at a tile of places.
type Rows<'a> = Vec<&'a [u64]>;
/// Factors of products.
type Factors<'a> = Vec<(&'a [u64], &'a [u64])>;

impl DigitTransforms {
    /// Digits as the second operand of products, without a transform.
    #[must_use]
    pub fn prepared(&self, digits: &Digits) -> PreparedDigits {
        let mut digits = digits.clone();
        self.scale(&mut digits.rows, digits.count * row_words(self.degree()));
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
        let mut scratch = [a[0].count, b[0].count()].map(|count| PooledVec::buffer(count * self.tile(), secret));
        self.sums_of((a[0].count + b[0].count(), first, count), secret, |plan, tile| {
            let [left, right] = [a, [&b[0].0, &b[1].0]].map(|pair| pair.map(|x| tile.rows(x)));
            let [sum_left, sum_right] = &mut scratch;
            let (sum_left, sum_right) = (add(plan, sum_left, &left), add(plan, sum_right, &right));
            for k in 0..count {
                let [low, middle, high] = tile.sums(k);
                accumulate(plan, low, pairs((&left[0], &right[0]), first + k));
                accumulate(plan, high, pairs((&left[1], &right[1]), first + k));
                accumulate(plan, middle, pairs((&sum_left, &sum_right), first + k));
                plan.kernel().sub(plan.modulus(), middle, low);
                plan.kernel().sub(plan.modulus(), middle, high);
            }
        })
    }

    /// [`Self::tensor`] of a pair with itself, `a_0²`, `2·a_0·a_1` and `a_1²`, by two thirds of the
    /// products: a product of two different digits is taken once, with one of them doubled.
    ///
    /// # Panics
    /// If the parts have different numbers of digits, the plan is for less than twice as many
    /// products as there are digits, or it is not certain.
    #[must_use]
    pub fn square(&self, a: [&Digits; 2], first: usize, count: usize) -> [DigitSums; 3] {
        let prepared = a.map(|x| self.prepared(x));
        self.check_pairs(a, prepared.each_ref());
        let (digits, secret) = (a[0].count, a.iter().any(|x| x.rows.is_secret()));
        let mut scratch = [(); 2].map(|()| PooledVec::buffer(digits * self.tile(), secret));
        self.sums_of((2 * digits, first, count), secret, |plan, tile| {
            let [left, right] = [a, prepared.each_ref().map(|x| &x.0)].map(|pair| pair.map(|x| tile.rows(x)));
            let [low_twice, high_twice] = &mut scratch;
            let twice = [
                add(plan, low_twice, &[left[0].clone(), left[0].clone()]),
                add(plan, high_twice, &[left[1].clone(), left[1].clone()]),
            ];
            for k in 0..count {
                let [low, middle, high] = tile.sums(k);
                accumulate(plan, low, square_pairs((&left[0], &twice[0], &right[0]), first + k));
                accumulate(plan, high, square_pairs((&left[1], &twice[1], &right[1]), first + k));
                accumulate(plan, middle, pairs((&twice[0], &right[1]), first + k));
            }
        })
    }

    /// The sums that are set at every tile of places, modulo every prime, in coefficients.
    fn sums_of(
        &self,
        (last, first, count): (usize, usize, usize),
        secret: bool,
        mut set: impl FnMut(&Plan, &mut Tile<'_>),
    ) -> [DigitSums; 3] {
        let (degree, words_of_row, primes) = (self.degree(), row_words(self.degree()), self.plan().primes());
        let mut sums = [(); 3].map(|()| DigitSums { count, words: PooledVec::buffer(count * primes * words_of_row, secret) });
        for (prime, plan) in self.basis().plans().iter().enumerate() {
            for start in (0..degree).step_by(self.tile()) {
                let places = start..start + self.tile();
                set(plan, &mut Tile { sums: &mut sums, words_of_row, primes, prime, places });
            }
            // A sum of no products is zero in either form.
            let some = (0..count).filter(|k| (2..=last).contains(&(first + k)));
            for (k, part) in some.flat_map(|k| [(k, 0), (k, 1), (k, 2)]) {
                plan.inverse(&mut sums[part].words[(k * primes + prime) * words_of_row..][..degree]);
            }
        }
        sums
    }

    /// Places of a tile.
    fn tile(&self) -> usize {
        TILE.min(self.degree())
    }

    fn check_pairs(&self, a: [&Digits; 2], b: [&PreparedDigits; 2]) {
        let terms = 2 * a[0].count.min(b[0].count());
        assert!(a[0].count == a[1].count && b[0].count() == b[1].count(), "pairs of different digits");
        assert!(terms <= self.plan().terms(), "{terms} products, of a plan for {}", self.plan().terms());
        assert!(self.plan().log2_failure() == f64::NEG_INFINITY, "a plan for products with uniform digits alone");
    }
}

/// A tile of places modulo a prime.
struct Tile<'a> {
    sums: &'a mut [DigitSums; 3],
    words_of_row: usize,
    primes: usize,
    prime: usize,
    places: Range<usize>,
}

impl Tile<'_> {
    /// The rows of digits.
    fn rows<'a>(&self, x: &'a Digits) -> Rows<'a> {
        x.of_prime(self.prime, self.words_of_row).map(|row| &row[self.places.clone()]).collect()
    }

    /// The sums of a place of digits.
    fn sums(&mut self, k: usize) -> [&mut [u64]; 3] {
        let row = (k * self.primes + self.prime) * self.words_of_row;
        self.sums.each_mut().map(|sums| &mut sums.words[row..][self.places.clone()])
    }
}

/// The sums of the rows of a pair.
fn add<'a>(plan: &Plan, to: &'a mut PooledVec, [x, y]: &[Rows; 2]) -> Rows<'a> {
    let places = x.first().map_or(1, |row| row.len());
    for ((to, x), y) in to.chunks_exact_mut(places).zip(x).zip(y) {
        to.copy_from_slice(x);
        plan.kernel().add(plan.modulus(), to, y);
    }
    to.chunks_exact(places).collect()
}

/// The factors `x_i` and `y_j` with `i + j = place`, where places of digits are counted from 1.
fn pairs<'a>((x, y): (&Rows<'a>, &Rows<'a>), place: usize) -> Factors<'a> {
    x.iter().enumerate().filter_map(|(i, &x)| Some((x, *y.get(place.checked_sub(i + 2)?)?))).collect()
}

/// The factors `2·x_i` and `y_j` with `i + j = place` and `i < j`, and `x_i` and `y_i`.
fn square_pairs<'a>((x, twice, y): (&Rows<'a>, &Rows<'a>, &Rows<'a>), place: usize) -> Factors<'a> {
    let of = |i: usize| {
        let j = place.checked_sub(i + 2)?;
        let factor = if i < j { twice[i] } else { x[i] };
        (i <= j).then_some((factor, *y.get(j)?))
    };
    (0..x.len()).filter_map(of).collect()
}

/// The sum of products.
fn accumulate(plan: &Plan, sum: &mut [u64], pairs: Factors<'_>) {
    sum.fill(0);
    plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
}
