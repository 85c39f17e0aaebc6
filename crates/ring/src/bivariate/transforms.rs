//! The transforms of digits, their products, and the way back.

use super::digit_plan::LOG2_PRIME;
use super::digits::{Digits, PreparedDigits, row_words};
use super::matrix::{DigitMatrix, TILE};
use super::products::DigitProducts;
use super::sums::DigitSums;
use super::torus_poly::MASK;
use super::{DigitPlan, TorusPoly, WORD_BITS};
use crate::{Evaluation, Poly, PooledVec, RnsBasis, RnsBasisError};
use papilio_field::Modulus;
use papilio_ntt::{DigitOperands, Kernel, Reconstruction};

/// Coefficients of which digits are made side by side, while a first-level cache holds them.
const BLOCK: usize = 512;

/// The tables of a [`DigitPlan`].
#[derive(Clone, Debug)]
pub struct DigitTransforms {
    plan: DigitPlan,
    products: DigitProducts,
    reconstruction: Reconstruction,
    /// `(Q/q)^(−1)` modulo each prime `q`.
    factors: Vec<u64>,
}

impl DigitTransforms {
    /// The tables of a plan: its primes are the greatest of 49 bits, on every machine the same.
    ///
    /// # Errors
    /// [`RnsBasisError`] for a degree below 32 or one that has not enough primes.
    pub fn new(plan: DigitPlan) -> Result<Self, RnsBasisError> {
        let bits = vec![Reconstruction::PRIME_BITS; plan.primes()];
        let moduli = RnsBasis::choose_moduli(plan.degree(), &bits, 0)?;
        if plan.degree() < TILE {
            return Err(RnsBasisError::Degree(plan.degree()));
        }
        debug_assert!(moduli.iter().all(|&q| (q as f64).log2() >= LOG2_PRIME), "primes below the bound of plans");
        let basis = RnsBasis::new(plan.degree(), &moduli)?;
        let primes: Vec<Modulus> = basis.moduli(plan.primes()).copied().collect();
        let reconstruction = Reconstruction::new(&primes).ok_or(RnsBasisError::Limbs(plan.primes()))?;
        let factor = |(i, q): (usize, &Modulus)| q.inverse(basis.product_mod(q, plan.primes(), Some(i)));
        let factors = primes.iter().enumerate().map(factor).collect();
        Ok(Self { plan, products: DigitProducts::new(basis, plan.terms()), reconstruction, factors })
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &DigitPlan {
        &self.plan
    }

    /// Products modulo the primes of the plan.
    #[must_use]
    pub fn products(&self) -> &DigitProducts {
        &self.products
    }

    /// The primes and their transforms.
    #[must_use]
    pub fn basis(&self) -> &RnsBasis {
        self.products.basis()
    }

    /// `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.basis().degree()
    }

    /// The transforms of the digits of a polynomial: of `Σ_j d_j·2^(−jK)` with
    /// `−2^(K−1) ≤ d_j < 2^(K−1)`, exact but for integers.
    ///
    /// # Panics
    /// If the degrees differ.
    #[must_use]
    pub fn transform(&self, x: &TorusPoly) -> Digits {
        self.products.transform(self.plan.words().operand, x)
    }

    /// The digits of a polynomial as the second operand of products.
    #[must_use]
    pub fn prepare(&self, x: &TorusPoly) -> PreparedDigits {
        let mut digits = self.products.transform(self.plan.words().row, x);
        self.scale(&mut digits.rows, digits.count * row_words(self.degree()));
        PreparedDigits(digits)
    }

    /// Multiplies the words of each prime by its factor.
    pub(super) fn scale(&self, words: &mut [u64], of_prime: usize) {
        for ((words, plan), factor) in words.chunks_exact_mut(of_prime.max(1)).zip(self.basis().plans()).zip(&self.factors) {
            for row in words.chunks_mut(row_words(self.degree())) {
                let row = &mut row[..self.degree()];
                plan.kernel().scale(plan.modulus(), row, *factor);
            }
        }
    }

