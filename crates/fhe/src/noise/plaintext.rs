//! The effect of a product with a plaintext on noise.

use super::carried::joint;
use papilio_field::ResidueRing;
use std::sync::OnceLock;

/// The norms of the centered lift of a plaintext, by which a product with it multiplies noise;
/// `log2` of each.
#[derive(Clone, Copy, PartialEq)]
pub struct PlaintextNorms {
    /// The sum of magnitudes.
    pub(super) sum: f64,
    /// The sum of squares.
    pub(super) squares: f64,
    /// The greatest square of a value at a root of `X^N + 1`, of which the mean is the sum of
    /// squares.
    pub(super) spectral: f64,
    /// The ratio of the mean fourth power of the values at the roots to the square of their mean
    /// square: 1 where all are equally great, 2 for random coefficients.
    pub(super) fourth: f64,
}

/// The `log2` of the ratio of the greatest square of a spectrum of random coefficients to its mean:
/// of `2^15` exponential variables, one exceeds the mean 24 times with a probability below
/// `2^(−19)`.
const RANDOM: f64 = 4.6;
/// The `log2` of the mean fourth power of such a spectrum, whose deviation is below a fifth of it
/// from `2^11` roots on.
const RANDOM_FOURTH: f64 = 1.3;

/// Slack for the precision of the transform, in bits.
const PRECISION: f64 = 0.001;

impl core::fmt::Debug for PlaintextNorms {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // The norms of a plaintext of one coefficient are that coefficient.
        f.write_str("PlaintextNorms(..)")
    }
}

impl PlaintextNorms {
    /// The norms of all coefficients in a ring: `N` of them, or as many as a polynomial in `X^r`
    /// has.
    ///
    /// # Panics
    /// Unless their number is a power of two from 4 to `2^16`.
    pub fn measured<R: ResidueRing>(t: &R, coefficients: &[R::Element]) -> Self {
        Self::of_scaled(|| coefficients.iter().map(|&x| t.centered(x).scaled(t.bits())), t.bits())
    }

    /// The norms of integers that are given to the precision of floating point, in a ring: `N` of
    /// them, or as many as a polynomial in `X^r` has.
    ///
    /// # Panics
    /// Unless their number is a power of two from 4 to `2^16`.
    #[must_use]
    pub fn of_numbers(coefficients: &[f64]) -> Self {
        Self::of_scaled(|| coefficients.iter().copied(), 0)
    }

    /// The norms of coefficients that are given divided by two to `bits`.
    fn of_scaled<I: ExactSizeIterator<Item = f64>>(lifts: impl Fn() -> I, bits: u32) -> Self {
        let (bits, count) = (f64::from(bits), lifts().len());
        let (sum, squares) = lifts().fold((0.0, 0.0), |(sum, squares), x| (sum + x.abs(), squares + x * x));
        if squares == 0.0 {
            return Self { sum: f64::NEG_INFINITY, squares: f64::NEG_INFINITY, spectral: f64::NEG_INFINITY, fourth: 0.0 };
        }
        // The scale makes the mean of the spectrum 1, whatever the size of the coefficients.
        let scale = 1.0 / squares.sqrt();
        let spectrum = Spectrum::of(count).squares(lifts().map(|x| (x * scale) as f32));
        let (spectral, fourth) = spectrum.fold((0.0, 0.0), |(greatest, sum), x| (f64::max(greatest, x), sum + x * x));
        let fourth = (fourth / (count / 2) as f64).log2().max(0.0) + PRECISION;
        let squares = squares.log2() + 2.0 * bits;
        // Neither below the mean, nor above what all magnitudes together reach.
        let sum = sum.log2() + bits;
        let spectral = (squares + spectral.log2().max(0.0) + PRECISION).min(2.0 * sum);
        Self { sum, squares, spectral, fourth }
    }

