//! The predicted noise that a ciphertext carries.

use super::{NEAREST_ROUNDING, ROUNDING_MEAN, Sources, log2_max, log2_sum, tail_bits};

/// Terms of more random factors are counted as having this many: their gain by repeated factors is
/// at its limit there.
pub(super) const DEGREES: usize = 8;

/// How a term of a noise came about: its first factor is an error or a rounding, by itself or times
/// the secret, and further ones are noises and phases of ciphertexts, each with at most one factor
/// of the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// Random factors after the first.
    pub(super) further: usize,
    /// Whether the first one has the secret.
    pub(super) secret: bool,
}

impl Term {
    /// The term with this many further factors.
    pub(super) fn new(further: usize, secret: bool) -> Self {
        Self { further: further.min(DEGREES - 1), secret }
    }

    /// Its place among [`Numbers::squares`].
    fn place(self) -> usize {
        2 * self.further + usize::from(self.secret)
    }

    /// The term of a place.
    fn at(place: usize) -> Self {
        Self { further: place / 2, secret: place % 2 == 1 }
    }

    /// The greatest power of the secret.
    pub(super) fn power(self) -> usize {
        self.further + usize::from(self.secret)
    }
}

/// The predicted noise of a ciphertext, `e = c_0 + c_1·s − Q·u/t`, as bounds that hold except with
/// a probability of about `2^(−20)`.
///
/// Every ciphertext carries one, and decryption refuses a ciphertext whose prediction leaves its
/// message in doubt. [The derivation][derivation] is in the repository.
///
/// [derivation]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/noise.md
///
/// * A product of noises is a product of polynomials. Where these may be the same, or have the
///   secret in common, its variance is more than the product of theirs, the more so the more
///   factors there are: mean squares are kept by the number of factors.
/// * A sum over images under automorphisms gathers noise on few coefficients. The greatest variance
///   of a coefficient is kept besides the mean square, and so is the greatest eigenvalue of the
///   covariance, which is what a product with a plaintext multiplies.
/// * The rounding of a plaintext that is added is not random: equal plaintexts have equal
///   roundings, and a plaintext may be chosen for what comes after it. So may the mean that the
///   random rounding of an encrypted message keeps. Their sum is bounded by itself, and is in no
///   other number.
/// * The first part of a ciphertext is not random where its mask is zero or small and a plaintext
///   was added. Its rounding, when primes are divided away, is the same for all ciphertexts of that
///   plaintext, and is counted as a rounding of plaintexts.
/// * The mask of a sum of related ciphertexts may be a function of roundings that are in its noise.
///   Roundings of later switches are then added to the noise by their deviations, and the phase of
///   such a ciphertext is taken for a multiple of any related noise.
/// * A product of two polynomials that may be images of each other is not normal: of `e(X)·e(1/X)`
///   one coefficient is the sum of all squares. A bound that no coefficient of such terms exceeds
///   is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise {
    level: usize,
    numbers: Numbers,
    moved: bool,
    /// Whether a plaintext was added, to the ciphertext or to one that went into it.
    plain: bool,
    /// Whether the mask may be a function of what is in the noise of related ciphertexts.
    spent: bool,
    sources: Sources,
}

/// The numbers of a [`Noise`], each a `log2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Numbers {
    /// Mean squares of a coefficient by term: of no further factor without and with the secret, of
    /// one further factor, …
    pub(crate) squares: [f64; 2 * DEGREES],
    /// The greatest variance of a coefficient of the normal part.
    pub(crate) normal: f64,
    /// The greatest eigenvalue of the covariance of coefficients, but for random factors.
    pub(crate) spectral: f64,
    /// A bound on the coefficients of the part that is not normal.
    pub(crate) peak: f64,
    /// A bound on the coefficients of the part that is not random: roundings of plaintexts.
    pub(crate) roundings: f64,
    /// A bound on their root mean square.
    pub(crate) roundings_mean: f64,
}

impl Numbers {
    pub(crate) const COUNT: usize = 2 * DEGREES + 5;

    const NONE: Self = Self {
        squares: [f64::NEG_INFINITY; 2 * DEGREES],
        normal: f64::NEG_INFINITY,
        spectral: f64::NEG_INFINITY,
        peak: f64::NEG_INFINITY,
        roundings: f64::NEG_INFINITY,
        roundings_mean: f64::NEG_INFINITY,
    };

    fn normal(log2_variance: f64) -> Self {
        let mut numbers = Self { normal: log2_variance, spectral: log2_variance, ..Self::NONE };
        numbers.squares[0] = log2_variance;
        numbers
    }

