//! Wide noise: uniform and normal integers of any number of bits, added to polynomials.
//!
//! A wide integer is a sum of words times powers of two, which a kernel adds up modulo each prime.

use crate::{Coefficient, Poly, PooledVec, RnsBasis};
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4, LN_2};
use papilio_field::Modulus;
use rand_core::CryptoRng;

/// Bits of random words, which every kernel can add up.
const WORD_BITS: u32 = 51;
/// Coefficients whose noise is drawn at once.
const TILE: usize = 512;
/// `log2` of the least number of cells in a deviation of wide normal noise.
const LOG_CELLS: f64 = 20.0;
/// The number that is added to numbers of cells: fewer than `2^21` are in a deviation.
const SHIFT: u64 = 1 << 26;
/// The greatest deviation of [`normal_integer`]: 12.2 of them are below [`SHIFT`].
const GREATEST_NORMAL: f64 = 4_194_304.0;
/// `2^(−53)`.
const ULP: f64 = 1.0 / (1u64 << 53) as f64;

/// `log2` of a bound on the noise of [`add_gaussian`], in deviations: `√(2·ln 2^107) = 12.2`, and
/// less than one cell, or one half, on either side.
pub const LOG2_GREATEST: f64 = 3.7;

/// Words that are drawn for every coefficient, and the power of two that they count.
#[derive(Clone, Copy, Debug)]
enum Plane {
    /// Uniform words of so many bits.
    Uniform { bits: u32, exponent: u32 },
    /// Normal numbers of a deviation, rounded, plus [`SHIFT`].
    Normal { deviation: f64, exponent: u32 },
}

impl Plane {
    /// Uniform integers below `2^width`.
    fn uniform(width: u32) -> impl Iterator<Item = Self> {
        let bits = move |exponent: u32| WORD_BITS.min(width - exponent);
        (0..width).step_by(WORD_BITS as usize).map(move |exponent| Self::Uniform { bits: bits(exponent), exponent })
    }

    fn exponent(self) -> u32 {
        let (Self::Uniform { exponent, .. } | Self::Normal { exponent, .. }) = self;
        exponent
    }

    fn fill(self, words: &mut [u64], rng: &mut impl CryptoRng) {
        match self {
            Self::Uniform { bits, .. } => words.iter_mut().for_each(|word| *word = rng.next_u64() >> (u64::BITS - bits)),
            Self::Normal { deviation, .. } => words.iter_mut().for_each(|word| *word = normal(deviation, rng)),
        }
    }
}

/// Adds integers drawn uniformly from `[−2^(width−1), 2^(width−1))`. The sum is as secret as the
/// polynomial was.
///
/// # Panics
/// For a width of zero.
pub fn add_uniform(basis: &RnsBasis, width: u32, poly: &mut Poly<Coefficient>, rng: &mut impl CryptoRng) {
    assert!(width > 0, "an interval of one integer has no center");
    let planes: Vec<_> = Plane::uniform(width).collect();
    add(basis, poly, &planes, |m| power(m, width - 1), rng);
}

/// Adds normal integers of a deviation given by its `log2`, which may be far above the precision of
/// doubles: below `2^21` rounded normal numbers, above it normal numbers of cells of `2^k` plus the
/// sum of two uniform integers of `k` bits, so that the density is that of the cells, interpolated
/// linearly, and the lowest `k` bits are uniform and independent of the rest. None is above
/// `2^`[`LOG2_GREATEST`] deviations. The sum is as secret as the polynomial was.
///
/// [The derivation][derivation] is in the repository.
///
/// [derivation]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/ckks-public-decryption.md
///
/// # Panics
/// For a deviation that is not finite.
pub fn add_gaussian(basis: &RnsBasis, log2_deviation: f64, poly: &mut Poly<Coefficient>, rng: &mut impl CryptoRng) {
    assert!(log2_deviation.is_finite(), "a deviation of 2^{log2_deviation}");
    let exponent = (log2_deviation.floor() - LOG_CELLS).max(0.0) as u32;
    let deviation = (log2_deviation - f64::from(exponent)).exp2();
    let uniform = || Plane::uniform(exponent);
    let planes: Vec<_> = uniform().chain(uniform()).chain([Plane::Normal { deviation, exponent }]).collect();
    // The sum of two uniform integers below 2^k has the mean 2^k − 1.
    let center = |m: &Modulus| m.sub(m.mul(m.reduce(SHIFT + 1), power(m, exponent)), 1);
    add(basis, poly, &planes, center, rng);
}