    /// The products of the digits of polynomials with a matrix each, added up: the sums of both
    /// halves, to so many digits. *Vector-matrix product* in the words of the field.
    ///
    /// # Panics
    /// If a polynomial has more digits than its matrix rows, or a matrix fewer digits, or the plan
    /// is for fewer products.
    #[must_use]
    pub fn vector_matrix(&self, operands: &[(&Digits, &DigitMatrix)], digits: usize) -> [DigitSums; 2] {
        self.products.vector_matrix(operands, digits)
    }

    /// The digits of a product of torus elements, those of places from `first` on: the sums of
    /// `a_i·b_j` with `i + j = k` and `first ≤ k < first + count`, where places of digits are
    /// counted from 1.
    ///
    /// # Panics
    /// If the plan is for fewer products, or is not certain: products of any digits whatever have
    /// no probability.
    #[must_use]
    pub fn convolve(&self, a: &Digits, b: &PreparedDigits, first: usize, count: usize) -> DigitSums {
        assert!(a.count.min(b.count()) <= self.plan.terms(), "a plan for {} products", self.plan.terms());
        assert!(self.plan.log2_failure() == f64::NEG_INFINITY, "a plan for products with uniform digits alone");
        assert!(self.plan.bits() == self.plan.row_bits(), "digits of different words have no places in common");
        let mut sums = self.products.unspecified_sums(count, a.rows.is_secret() || b.0.rows.is_secret());
        let (degree, words_of_row, primes) = (self.degree(), row_words(self.degree()), self.plan.primes());
        for (prime, plan) in self.basis().plans().iter().enumerate() {
            let [a, b] = [a, &b.0].map(|x| x.of_prime(prime, row_words(self.degree())).collect::<Vec<_>>());
            for tile in 0..degree / TILE {
                let places = tile * TILE..(tile + 1) * TILE;
                for k in 0..count {
                    // a[i] is the digit of place i + 1.
                    let pairs = a.iter().enumerate().filter_map(|(i, a)| Some((a, b.get((first + k).checked_sub(i + 2)?)?)));
                    let pairs: Vec<_> = pairs.map(|(a, b)| (&a[places.clone()], &b[places.clone()])).collect();
                    let sum = &mut sums.words[(k * primes + prime) * words_of_row..][places.clone()];
                    sum.fill(0);
                    plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
                }
            }
            for k in 0..count {
                plan.inverse(&mut sums.words[(k * primes + prime) * words_of_row..][..degree]);
            }
        }
        sums
    }

    /// The product of a torus element and a polynomial of small integers modulo the primes of
    /// [`Self::basis`], exactly.
    ///
    /// Integers are so small that a product with a digit is within the bound of the plan: their
    /// magnitudes add up to less than `2^K`.
    ///
    /// # Panics
    /// If the integers are modulo other primes.
    #[must_use]
    pub fn multiply_integers(&self, x: &TorusPoly, integers: &Poly<Evaluation>) -> TorusPoly {
        assert_eq!(integers.level(), self.plan.primes(), "integers modulo other primes");
        let digits = self.prepare(x);
        let secret = x.is_secret() || integers.is_secret();
        let mut sums = self.products.unspecified_sums(digits.count(), secret);
        let (degree, words_of_row, primes) = (self.degree(), row_words(self.degree()), self.plan.primes());
        for (prime, plan) in self.basis().plans().iter().enumerate() {
            for (digit, row) in digits.0.of_prime(prime, row_words(self.degree())).enumerate() {
                let sum = &mut sums.words[(digit * primes + prime) * words_of_row..][..degree];
                sum.copy_from_slice(&row[..degree]);
                plan.kernel().multiply(plan.modulus(), sum, integers.limb(prime));
                plan.inverse(sum);
            }
        }
        self.carry(&sums, None, x.bits())
    }