    /// All numbers, in the order of the fields: part of the format of [`crate::codec`].
    pub(crate) fn to_array(self) -> [f64; Self::COUNT] {
        let rest = [self.normal, self.spectral, self.peak, self.roundings, self.roundings_mean];
        core::array::from_fn(|i| self.squares.get(i).copied().unwrap_or_else(|| rest[i - 2 * DEGREES]))
    }

    /// The numbers of [`Self::to_array`].
    pub(crate) fn from_array(numbers: [f64; Self::COUNT]) -> Self {
        let [squares @ .., normal, spectral, peak, roundings, roundings_mean] = numbers;
        Self { squares, normal, spectral, peak, roundings, roundings_mean }
    }
}

impl Noise {
    /// No noise at all, of a ciphertext of a level.
    #[must_use]
    pub fn none(level: usize) -> Self {
        Self { level, numbers: Numbers::NONE, moved: false, plain: false, spent: false, sources: Sources::none() }
    }

    /// Independent normal coefficients of a variance given by its `log2`, of a ciphertext that may
    /// be related to any other.
    #[must_use]
    pub fn normal(level: usize, log2_variance: f64) -> Self {
        Self::unknown(level, Numbers::normal(known(log2_variance)))
    }

    /// Coefficients of this greatest variance, given by its `log2`, whose values at the roots of
    /// `X^N + 1` are products of this many random factors, with squares up to `2^log2_color` times
    /// their mean; of a ciphertext that may be related to any other.
    #[must_use]
    pub fn colored(level: usize, log2_variance: f64, factors: usize, log2_color: f64) -> Self {
        let (log2_variance, log2_color) = (known(log2_variance), known(log2_color));
        let mut numbers = Numbers { normal: log2_variance, spectral: log2_variance + log2_color, ..Numbers::NONE };
        numbers.squares[Term::new(factors, true).place()] = log2_variance;
        Self::unknown(level, numbers)
    }

    /// A ciphertext that may be related to any other.
    fn unknown(level: usize, numbers: Numbers) -> Self {
        Self { level, numbers, moved: true, plain: true, spent: true, sources: Sources::any() }
    }

    /// Any coefficients that do not exceed a bound given by its `log2`, of a ciphertext that may be
    /// related to any other.
    #[must_use]
    pub fn bounded(level: usize, log2_bound: f64) -> Self {
        let log2_bound = known(log2_bound);
        let numbers = Numbers { roundings: log2_bound, roundings_mean: log2_bound, ..Numbers::NONE };
        Self::unknown(level, numbers)
    }

    /// A fresh ciphertext: normal coefficients of a variance, and the mean of the rounding of its
    /// message.
    pub(super) fn fresh(level: usize, variance: f64, sources: Sources) -> Self {
        let numbers = Numbers { roundings: ROUNDING_MEAN, roundings_mean: ROUNDING_MEAN, ..Numbers::normal(variance.log2()) };
        Self { level, numbers, moved: false, plain: false, spent: false, sources }
    }

    /// The noise of flags in the order of the fields: moved, with a plaintext, spent.
    pub(crate) fn from_parts(level: usize, numbers: Numbers, flags: [bool; 3], sources: Sources) -> Self {
        let [moved, plain, spent] = flags;
        Self { level, numbers, moved, plain, spent, sources }
    }

    /// The same noise of a ciphertext that is related to no other.
    pub(crate) fn unrelated(&self) -> Self {
        Self { sources: Sources::none(), ..self.clone() }
    }

    pub(crate) fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    pub(super) fn numbers_mut(&mut self) -> &mut Numbers {
        &mut self.numbers
    }

    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// `log2` of the mean square of a coefficient of the random part; minus infinity for no noise.
    #[must_use]
    pub fn log2_variance(&self) -> f64 {
        self.numbers.squares.into_iter().fold(f64::NEG_INFINITY, log2_sum)
    }

    /// This noise with the part that is not random counted as random: of the greatest mean square,
    /// and all of it at one root of `X^N + 1`.
    pub(super) fn all_random(mut self, degree: usize) -> Self {
        let numbers = &mut self.numbers;
        let square = 2.0 * numbers.roundings_mean;
        numbers.squares[0] = log2_sum(numbers.squares[0], square);
        numbers.normal = log2_sum(numbers.normal, 2.0 * numbers.roundings);
        numbers.spectral = log2_sum(numbers.spectral, square + (degree as f64).log2());
        [numbers.roundings, numbers.roundings_mean] = [f64::NEG_INFINITY; 2];
        self
    }

