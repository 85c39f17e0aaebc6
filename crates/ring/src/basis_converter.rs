//! Residues modulo some primes from residues modulo others.
//!
//! With `Q = Π q_i` and `y_i = x_i·(Q/q_i)^(−1) mod q_i`, the centered representative of `x` is
//! `Σ y_i·Q/q_i − v·Q`, `v` the integer next to `Σ y_i/q_i` (S. Halevi, Y. Polyakov and V. Shoup,
//! "An improved RNS variant of the BFV scheme", 2018, §2). Everything here is a sum of vectors
//! times constants.

use papilio_field::Modulus;
use papilio_ntt::Kernel;
use papilio_ntt::kernel::Divisor;
use zeroize::Zeroizing;

/// Coefficients that are converted together: their residues modulo a few dozen primes fit a
/// first-level cache.
const BLOCK: usize = 512;
/// Words of a row that are asked for before they are converted.
const AHEAD: usize = 256;
/// Rows of more words are not in a second-level cache. Blocks of them, a page each, are no streams
/// that a processor foresees.
const NEAR: usize = 1 << 13;
/// `s` of [`Kernel::whole_parts`] is at most this.
const MAX_SHIFT: u32 = 44;
/// A sum of 64 fractions, and a half, has as many bits more than a fraction.
const SUM_BITS: u32 = 7;

/// A linear map from residues modulo `q_0, q_1, …` to residues modulo other primes, with the
/// rounding of the centered lift.
///
/// The lift is that of a representative in `[−Q/2 − ε, Q/2 + ε)`, where `ε/Q` is below `2^(−20)`
/// for primes of 30 bits and more.
#[derive(Clone, Debug)]
pub struct BasisConverter {
    kernel: &'static Kernel,
    sources: Vec<ConverterSource>,
    targets: Vec<ConverterTarget>,
    /// Above every word that is combined.
    bound: u64,
    /// `s` of [`Kernel::whole_parts`].
    shift: u32,
    /// Whether it is the quotient by one prime, which the kernel has in one pass.
    quotient: bool,
}

/// A prime `q_i` that [`BasisConverter`] converts from.
#[derive(Clone, Debug)]
pub struct ConverterSource {
    /// The prime.
    pub modulus: Modulus,
    /// `y_i` is the residue times this, below the prime.
    pub digit: u64,
    /// `⌊2^(B+s)/q_i⌋`
    pub reciprocal: u64,
}

/// A prime that [`BasisConverter`] converts to.
#[derive(Clone, Debug)]
pub struct ConverterTarget {
    /// The prime.
    pub modulus: Modulus,
    /// Factor of each `y_i`.
    pub digits: Vec<u64>,
    /// Factor of `v`.
    pub whole: u64,
    /// Factor of the residue modulo this prime, if it is used.
    pub own: Option<u64>,
}

/// How [`BasisConverter`] finds `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WholePart {
    /// `⌊(2^(s−1) + Σ ⌊y_i·r_i/2^B⌋)/2^s⌋` for the reciprocals `r_i`.
    RoundedEach {
        /// `B`, at most 64.
        bits: u32,
        /// `s`, from 1 to `B − 1`.
        shift: u32,
    },
    /// `⌊(2^(s−1) + ⌊Σ y_i·r_i/2^B⌋)/2^s⌋`
    RoundedSum {
        /// `B`, at most 64.
        bits: u32,
        /// `s`, from 1 to `B − 1`.
        shift: u32,
    },
    /// 1 if the digit of the only source is above half of its prime, and 0 if not.
    Compared,
}

impl BasisConverter {
    /// The fewest bits of a prime to convert from.
    pub const MIN_SOURCE_BITS: u32 = 30;
    /// The most bits of a prime that every kernel takes.
    pub const MAX_WORD_BITS: u32 = 50;

    /// The same number modulo other primes: its centered lift modulo `Q`.
    ///
    /// # Panics
    /// Unless there are 1 to 64 sources, distinct, of at least 30 bits.
    #[must_use]
    pub fn extend(sources: &[Modulus], targets: &[Modulus]) -> Self {
        let target = |p: &Modulus| {
            let digits = (0..sources.len()).map(|i| product(sources, p, Some(i))).collect();
            ConverterTarget { modulus: *p, digits, whole: p.neg(product(sources, p, None)), own: None }
        };
        Self::new(sources, |_| 1, targets.iter().map(target).collect())
    }