    /// The torus element `Σ_j s_j·2^(−jK)` of sums, plus another one, rounded to a number of bits:
    /// carries from the lowest sum to the highest.
    ///
    /// # Panics
    /// If the degrees differ, or the summand has more bits than the sums.
    #[must_use]
    pub fn carry(&self, sums: &DigitSums, plus: Option<&TorusPoly>, bits: u32) -> TorusPoly {
        let (degree, words_of_row) = (self.degree(), row_words(self.degree()));
        let (words, primes) = (self.plan.words().row, self.plan.primes());
        assert!(
            plus.is_none_or(|plus| plus.degree() == degree && plus.rows() <= sums.count * words),
            "a summand of more digits"
        );
        let secret = sums.words.is_secret() || plus.is_some_and(TorusPoly::is_secret);
        let mut to = TorusPoly::unspecified(degree, bits, secret);
        (sums.count * words..to.rows()).for_each(|row| to.row_mut(row).fill(0));
        let biases: Vec<_> = (0..sums.count).map(|digit| self.bias(digit, sums.count, bits)).collect();
        let kernel: &Kernel = self.basis().plans()[0].kernel();
        let mut scratch = PooledVec::buffer(primes * BLOCK, secret);
        for start in (0..degree).step_by(BLOCK) {
            let width = BLOCK.min(degree - start);
            let (own, carry) = scratch[..primes * width].split_at_mut(words * width);
            carry.fill(0);
            for digit in (0..sums.count).rev() {
                let row = |prime: usize| &sums.words[(digit * primes + prime) * words_of_row + start..][..width];
                let residues: Vec<_> = (0..primes).map(row).collect();
                // The lowest word of a digit is its last row; rows beyond the summand's are zero.
                let last = digit * words + words - 1;
                let summand = |t: usize| match plus {
                    Some(plus) if last - t < plus.rows() => &plus.row(last - t)[start..][..width],
                    _ => &ZEROS[..width],
                };
                let plus: Vec<_> = (0..if plus.is_some() { words } else { 0 }).map(summand).collect();
                let mut digits: Vec<_> = own.chunks_exact_mut(width).collect();
                let operands = DigitOperands {
                    residues: &residues,
                    plus: &plus,
                    bias: &biases[digit],
                    carry: &mut *carry,
                    digit: &mut digits,
                };
                kernel.reconstruct(&self.reconstruction, operands);
                let rows = to.rows();
                for (t, word) in own.chunks_exact(width).enumerate().filter(|(t, _)| last - t < rows) {
                    to.row_mut(last - t)[start..][..width].copy_from_slice(word);
                }
            }
        }
        to.mask();
        to
    }

    /// The summand of a digit: half of the range of integers, so that none is below zero, less
    /// what the digit below has of it, and half a unit of the last bit.
    fn bias(&self, digit: usize, count: usize, bits: u32) -> Vec<u64> {
        let (words, primes, k) = (self.plan.words().row, self.plan.primes(), self.plan.row_bits());
        let mut bias = vec![0; primes];
        bias[primes - 1] = 1 << (WORD_BITS - 1);
        if digit + 1 < count {
            // 2^(52p − 1) − 2^(52(p − w) − 1)
            bias[primes - 1] -= 1;
            bias[primes - words - 1..primes - 1].fill(MASK);
            bias[primes - words - 1] = 1 << (WORD_BITS - 1);
        }
        if bits as usize / k as usize == digit && digit < count {
            let place = k - 1 - bits % k;
            add_at(&mut bias, place);
        }
        bias
    }
}

/// Adds a bit, with its carry.
fn add_at(words: &mut [u64], place: u32) {
    let mut carry = 1u64 << (place % WORD_BITS);
    for word in &mut words[(place / WORD_BITS) as usize..] {
        let sum = *word + carry;
        (*word, carry) = (sum & MASK, sum >> WORD_BITS);
    }
}

/// A row of no summand.
static ZEROS: [u64; BLOCK] = [0; BLOCK];
