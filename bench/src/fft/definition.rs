//! The values of polynomials at roots of unity by the definition, and errors of transforms.
//!
//! A random polynomial with few coefficients has values that are cheap, all of them, at any length.
//! Half of its places are random and the others their complements, so that each bit of the index is
//! set in one of two: a level that multiplies wrongly changes values. A peer may leave values in an
//! order that it does not tell; then the values of `X` are the points. They must be different roots
//! of unity, and whoever has the values of a polynomial at all of them has computed its transform.
//!
//! *Error of the reference.* Let `u = 2^(−53)`. A root errs by `2.5·u`: its angle is a product of
//! rounded factors, at most `π/4`, and sine and cosine err by a unit of the last place. The product
//! with a coefficient adds `2.9·u`, and seven sums `9.9·u` of the magnitudes of the coefficients:
//! 16·u in all.

use super::ntt::words;
use super::transform::{Transform, read, write};
use std::f64::consts::PI;

/// The unit that errors are counted in, half of `f64::EPSILON`.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Pairs of places with coefficients.
const PAIRS: usize = 4;

/// The greatest error of the reference, in units.
pub const REFERENCE: f64 = 16.0;

/// The error of values that are no numbers, or at no points: one that JSON can say.
pub const NONSENSE: f64 = f64::MAX;

/// `e^(2πi·turn/2^64)`.
#[must_use]
pub fn root(turn: u64) -> [f64; 2] {
    let quarter = turn.wrapping_add(1 << 61) >> 62;
    let rest = turn.wrapping_sub(quarter << 62) as i64;
    let (sine, cosine) = (rest as f64 * (PI / (1_u64 << 63) as f64)).sin_cos();
    match quarter {
        0 => [cosine, sine],
        1 => [-sine, cosine],
        2 => [-cosine, -sine],
        _ => [sine, -cosine],
    }
}

/// A polynomial with few coefficients, by their places.
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse(Vec<(usize, [f64; 2])>);

impl Sparse {
    /// `X`.
    #[must_use]
    pub fn variable() -> Self {
        Self(vec![(1, [1.0, 0.0])])
    }

    /// A random one below `X^n`, of odd coefficients of 8 bits.
    #[must_use]
    pub fn random(seed: u64, n: usize) -> Self {
        let part = |word: u64, shift: u32| f64::from((word >> shift) as i8 | 1);
        let term = |place: usize, word: u64| (place, [part(word, 48), part(word, 56)]);
        let mut words = words(seed);
        let mut next = || words.next().unwrap_or(0);
        let pair = |_| {
            let place = next() as usize % n;
            [term(place, next()), term(n - 1 - place, next())]
        };
        Self((0..PAIRS).flat_map(pair).collect())
    }

    /// All `n` coefficients.
    #[must_use]
    pub fn coefficients(&self, n: usize) -> Vec<[f64; 2]> {
        let mut all = vec![[0.0; 2]; n];
        for &(place, parts) in &self.0 {
            all[place] = sum(all[place], parts);
        }
        all
    }

    /// The value at a root of unity.
    #[must_use]
    pub fn value(&self, turn: u64) -> [f64; 2] {
        let terms = self.0.iter().map(|&(place, parts)| product(parts, root(turn.wrapping_mul(place as u64))));
        terms.fold([0.0; 2], sum)
    }

    /// The sum of the magnitudes of the coefficients.
    #[must_use]
    pub fn magnitude(&self) -> f64 {
        self.0.iter().map(|(_, [re, im])| re.hypot(*im)).sum()
    }

    /// The greatest error of values at these points, in units, relative to the magnitude.
    fn error(&self, points: &[u64], values: &[[f64; 2]]) -> f64 {
        let errors = points.iter().zip(values).map(|(&turn, value)| distance(*value, self.value(turn)));
        errors.map(|error| error / (UNIT * self.magnitude())).fold(0.0, greatest)
    }
}

/// The greatest error of a value of the forward transform, in units, relative to the magnitudes of
/// coefficients: over all values of two polynomials.
pub fn value_error<T: Transform>(transform: &mut T, n: usize, seed: u64) -> f64 {
    let mut values = |polynomial: &Sparse| {
        write(transform, &polynomial.coefficients(n));
        transform.forward();
        read(transform)
    };
    let polynomials = [Sparse::variable(), Sparse::random(seed, n)];
    let found = polynomials.each_ref().map(&mut values);
    let points = transform.points().unwrap_or_else(|| nearest_roots(&found[0]));
    if !all_different(&points, n) {
        return NONSENSE;
    }
    let errors = polynomials.iter().zip(&found).map(|(polynomial, values)| polynomial.error(&points, values));
    errors.fold(0.0, greatest)
}

/// The error of data after both transforms, in units, relative to the data in the norm `l2`.
pub fn inverse_error<T: Transform>(transform: &mut T, data: &[[f64; 2]]) -> f64 {
    write(transform, data);
    transform.forward();
    transform.inverse();
    let scale = if T::DIVIDES { 1.0 } else { 1.0 / data.len() as f64 };
    let back = read(transform);
    let square = |[re, im]: [f64; 2]| re * re + im * im;
    let errors = back.iter().zip(data).map(|(back, data)| square(difference(back.map(|part| part * scale), *data)));
    let norm: f64 = data.iter().copied().map(square).sum();
    finite((errors.sum::<f64>() / norm).sqrt() / UNIT)
}

/// The `n`-th roots of unity that are nearest to `n` numbers.
fn nearest_roots(values: &[[f64; 2]]) -> Vec<u64> {
    let n = values.len();
    let shift = u64::BITS - n.ilog2();
    let index = |[re, im]: &[f64; 2]| (im.atan2(*re) / (2.0 * PI) * n as f64).round() as i64;
    // A negative index is one modulo `n`, as the shift leaves it.
    values.iter().map(|value| (index(value) as u64) << shift).collect()
}

fn all_different(points: &[u64], n: usize) -> bool {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == n && points.len() == n
}

/// The greater error; what is no number is greater than any.
fn greatest(a: f64, b: f64) -> f64 {
    finite(a).max(finite(b))
}

fn finite(error: f64) -> f64 {
    if error.is_finite() { error } else { NONSENSE }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [re, im] = difference(a, b);
    re.hypot(im)
}

fn sum([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    [a + c, b + d]
}

fn difference([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    [a - c, b - d]
}

fn product([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    [a * c - b * d, a * d + b * c]
}