    /// `⌊t·x/Q⌉` modulo the targets, for `x` known modulo the sources, whose product is `Q`, and
    /// modulo the targets. `t` is given by its residues.
    ///
    /// This is `(t·x − r)/Q`, with `r` the centered residue of `t·x` modulo `Q`.
    ///
    /// # Panics
    /// Unless there are 1 to 64 sources, distinct, of at least 30 bits, and none of them is a
    /// target.
    #[must_use]
    pub fn scale_and_round(sources: &[Modulus], targets: &[Modulus], t: impl Fn(&Modulus) -> u64) -> Self {
        let target = |p: &Modulus| {
            let digits = sources.iter().map(|q| p.neg(p.inverse(p.reduce(q.value())))).collect();
            let own = p.mul(t(p), p.inverse(product(sources, p, None)));
            ConverterTarget { modulus: *p, digits, whole: 1, own: Some(own) }
        };
        Self::new(sources, &t, targets.iter().map(target).collect())
    }

    fn new(sources: &[Modulus], t: impl Fn(&Modulus) -> u64, targets: Vec<ConverterTarget>) -> Self {
        assert!((1..=64).contains(&sources.len()), "{} primes to convert from", sources.len());
        let primes = || sources.iter().chain(targets.iter().map(|target| &target.modulus));
        let least = sources.iter().map(Modulus::bits).min().unwrap_or(0);
        assert!(
            least >= Self::MIN_SOURCE_BITS,
            "a prime of {least} bits to convert from: {} is the least",
            Self::MIN_SOURCE_BITS
        );
        // The row that takes the greatest prime takes all.
        let greatest = primes().max_by_key(|m| m.value()).unwrap_or(&sources[0]);
        let kernel = Kernel::preferred(greatest, usize::MAX);
        let shift = (least - 1).min(MAX_SHIFT).min(kernel.fraction_bits() - SUM_BITS);
        let source = |(i, q): (usize, &Modulus)| ConverterSource {
            modulus: *q,
            digit: q.mul(t(q), q.inverse(product(sources, q, Some(i)))),
            reciprocal: ((1u128 << (kernel.fraction_bits() + shift)) / u128::from(q.value())) as u64,
        };
        let sources: Vec<_> = sources.iter().enumerate().map(source).collect();
        let divided = |target: &ConverterTarget, q: &Modulus| {
            let p = &target.modulus;
            target.own == Some(p.inverse(p.reduce(q.value()))) && kernel.divides(p, q.value())
        };
        let quotient = match &*sources {
            [ConverterSource { modulus, digit: 1, .. }] => targets.iter().all(|target| divided(target, modulus)),
            _ => false,
        };
        Self { kernel, bound: greatest.value(), shift, quotient, sources, targets }
    }

    /// The primes that are converted from.
    #[must_use]
    pub fn sources(&self) -> &[ConverterSource] {
        &self.sources
    }

    /// The primes that are converted to: `Σ y_i·digits_i + v·whole`, and `own` times the residue.
    #[must_use]
    pub fn targets(&self) -> &[ConverterTarget] {
        &self.targets
    }

    /// How [`Self::apply`] finds `v`, for an engine whose words are to be the same. It holds for
    /// degrees from 8 on, which are whole vectors of every kernel.
    #[must_use]
    pub fn whole_part(&self) -> WholePart {
        let (bits, shift) = (self.kernel.fraction_bits(), self.shift);
        match (self.quotient, self.kernel.rounds_each_fraction()) {
            (true, _) => WholePart::Compared,
            (false, true) => WholePart::RoundedEach { bits, shift },
            (false, false) => WholePart::RoundedSum { bits, shift },
        }
    }