fn power(m: &Modulus, exponent: u32) -> u64 {
    m.pow(2, u64::from(exponent))
}

/// Adds the planes, less a constant.
fn add(
    basis: &RnsBasis,
    poly: &mut Poly<Coefficient>,
    planes: &[Plane],
    center: impl Fn(&Modulus) -> u64,
    rng: &mut impl CryptoRng,
) {
    let mut drawn = PooledVec::secret(planes.len() * TILE);
    let ones = [1; TILE];
    for start in (0..basis.degree()).step_by(TILE) {
        let len = TILE.min(basis.degree() - start);
        for (words, plane) in drawn.chunks_exact_mut(TILE).zip(planes) {
            plane.fill(&mut words[..len], rng);
        }
        for (limb, plan) in poly.limbs_mut().zip(basis.plans()) {
            let m = plan.modulus();
            let weighted =
                drawn.chunks_exact(TILE).zip(planes).map(|(words, plane)| (&words[..len], power(m, plane.exponent())));
            let terms: Vec<_> = weighted.chain([(&ones[..len], m.neg(center(m)))]).collect();
            let bound = m.value().max(1 << WORD_BITS);
            plan.kernel().linear_combination(m, &mut limb[start..start + len], Some(1), &terms, bound, &[]);
        }
    }
}

/// A normal integer of a deviation of up to `2^22`: a normal number, rounded. None is above 12.2
/// deviations and a half. It is secret.
///
/// # Panics
/// For a deviation that is negative, above `2^22` or none.
pub fn normal_integer(deviation: f64, rng: &mut impl CryptoRng) -> i64 {
    assert!((0.0..=GREATEST_NORMAL).contains(&deviation), "a deviation of {deviation}");
    normal(deviation, rng) as i64 - SHIFT as i64
}

/// A normal number, rounded, plus [`SHIFT`], by the method of G. Box and M. Muller ("A note on the
/// generation of random normal deviates", 1958), from 106 bits for the magnitude and 55 for the
/// angle: an octant of 53 bits, a sign, and which of the coordinates it is.
///
/// Logarithm, sine and cosine are sums of as many terms for every number.
fn normal(deviation: f64, rng: &mut impl CryptoRng) -> u64 {
    let [high, low, angle] = core::array::from_fn(|_| rng.next_u64());
    let fraction = |word: u64| (word >> 11) as i64 as f64;
    let uniform = (fraction(high) + (fraction(low) + 0.5) * ULP) * ULP;
    let magnitude = deviation * (-2.0 * ln(uniform)).sqrt();
    let octant = (fraction(angle) + 0.5) * ULP * FRAC_PI_4;
    // Bits that the octant leaves.
    let (which, sign) = ((angle & 1) as i64 as f64, 1.0 - (angle & 2) as i64 as f64);
    let coordinate = which * sin(octant) + (1.0 - which) * cos(octant);
    // Positive, so that it is rounded by leaving out its fraction.
    (magnitude * coordinate * sign + (SHIFT as f64 + 0.5)) as i64 as u64
}

/// The natural logarithm of a number from `2^(−1022)` on: of a power of two, and of a factor
/// between the roots of 1/2 and of 2 by the series of the inverse hyperbolic tangent, whose
/// eleventh term is below `2^(−55)`.
fn ln(x: f64) -> f64 {
    let exponent = (x.to_bits() as i64 - FRAC_1_SQRT_2.to_bits() as i64) >> 52;
    let factor = f64::from_bits((x.to_bits() as i64 - (exponent << 52)) as u64);
    let s = (factor - 1.0) / (factor + 1.0);
    let series = (0..11).rev().fold(0.0, |sum, i| sum * s * s + 1.0 / f64::from(2 * i + 1));
    exponent as f64 * LN_2 + 2.0 * s * series
}

/// The sine of an angle of up to an eighth of a turn, by its series.
fn sin(x: f64) -> f64 {
    x * alternating(x, |i| (2 * i) * (2 * i + 1))
}

/// The cosine of an angle of up to an eighth of a turn, by its series.
fn cos(x: f64) -> f64 {
    alternating(x, |i| (2 * i - 1) * (2 * i))
}