    /// Norms of `terms` uniform coefficients modulo a plaintext modulus of the given `log2`, the
    /// others zero: what a planner assumes.
    ///
    /// The centered lift of an even modulus has the mean `1/2`, which matters for small ones: its
    /// value at the first root is `N/π`, and the mean of its fourth powers is `N³/48`.
    #[must_use]
    pub fn uniform(terms: usize, log_plain: f64) -> Self {
        let log_terms = (terms as f64).log2();
        let square = (2.0 * log_plain).exp2() + 2.0;
        let squares = log_terms + square.log2() - 12f64.log2();
        let of_mean = log_terms - core::f64::consts::PI.log2();
        let fourth = joint(RANDOM_FOURTH, (3.0 * terms as f64).log2() - 2.0 * square.log2());
        Self { sum: log_terms + log_plain - 2.0, squares, spectral: joint(squares + RANDOM, 2.0 * of_mean), fourth }
    }

    /// `log2` of the sum of squares of the coefficients.
    #[must_use]
    pub fn log2_squares(&self) -> f64 {
        self.squares
    }
}

/// The complex transform of a ring of one degree, in single precision.
struct Spectrum {
    /// `exp(iπj/N)` for `j < N/2`.
    twist: Vec<[f32; 2]>,
    /// `exp(4πij/N)` for `j < N/4`.
    roots: Vec<[f32; 2]>,
}