    /// The kernel that takes every prime.
    pub(crate) fn kernel(&self) -> &'static Kernel {
        self.kernel
    }

    /// Converts `from`, the residues modulo the sources one after the other, to `to`, those modulo
    /// the targets. What [`Self::scale_and_round`] needs besides, the residues modulo the targets,
    /// is taken from `to`.
    ///
    /// # Panics
    /// Unless both hold equally many coefficients of every prime.
    pub fn apply(&self, from: &[u64], to: &mut [u64]) {
        self.apply_plus(from, to, None);
    }

    /// Converts as [`Self::apply`] does, and adds the residues `plus` modulo the targets to the
    /// result.
    ///
    /// # Panics
    /// Unless `from` and `to` hold equally many coefficients of every prime, and `plus` has as many
    /// residues as `to`.
    pub fn apply_plus(&self, from: &[u64], to: &mut [u64], plus: Option<&[u64]>) {
        let degree = from.len() / self.sources.len();
        assert!(plus.is_none_or(|plus| plus.len() == to.len()), "residues of another number to add");
        assert!(from.len() == degree * self.sources.len(), "{} residues modulo {} primes", from.len(), self.sources.len());
        assert!(to.len() == degree * self.targets.len(), "{} residues modulo {} primes", to.len(), self.targets.len());
        if self.quotient {
            return self.divide(from, to, plus);
        }
        let mut scratch = vec![0; self.digit_rows() * BLOCK];
        for start in (0..degree).step_by(BLOCK) {
            self.block(from, to, plus, (degree, start, BLOCK.min(degree - start)), &mut scratch);
        }
    }

    /// [`Self::apply_plus`] for a quotient by one prime.
    fn divide(&self, from: &[u64], to: &mut [u64], plus: Option<&[u64]>) {
        for (i, (target, out)) in self.targets.iter().zip(to.chunks_exact_mut(from.len())).enumerate() {
            let by = Divisor { value: self.sources[0].modulus.value(), inverse: target.own.unwrap_or(0) };
            self.kernel.divide(&target.modulus, out, from, by, plus.map(|plus| &plus[i * from.len()..][..from.len()]));
        }
    }

    /// Bits of the fractions of [`Self::apply_measured`], each of which may be too small by as many
    /// units as there are sources, and one.
    #[must_use]
    pub fn fraction_bits(&self) -> u32 {
        self.shift - 1
    }

    /// Converts as [`Self::apply`] does, for a scaling, and returns `log2` of the greatest distance
    /// of a `t·x/Q` from an integer, or somewhat more: fractions have [`Self::fraction_bits`].
    ///
    /// # Panics
    /// Unless both hold equally many coefficients of every prime.
    pub fn apply_measured(&self, from: &[u64], to: &mut [u64]) -> f64 {
        let degree = from.len() / self.sources.len();
        assert!(to.len() == degree * self.targets.len(), "{} residues modulo {} primes", to.len(), self.targets.len());
        // Fractions in units of two to minus this.
        let point = self.fraction_bits();
        let (one, half) = (1u64 << point, 1u64 << (point - 1));
        // The digits are secret: they come from the phase of a ciphertext.
        let mut scratch = Zeroizing::new(vec![0; self.digit_rows() * BLOCK]);
        let mut farthest = 0f64;
        for start in (0..degree).step_by(BLOCK) {
            let width = BLOCK.min(degree - start);
            let digits = &mut scratch[..self.digit_rows() * width];
            self.digits_shifted(from.chunks_exact(degree).map(|row| &row[start..][..width]), digits, 1);
            let sums = &mut digits[self.sources.len() * width..];
            farthest = farthest.max(farthest_fraction(sums, one));
            sums.iter_mut().for_each(|sum| *sum = (*sum + half) >> point);
            for (i, out) in to.chunks_exact_mut(degree).enumerate() {
                self.combine(i, digits.chunks_exact(width), &mut out[start..][..width], &[]);
            }
        }
        // Every term of the sum was rounded down, and so was its half.
        (farthest + self.digit_rows() as f64).log2() - f64::from(point)
    }

    /// The coefficients from `start` on, as many as `width`.
    fn block(
        &self,
        from: &[u64],
        to: &mut [u64],
        plus: Option<&[u64]>,
        (degree, start, width): (usize, usize, usize),
        scratch: &mut [u64],
    ) {
        let scratch = &mut scratch[..self.digit_rows() * width];
        let mut rows = self.rows(from.chunks_exact(degree).map(|row| &row[start..][..width]), scratch);
        let block = |row: usize| row * degree + start..row * degree + start + width;
        for i in 0..self.targets.len() {
            let (done, rest) = to.split_at_mut(block(i).end);
            let ahead: Vec<&[u64]> = match rest.get(degree - width..degree) {
                _ if degree <= NEAR => Vec::new(),
                Some(next) => plus.map(|plus| &plus[block(i + 1)]).into_iter().chain([next]).collect(),
                None => from.chunks_exact(degree).map(|row| &row[start + width..]).collect(),
            };
            rows.truncate(self.digit_rows());
            rows.extend(plus.map(|plus| &plus[block(i)]));
            self.combine(i, rows.iter().copied(), &mut done[block(i).start..], &ahead);
        }
    }

    /// The rows of [`Self::digits`]; those that are residues as they come are not copied.
    fn rows<'a>(&self, from: impl Iterator<Item = &'a [u64]>, scratch: &'a mut [u64]) -> Vec<&'a [u64]> {
        let width = scratch.len() / self.digit_rows();
        let (scaled, whole) = scratch.split_at_mut(self.sources.len() * width);
        let row = |((x, source), y): ((&'a [u64], &ConverterSource), &'a mut [u64])| {
            if source.digit == 1 {
                return x;
            }
            y.copy_from_slice(x);
            self.kernel.scale(&source.modulus, y, source.digit);
            &*y
        };
        let mut rows: Vec<_> = from.zip(&self.sources).zip(scaled.chunks_exact_mut(width)).map(row).collect();
        let fractions: Vec<_> = rows.iter().zip(&self.sources).map(|(&y, source)| (y, source.reciprocal)).collect();
        self.kernel.whole_parts(whole, &fractions, self.shift);
        rows.push(whole);
        rows
    }

    /// Rows that [`Self::digits`] writes: one for each source, and one.
    #[must_use]
    pub fn digit_rows(&self) -> usize {
        self.sources.len() + 1
    }

    /// The rows that [`Self::target`] needs, from the residues modulo the sources: `y_0, y_1, …`
    /// and `v`, one row after the other.
    ///
    /// # Panics
    /// Unless `from` has a row for each source and `digits` one more, all of the same length.
    pub fn digits(&self, from: &[u64], digits: &mut [u64]) {
        let width = from.len() / self.sources.len();
        assert!(digits.len() == width * self.digit_rows(), "{} words for {} rows", digits.len(), self.digit_rows());
        self.digits_shifted(from.chunks_exact(width), digits, self.shift);
    }

    /// `v` is the sum of the fractions, in units of `2^(−shift)`, divided by two to `by` and
    /// rounded.
    fn digits_shifted<'a>(&self, from: impl Iterator<Item = &'a [u64]>, digits: &mut [u64], by: u32) {
        let width = digits.len() / self.digit_rows();
        let (rows, whole) = digits.split_at_mut(self.sources.len() * width);
        for ((y, x), source) in rows.chunks_exact_mut(width).zip(from).zip(&self.sources) {
            if source.digit == 1 {
                y.copy_from_slice(x);
                continue;
            }
            for (y, x) in y.chunks_mut(BLOCK).zip(x.chunks(BLOCK)) {
                y.copy_from_slice(x);
                self.kernel.scale(&source.modulus, y, source.digit);
            }
        }
        let fractions: Vec<_> = rows.chunks_exact(width).zip(&self.sources).map(|(y, source)| (y, source.reciprocal)).collect();
        self.kernel.whole_parts(whole, &fractions, by);
    }

    /// The residues of an extension modulo the `i`-th target, from [`Self::digits`].
    ///
    /// # Panics
    /// Unless there is such a target, and `digits` has [`Self::digit_rows`] rows as long as `out`;
    /// for a scaling.
    pub fn target(&self, i: usize, digits: &[u64], out: &mut [u64]) {
        assert!(self.targets[i].own.is_none(), "a scaling needs the residues modulo its targets");
        assert!(digits.len() == out.len() * self.digit_rows(), "{} words for {} rows", digits.len(), self.digit_rows());
        let rows = digits.chunks_exact(out.len());
        let ahead: Vec<_> = rows.clone().map(|row| &row[AHEAD.min(row.len())..]).collect();
        self.combine(i, rows, out, &ahead);
    }

    /// Extends rows of residues modulo the sources to rows modulo the first targets.
    ///
    /// # Panics
    /// Unless there is a row for each source, and there are as many targets, and all rows have the
    /// same length; for a scaling.
    pub(crate) fn extend_rows(&self, from: &[&[u64]], to: &mut [&mut [u64]]) {
        assert!(from.len() == self.sources.len() && to.len() <= self.targets.len(), "rows of other primes");
        let degree = from[0].len();
        let mut scratch = vec![0; self.digit_rows() * BLOCK.min(degree)];
        for start in (0..degree).step_by(BLOCK) {
            let width = BLOCK.min(degree - start);
            let digits = &mut scratch[..self.digit_rows() * width];
            self.digits_shifted(from.iter().map(|row| &row[start..][..width]), digits, self.shift);
            for (i, out) in to.iter_mut().enumerate() {
                self.combine(i, digits.chunks_exact(width), &mut out[start..][..width], &[]);
            }
        }
    }

    /// From the rows of digits, and perhaps one that is added as it is.
    fn combine<'a>(&self, i: usize, rows: impl Iterator<Item = &'a [u64]>, out: &mut [u64], ahead: &[&[u64]]) {
        let target = &self.targets[i];
        let factors = target.digits.iter().chain([&target.whole, &1]).copied();
        let terms: Vec<_> = rows.zip(factors).collect();
        self.kernel.linear_combination(&target.modulus, out, target.own, &terms, self.bound, ahead);
    }
}