    /// `log2` of the greatest of so many coefficients.
    #[must_use]
    pub fn log2_max(&self, degree: usize) -> f64 {
        let Numbers { normal, peak, roundings, .. } = self.numbers;
        log2_sum(log2_max(normal, degree as f64), log2_sum(peak, roundings))
    }

    /// `log2` of the greatest standard deviation of a coefficient of the normal part.
    #[must_use]
    pub fn log2_deviation(&self) -> f64 {
        self.numbers.normal / 2.0
    }

    /// `log2` of the variance that normal coefficients have at least where they are as great and as
    /// far from independent as these.
    #[must_use]
    pub fn log2_worst_variance(&self, degree: usize) -> f64 {
        let of_max = 2.0 * (self.log2_max(degree) - tail_bits(degree as f64));
        let all = self.clone().all_random(degree);
        of_max.max(all.numbers.spectral).max(all.log2_variance())
    }

    /// Whether an automorphism was applied to the ciphertext or to one that went into it.
    #[must_use]
    pub fn is_moved(&self) -> bool {
        self.moved
    }

    /// Whether a plaintext was added to the ciphertext or to one that went into it.
    #[must_use]
    pub fn has_plaintext(&self) -> bool {
        self.plain
    }

    /// Whether the mask of the ciphertext may be a function of what is in related noises: related
    /// ciphertexts were added, a factor is zero at a root modulo one of the primes, or an operand
    /// is trivial, in it or in a ciphertext that went into it.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Whether nothing random is in it: the ciphertext is zero or a sum of plaintexts, whose mask
    /// is zero. Noise that is only bounded is of anything.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        if self.sources.numbers().is_none() {
            return false;
        }
        let Numbers { squares, normal, peak, .. } = self.numbers;
        squares.into_iter().chain([normal, peak]).all(|x| x == f64::NEG_INFINITY)
    }

    /// The greatest number of random factors, errors and phases, in any of its terms.
    #[must_use]
    pub fn factors(&self) -> usize {
        self.terms().map(|(term, _)| term.further + 1).max().unwrap_or(0)
    }

    /// The greatest power of the secret in any of its terms.
    pub(crate) fn secrets(&self) -> u32 {
        self.terms().map(|(term, _)| term.power() as u32).max().unwrap_or(0)
    }

    /// The fresh ciphertexts that went into it.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Whether both may be correlated.
    #[must_use]
    pub fn is_related(&self, other: &Self) -> bool {
        self.sources.meet(&other.sources)
    }

    /// `log2` of the factor by which the spectrum of the covariance exceeds its mean.
    pub(super) fn log2_color(&self) -> f64 {
        let color = self.numbers.spectral - self.log2_variance();
        if color.is_nan() { 0.0 } else { color.max(0.0) }
    }

    /// All terms that there are, with their mean squares.
    pub(super) fn terms(&self) -> impl Iterator<Item = (Term, f64)> {
        let terms = self.numbers.squares.iter().enumerate();
        terms.filter(|(_, square)| **square > f64::NEG_INFINITY).map(|(place, square)| (Term::at(place), *square))
    }

    /// Adds to a term what may be there already.
    pub(super) fn add_term(&mut self, term: Term, square: f64) {
        let there = &mut self.numbers.squares[term.place()];
        *there = joint(*there, square);
    }

    pub(crate) fn at(self, level: usize) -> Self {
        Self { level, ..self }
    }

    pub(super) fn scaled(mut self, log2_factor: f64) -> Self {
        let numbers = &mut self.numbers;
        numbers.squares.iter_mut().chain([&mut numbers.normal, &mut numbers.spectral]).for_each(|x| *x += 2.0 * log2_factor);
        [&mut numbers.peak, &mut numbers.roundings, &mut numbers.roundings_mean].into_iter().for_each(|x| *x += log2_factor);
        self
    }

    /// A plaintext added: the rounding of one more. Where nothing was encrypted, sums of plaintexts
    /// are all that the noise comes of.
    pub(super) fn with_plaintext(mut self) -> Self {
        let Numbers { roundings, roundings_mean, .. } = &mut self.numbers;
        [roundings, roundings_mean].into_iter().for_each(|x| *x = log2_sum(*x, NEAREST_ROUNDING));
        self.plain = true;
        if self.sources.is_none() {
            self.sources = Sources::plaintexts();
        }
        self
    }

    /// The first part rounded, as it is when primes are divided away. Where a plaintext was added,
    /// it may not be random.
    pub(super) fn with_rounded_first_part(self) -> Self {
        if self.plain { self.with_roundings(NEAREST_ROUNDING) } else { self }
    }

    /// This noise with further independent normal coefficients.
    pub(super) fn with(self, term: Term, variance: f64) -> Self {
        self.with_log2(term, variance.log2())
    }

    /// [`Self::with`] of a variance given by its `log2`.
    pub(super) fn with_log2(mut self, term: Term, log2_variance: f64) -> Self {
        let numbers = &mut self.numbers;
        for there in [&mut numbers.squares[term.place()], &mut numbers.normal, &mut numbers.spectral] {
            *there = log2_sum(*there, log2_variance);
        }
        self
    }

    /// This noise with further normal coefficients, which may be a multiple of those that are
    /// there, and have their spectrum. Root by root, `|a + b|² ≤ (1 + x)·|a|² + (1 + 1/x)·|b|²` for
    /// any `x`, here the ratio of the deviations.
    pub(super) fn with_related(mut self, term: Term, variance: f64) -> Self {
        let (there, more) = (self.log2_variance(), variance.log2());
        if there == f64::NEG_INFINITY {
            return self.with(term, variance);
        }
        let (ratio, color) = ((more - there) / 2.0, self.log2_color());
        let numbers = &mut self.numbers;
        numbers.squares.iter_mut().for_each(|x| *x += log2_sum(0.0, ratio));
        let place = &mut numbers.squares[term.place()];
        *place = log2_sum(*place, more + log2_sum(0.0, -ratio));
        numbers.normal = joint(numbers.normal, more);
        numbers.spectral = joint(numbers.spectral, more + color);
        self
    }

    /// With coefficients that are a function of messages and plaintexts, up to a bound.
    pub(super) fn with_roundings(mut self, log2_bound: f64) -> Self {
        let numbers = &mut self.numbers;
        numbers.roundings = log2_sum(numbers.roundings, log2_bound);
        numbers.roundings_mean = log2_sum(numbers.roundings_mean, log2_bound);
        self
    }

    /// With a mask that may be a function of what is in related noises.
    pub(crate) fn spent(self) -> Self {
        self.spent_if(true)
    }

    /// With a mask that may be a function of what is in related noises if `spent`, and with one
    /// that is none otherwise.
    pub(super) fn spent_if(self, spent: bool) -> Self {
        Self { spent, ..self }
    }

    /// The result of operands whose masks are multiplied, moved or rounded. Where one of them is
    /// trivial, the mask is zero, or a multiple of another one by a plaintext, as by a constant.
    pub(super) fn masked_by(self, operands: &[&Self]) -> Self {
        if operands.iter().any(|operand| operand.is_trivial()) { self.spent() } else { self }
    }

    /// The image under an automorphism.
    pub(super) fn moved(self) -> Self {
        Self { moved: true, ..self }
    }

    /// The descent of a ciphertext that was made of both.
    pub(super) fn descends(self, other: &Self) -> Self {
        let (moved, plain) = (self.moved | other.moved, self.plain | other.plain);
        let spent = self.spent | other.spent;
        Self { sources: self.sources.union(&other.sources), moved, plain, spent, ..self }
    }

    /// The noise of a product of `a` and `b`. Where these may be images of each other, it has a
    /// mean that is the same for all such products, which are thereby related to any other.
    pub(super) fn product_of(mut self, a: &Self, b: &Self) -> Self {
        if a.is_related(b) && (a.moved || b.moved) {
            self.sources = Sources::any();
        }
        self
    }

    /// The noise of a sum, at the lower level.
    pub(super) fn sum(&self, other: &Self) -> Self {
        let add = if self.is_related(other) { joint } else { log2_sum };
        let (a, b) = (&self.numbers, &other.numbers);
        let numbers = Numbers {
            squares: core::array::from_fn(|i| add(a.squares[i], b.squares[i])),
            normal: add(a.normal, b.normal),
            spectral: add(a.spectral, b.spectral),
            peak: log2_sum(a.peak, b.peak),
            roundings: log2_sum(a.roundings, b.roundings),
            roundings_mean: log2_sum(a.roundings_mean, b.roundings_mean),
        };
        Self { level: self.level.min(other.level), numbers, ..self.clone() }.descends(other)
    }
}

/// NaN is taken for infinity: an unknown variance bounds nothing.
fn known(log2: f64) -> f64 {
    if log2.is_nan() { f64::INFINITY } else { log2 }
}

/// `log2` of the variance of a sum of what may be the same but for a constant: deviations are
/// added.
pub(super) fn joint(a: f64, b: f64) -> f64 {
    2.0 * log2_sum(a / 2.0, b / 2.0)
}