impl Spectrum {
    fn of(degree: usize) -> &'static Self {
        static TABLES: [OnceLock<Spectrum>; 17] = [const { OnceLock::new() }; 17];
        assert!(degree.is_power_of_two() && (4..=1 << 16).contains(&degree), "a ring of degree {degree}");
        TABLES[degree.trailing_zeros() as usize].get_or_init(|| Self::new(degree))
    }

    fn new(degree: usize) -> Self {
        let root = |j: usize, of: usize| {
            let (sin, cos) = (core::f64::consts::PI * j as f64 / of as f64).sin_cos();
            [cos as f32, sin as f32]
        };
        let twist = (0..degree / 2).map(|j| root(j, degree)).collect();
        Self { twist, roots: (0..degree / 4).map(|j| root(4 * j, degree)).collect() }
    }

    /// `|p(ζ)|²` at the roots `ζ = exp(iπ(4k + 1)/N)`: one of each pair of conjugates.
    fn squares(&self, coefficients: impl Iterator<Item = f32>) -> impl Iterator<Item = f64> {
        let half = self.twist.len();
        let (mut re, mut im): (Vec<f32>, Vec<f32>) = (Vec::with_capacity(2 * half), vec![0.0; half]);
        re.extend(coefficients);
        // ζ^(N/2) = i: the upper half of the coefficients is the imaginary part.
        for (j, [c, s]) in self.twist.iter().enumerate() {
            let (a, b) = (re[j], re[j + half]);
            (re[j], im[j]) = (a * c - b * s, a * s + b * c);
        }
        re.truncate(half);
        let mut span = half;
        while span > 1 {
            let stride = half / span;
            for (re, im) in re.chunks_exact_mut(span).zip(im.chunks_exact_mut(span)) {
                self.butterflies(re.split_at_mut(span / 2), im.split_at_mut(span / 2), stride);
            }
            span /= 2;
        }
        re.into_iter().zip(im).map(|(x, y)| f64::from(x * x + y * y))
    }

    fn butterflies(&self, re: (&mut [f32], &mut [f32]), im: (&mut [f32], &mut [f32]), stride: usize) {
        let pairs = re.0.iter_mut().zip(re.1).zip(im.0.iter_mut().zip(im.1));
        for (((a, b), (c, d)), [cos, sin]) in pairs.zip(self.roots.iter().step_by(stride)) {
            let (x, y) = (*a - *b, *c - *d);
            (*a, *c) = (*a + *b, *c + *d);
            (*b, *d) = (x * cos - y * sin, x * sin + y * cos);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use papilio_field::fields::{Bn254, Goldilocks, P32};
    use papilio_field::{Field, FieldRing};
    use rand_core::SeedableRng;

    /// The squares at the roots by the definition: the greatest, and their mean square.
    fn squares(coefficients: &[f64]) -> [f64; 2] {
        let n = coefficients.len();
        let at = |k: usize| {
            let value = coefficients.iter().enumerate().fold((0.0, 0.0), |(re, im), (j, x)| {
                let angle = core::f64::consts::PI * ((2 * k + 1) * j % (2 * n)) as f64 / n as f64;
                (re + x * angle.cos(), im + x * angle.sin())
            });
            value.0 * value.0 + value.1 * value.1
        };
        [(0..n).map(at).fold(0.0, f64::max), (0..n).map(|k| at(k).powi(2)).sum::<f64>() / n as f64]
    }

    fn norms_are_those_of_the_definition<F: Field>(n: usize) {
        let mut rng = ChaCha20Rng::seed_from_u64(n as u64);
        let random: Vec<F> = (0..n).map(|_| F::random(&mut rng)).collect();
        let one = |i: usize| if i == 3 { -F::ONE } else { F::ZERO };
        for coefficients in [random, vec![-F::from_u64(2); n], (0..n).map(one).collect()] {
            let lifts: Vec<f64> = coefficients.iter().map(|x| x.centered().scaled(F::BITS)).collect();
            let found = PlaintextNorms::measured(&FieldRing::<F>::new(), &coefficients);
            let bits = f64::from(F::BITS);
            let sum: f64 = lifts.iter().map(|x| x.abs()).sum();
            let squares: f64 = lifts.iter().map(|x| x * x).sum();
            assert!((found.sum - sum.log2() - bits).abs() < 1e-9);
            assert!((found.squares - squares.log2() - 2.0 * bits).abs() < 1e-9);
            let [greatest, fourth] = self::squares(&lifts).map(f64::log2);
            assert!(
                (0.0..0.01).contains(&(found.fourth - (fourth - 2.0 * squares.log2()).max(0.0) + 1e-6)),
                "{}",
                found.fourth
            );
            let expected = greatest + 2.0 * bits;
            assert!((0.0..0.01).contains(&(found.spectral - expected + 1e-6)), "{} where {expected}", found.spectral);
        }
    }

    #[test]
    fn norms() {
        for n in [4, 8, 64, 512] {
            norms_are_those_of_the_definition::<P32>(n);
            norms_are_those_of_the_definition::<Goldilocks>(n);
            norms_are_those_of_the_definition::<Bn254>(n);
        }
    }

    #[test]
    fn structure_shows() {
        let n = 1 << 12;
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        let random: Vec<P32> = (0..n).map(|_| P32::random(&mut rng)).collect();
        let (measured, uniform) =
            (PlaintextNorms::measured(&FieldRing::<P32>::new(), &random), PlaintextNorms::uniform(n, 32.0));
        assert!((measured.squares - uniform.squares).abs() < 0.1 && (measured.sum - uniform.sum).abs() < 0.1);
        // The greatest of N/2 exponential variables is typically ln(N/2) = 7.6 times their mean.
        assert!(measured.fourth < uniform.fourth && measured.fourth > 0.8);
        assert!(measured.spectral < uniform.spectral && measured.spectral > measured.squares + 2.3);
        let equal = PlaintextNorms::measured(&FieldRing::<P32>::new(), &vec![P32::from_u64(7); n]);
        // One pair of roots has nearly all of it: (2N/π)² of N.
        assert!((equal.spectral - equal.squares - (0.405 * n as f64).log2()).abs() < 0.01);
        let zero = PlaintextNorms::measured(&FieldRing::<P32>::new(), &vec![P32::ZERO; n]);
        assert_eq!(zero.log2_squares(), f64::NEG_INFINITY);
    }
}