/// `1 − x²/d_1·(1 − x²/d_2·(1 − …))`: eight factors, of which the last changes less than `2^(−53)`.
fn alternating(x: f64, divisor: impl Fn(i32) -> i32) -> f64 {
    (1..=8).rev().fold(1.0, |sum, i| 1.0 - x * x / f64::from(divisor(i)) * sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use num_bigint::BigInt;
    use rand_core::{Rng, SeedableRng};

    const DEGREE: usize = 1 << 12;

    fn basis() -> RnsBasis {
        RnsBasis::new(DEGREE, &RnsBasis::choose_moduli(DEGREE, &[60, 49, 52, 60], 0).expect("primes")).expect("basis")
    }

    /// The centered integers of as many polynomials of noise.
    fn noise(count: u8, mut add: impl FnMut(&RnsBasis, &mut Poly<Coefficient>, &mut ChaCha20Rng)) -> Vec<BigInt> {
        let basis = basis();
        let product: BigInt = basis.moduli(4).map(|m| BigInt::from(m.value())).product();
        let weight = |i: usize| {
            let (m, rest) = (basis.modulus(i), basis.product_mod(basis.modulus(i), 4, Some(i)));
            &product / BigInt::from(m.value()) * m.inverse(rest)
        };
        let weights: Vec<BigInt> = (0..4).map(weight).collect();
        let mut all = Vec::new();
        for seed in 0..count {
            let mut poly = Poly::<Coefficient>::secret(&basis, 4);
            poly.limbs_mut().for_each(|limb| limb.fill(0));
            add(&basis, &mut poly, &mut ChaCha20Rng::from_seed([seed; 32]));
            assert!(poly.is_secret(), "nothing is published here");
            all.extend((0..DEGREE).map(|c| {
                let sum: BigInt = weights.iter().enumerate().map(|(i, w)| w * poly.limb(i)[c]).sum();
                let x = sum % &product;
                if &x * 2 > product { x - &product } else { x }
            }));
        }
        all
    }

    fn gaussian(count: u8, log2_deviation: f64) -> Vec<BigInt> {
        noise(count, |basis, poly, rng| add_gaussian(basis, log2_deviation, poly, rng))
    }

    fn to_f64(x: &BigInt) -> f64 {
        x.to_string().parse().expect("a number")
    }

    /// The normal distribution function, by Simpson's rule.
    fn distribution(x: f64) -> f64 {
        let (steps, density) = (400, |x: f64| (-x * x / 2.0).exp() / (2.0 * core::f64::consts::PI).sqrt());
        let h = x / f64::from(steps);
        let weight = |i: i32| if i == 0 || i == steps { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
        0.5 + h / 3.0 * (0..=steps).map(|i| weight(i) * density(f64::from(i) * h)).sum::<f64>()
    }

    /// The greatest distance of the empirical distribution from the normal one, times the square
    /// root of the number of samples (Kolmogorov and Smirnov).
    fn distance(mut samples: Vec<f64>) -> f64 {
        samples.sort_by(f64::total_cmp);
        let n = samples.len() as f64;
        let apart = |(i, x): (usize, &f64)| (distribution(*x) - (i as f64 + 0.5) / n).abs();
        samples.iter().enumerate().map(apart).fold(0.0, f64::max) * n.sqrt()
    }

    /// One in a thousand samples is further from its distribution.
    const RARE: f64 = 1.95;

    #[test]
    fn series_are_the_functions() {
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let edges = [1.0, 0.5, FRAC_1_SQRT_2, FRAC_1_SQRT_2 * 0.999_999, ULP * ULP, 1.0 - ULP, 1e-300];
        let random = (0..2000).map(|_| (rng.next_u64() >> 11) as f64 * ULP).flat_map(|x| [x, x * x, x.powi(9)]);
        for x in edges.into_iter().chain(random).filter(|x| *x > 0.0) {
            assert!((ln(x) - x.ln()).abs() <= 4.0 * ULP * (1.0 + x.ln().abs()), "ln {x}");
            let angle = x * FRAC_PI_4;
            assert!((sin(angle) - angle.sin()).abs() <= 4.0 * ULP, "sin {angle}");
            assert!((cos(angle) - angle.cos()).abs() <= 4.0 * ULP, "cos {angle}");
        }
    }

    #[test]
    fn single_normal_integers_are_normal() {
        let mut rng = ChaCha20Rng::from_seed([9; 32]);
        for deviation in [4.0, 300.0, GREATEST_NORMAL] {
            let unit: Vec<f64> = (0..1 << 15).map(|_| normal_integer(deviation, &mut rng) as f64 / deviation).collect();
            let square = unit.iter().map(|x| x * x).sum::<f64>() / unit.len() as f64;
            // Rounding adds a twelfth, which is 0.005 of the least variance.
            assert!((square - 1.0).abs() < 0.03, "variance {square} at {deviation}");
            assert!(unit.iter().sum::<f64>().abs() / (unit.len() as f64) < 0.02);
        }
        assert_eq!(normal_integer(0.0, &mut rng), 0);
    }

    #[test]
    fn normal_integers_are_normal() {
        for log2_deviation in [10.0, 17.5, 20.999, 21.0, 52.3, 60.0, 101.7, 170.0] {
            let samples = gaussian(8, log2_deviation);
            let unit: Vec<f64> = samples.iter().map(|x| to_f64(x) / f64::exp2(log2_deviation)).collect();
            let moment = |power: i32| unit.iter().map(|x| x.powi(power)).sum::<f64>() / unit.len() as f64;
            // There are 2^15 samples: deviations of the moments are 0.006, 0.008 and 0.05.
            assert!(moment(1).abs() < 0.02, "mean {} at 2^{log2_deviation}", moment(1));
            assert!((moment(2) - 1.0).abs() < 0.025, "variance {} at 2^{log2_deviation}", moment(2));
            assert!((moment(4) - 3.0).abs() < 0.2, "fourth moment {} at 2^{log2_deviation}", moment(4));
            let greatest = unit.iter().map(|x| x.abs()).fold(0.0, f64::max);
            assert!((3.5..LOG2_GREATEST.exp2()).contains(&greatest), "{greatest} deviations");
            assert!(distance(unit.clone()) < RARE, "{} at 2^{log2_deviation}", distance(unit.clone()));
            // The same samples are no samples of another deviation.
            assert!(distance(unit.iter().map(|x| x * 1.06).collect()) > RARE);
        }
    }

    /// `Σ (count − expected)²/expected` over the values of the bits of samples from a lowest one.
    fn chi_square(samples: &[BigInt], lowest: u32, bits: u32) -> f64 {
        let mut counts = vec![0f64; 1 << bits];
        for x in samples {
            let window = ((x >> lowest) & BigInt::from((1 << bits) - 1)).iter_u64_digits().next().unwrap_or(0);
            counts[window as usize] += 1.0;
        }
        let expected = samples.len() as f64 / counts.len() as f64;
        counts.iter().map(|count| (count - expected).powi(2) / expected).sum()
    }

    #[test]
    fn all_bits_below_the_deviation_are_uniform() {
        let samples = gaussian(8, 101.7);
        // With 15 degrees of freedom, one in a thousand is above 37.7.
        for lowest in 0..96 {
            let found = chi_square(&samples, lowest, 4);
            assert!(found < 45.0, "bits from {lowest}: {found}");
        }
        assert!(chi_square(&samples, 101, 4) > 100.0, "bits above the deviation are not");
        let rounded = gaussian(8, 20.9);
        (0..16).for_each(|lowest| assert!(chi_square(&rounded, lowest, 4) < 45.0, "bits from {lowest}"));
    }

    #[test]
    fn uniform_integers_fill_their_interval() {
        for width in [1, 50, 51, 52, 103, 180] {
            let samples = noise(4, |basis, poly, rng| add_uniform(basis, width, poly, rng));
            let half = BigInt::from(1) << (width - 1);
            assert!(samples.iter().all(|x| -&half <= *x && *x < half), "width {width}");
            let unit: Vec<f64> = samples.iter().map(|x| to_f64(x) / to_f64(&half)).collect();
            let square = unit.iter().map(|x| x * x).sum::<f64>() / unit.len() as f64;
            // A third, and for one bit, of −1 and 0, a half.
            let expected = if width == 1 { 0.5 } else { 1.0 / 3.0 };
            assert!((square - expected).abs() < 0.03, "{square} for the width {width}");
        }
    }
}