/// The greatest distance of a word from a multiple of `one`, a power of two, in units of which
/// words have fewer than 52 bits.
///
/// In floating point, exactly, and side by side: every processor of the baseline has vectors for
/// that.
fn farthest_fraction(words: &[u64], one: u64) -> f64 {
    const LANES: usize = 8;
    /// Over an integer below `2^52` these bits make it that integer and `2^52`.
    const EXPONENT: u64 = 1075 << 52;
    let (period, offset) = (one as f64, f64::from_bits(EXPONENT));
    let mut farthest = [0f64; LANES];
    let distance = |word: u64| {
        let above = f64::from_bits((word & (one - 1)) | EXPONENT) - offset;
        let below = period - above;
        if above < below { above } else { below }
    };
    let (blocks, rest) = words.as_chunks::<LANES>();
    for block in blocks {
        for (farthest, &word) in farthest.iter_mut().zip(block) {
            let distance = distance(word);
            *farthest = if *farthest < distance { distance } else { *farthest };
        }
    }
    farthest.into_iter().chain(rest.iter().map(|&word| distance(word))).fold(0.0, f64::max)
}

/// `Π q_i mod p`, but for `q_skip`.
fn product(primes: &[Modulus], p: &Modulus, skip: Option<usize>) -> u64 {
    primes.iter().enumerate().filter(|(i, _)| Some(*i) != skip).fold(1, |product, (_, q)| p.mul(product, p.reduce(q.value())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RnsBasis;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    fn primes(bits: &[u32]) -> Vec<Modulus> {
        let values = RnsBasis::choose_moduli(64, bits, 0).expect("primes");
        values.into_iter().map(|q| Modulus::new(q).expect("a prime")).collect()
    }

    fn residue(x: &BigInt, q: &Modulus) -> u64 {
        let q = BigInt::from(q.value());
        u64::try_from(((x % &q) + &q) % &q).expect("a residue")
    }

    fn big(primes: &[Modulus]) -> BigInt {
        primes.iter().map(|q| BigInt::from(q.value())).product()
    }

    /// Integers of `[−half, half]` by random words.
    fn integer(words: &[u32], half: &BigInt) -> BigInt {
        BigInt::from_slice(num_bigint::Sign::Plus, words) % (half * 2 + 1) - half
    }

    fn residues(values: &[BigInt], primes: &[Modulus]) -> Vec<u64> {
        primes.iter().flat_map(|q| values.iter().map(|x| residue(x, q))).collect()
    }

    const BASES: [(&[u32], &[u32]); 5] = [
        (&[50], &[50, 50]),
        (&[50, 50, 49], &[50, 50, 51]),
        (&[30, 45, 51], &[40]),
        (&[50; 13], &[50; 14]),
        (&[60, 61], &[62, 30]),
    ];

    proptest! {
        #[test]
        fn extension_keeps_the_number(words in proptest::collection::vec(proptest::collection::vec(any::<u32>(), 30), 1..600), base in 0..BASES.len()) {
            let (from, to) = BASES[base];
            let all = primes(&[from, to].concat());
            let (from, to) = all.split_at(from.len());
            // Not nearer to Q/2 than the fractions tell apart.
            let half = big(from) * 1023 / 2048;
            let mut values: Vec<_> = words.iter().map(|words| integer(words, &half)).collect();
            values.extend([BigInt::from(0), BigInt::from(-1), half.clone(), -half]);
            let mut out = vec![0; to.len() * values.len()];
            BasisConverter::extend(from, to).apply(&residues(&values, from), &mut out);
            prop_assert_eq!(out, residues(&values, to));
        }

        #[test]
        fn scaling_is_the_rounded_quotient(words in proptest::collection::vec(proptest::collection::vec(any::<u32>(), 60), 1..300), base in 0..BASES.len(), t in 1u64..1 << 32) {
            let (from, to) = BASES[base];
            let all = primes(&[from, to].concat());
            let (from, to) = all.split_at(from.len());
            let q = big(from);
            let values: Vec<_> = words.iter().map(|words| integer(words, &(&q * big(to) / 4u64 / t))).collect();
            // Quotients that are no ties.
            let round = |x: &BigInt| { let twice: BigInt = x * t * 2 + &q; let d: BigInt = &q * 2; (&twice - ((&twice % &d) + &d) % &d) / &d };
            let mut out = residues(&values, to);
            BasisConverter::scale_and_round(from, to, |m| m.reduce(t)).apply(&residues(&values, from), &mut out);
            let expected: Vec<_> = values.iter().map(round).collect();
            let expected = residues(&expected, to);
            // At a fraction within 2^(−20) of a half either neighbor is right.
            let off = out.iter().zip(&expected).filter(|(a, b)| a != b).count();
            prop_assert!(off <= to.len(), "{} of {} differ", off, out.len());
        }
    }
}
